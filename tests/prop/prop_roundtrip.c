/* tests/prop/prop_roundtrip.c -- print(parse(p)) parses to an equal tree, and printing twice gives the same bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lang/print.h"
#include "tests/greatest.h"
#include "tests/prop/gen.h"

static char *printed(Model *m, bool comments) {
  char *text = NULL;
  size_t len = 0;
  FILE *f = open_memstream(&text, &len);
  CHECK(f);
  print_file(&m->ast, comments ? m->source : NULL, &m->arena, f);
  fclose(f);
  return text;
}

/* NULL: the property holds, or TEXT does not parse at all (*PARSED says). */
static const char *violates(const char *path, const char *text, size_t len, bool comments, bool *parsed) {
  static char why[20000];
  Model first, second;
  const char *bad = NULL;
  model_parse(&first, path, text, len);
  *parsed = first.diags.errors == 0;
  if (!*parsed) { model_free(&first); return NULL; }
  char *once = printed(&first, comments);
  model_parse(&second, path, once, strlen(once));
  if (second.diags.errors) bad = "the printed text does not parse";
  else if (!first.ast.thesis && !ast_equal(first.ast.file, second.ast.file)) bad = "the printed text parses to another tree";
  else {
    char *twice = printed(&second, comments);
    if (strcmp(once, twice) != 0) bad = "printing twice gives other bytes";
    free(twice);
  }
  if (bad) snprintf(why, sizeof why, "%s: %s\n--- printed\n%s", path, bad, once);
  free(once);
  model_free(&second);
  model_free(&first);
  return bad ? why : NULL;
}

static unsigned files, bad_files;

static void visit(void *ctx, const char *path) {
  (void)ctx;
  size_t len;
  char *text = file_read(path, &len);
  CHECK(text);
  for (int comments = 0; comments < 2; comments++) {
    bool parsed;
    const char *why = violates(path, text, len, comments, &parsed);
    files += parsed;
    if (!why) continue;
    bad_files++;
    fprintf(stderr, "%s\n", why);
  }
  free(text);
}

TEST files_survive(void) {
  file_each("examples", visit, NULL);
  file_each("stdlib", visit, NULL);
  file_each("tests/golden", visit, NULL);
  printf("  %u printings of files\n", files);
  ASSERT_EQ(bad_files, 0u);
  ASSERTm("files were found", files > 0);
  PASS();
}

static bool survives(const char *text, uint64_t seed) {
  for (int comments = 0; comments < 2; comments++) {
    bool parsed;
    const char *why = violates("generated", text, strlen(text), comments, &parsed);
    if (parsed && !why) continue;
    fprintf(stderr, "seed %llu: %s\n--- program\n%s\n", (unsigned long long)seed, parsed ? why : "does not parse", text);
    return false;
  }
  return true;
}

TEST generated_programs_survive(void) {
  unsigned n = prop_count(5000);
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n; i++, seed++) {
    Text t = { 0 };
    gen_program(seed, NULL, &t, NULL);
    bool ok = survives(t.at, seed);
    text_clear(&t);
    gen_thesis(seed, &t);
    ok = ok && survives(t.at, seed);
    text_free(&t);
    ASSERTm("round trip", ok);
  }
  PASS();
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_TEST(files_survive);
  RUN_TEST(generated_programs_survive);
  GREATEST_MAIN_END();
}
