/* tests/prop/tool_gen.c -- prints the program of a seed: gentool SEED [LETTERS | thesis]. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/prop/gen.h"

int main(int argc, char **argv) {
  if (argc < 2 || argc > 3) {
    fprintf(stderr, "usage: gentool SEED [LETTERS | thesis]      letters: %s\n", GEN_ALL);
    return 64;
  }
  Text t = { 0 };
  GenInfo info = { .used = "" };
  uint64_t seed = strtoull(argv[1], NULL, 10);
  if (argc == 3 && strcmp(argv[2], "thesis") == 0) gen_thesis(seed, &t);
  else gen_program(seed, argc == 3 ? argv[2] : NULL, &t, &info);
  fputs(t.at, stdout);
  fprintf(stderr, "used %s, %u threads, at most %u events, about %.0f interleavings (log2)\n", info.used, info.threads,
          info.events, info.log2_runs);
  text_free(&t);
  return 0;
}
