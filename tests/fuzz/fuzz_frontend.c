/* tests/fuzz/fuzz_frontend.c -- libFuzzer target for the front end. Without libFuzzer (no -DDMC_LIBFUZZER) it is a
 * program that tries the files named on its command line, to look at what the fuzzer found. */
#include "tests/fuzz/front.h"

#ifdef DMC_LIBFUZZER
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  char *text = malloc(len + 1);
  if (!text) return 0;
  if (len) memcpy(text, data, len);
  text[len] = 0;
  front_try("fuzz.d", text, len, 200);
  free(text);
  return 0;
}
#else
static char *slurp(const char *path, size_t *len) {
  FILE *f = fopen(path, "rb");
  if (!f) return NULL;
  char *text = NULL;
  size_t n, cap = 0;
  *len = 0;
  do {
    if (*len + 4097 > cap) text = realloc(text, cap = cap * 2 + 8192);
    if (!text) abort();
    n = fread(text + *len, 1, 4096, f);
    *len += n;
  } while (n > 0);
  text[*len] = 0;
  fclose(f);
  return text;
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    size_t len;
    char *text = slurp(argv[i], &len);
    if (!text) { perror(argv[i]); return 66; }
    FrontResult r = front_try(argv[i], text, len, 200);
    printf("%s: %s, %s, %u steps\n", argv[i], r.parsed ? "parses" : "does not parse", r.compiled ? "compiles" : "does not compile", r.steps);
    free(text);
  }
  return 0;
}
#endif
