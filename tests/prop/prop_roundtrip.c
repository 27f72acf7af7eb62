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

/* Comments of a text, strings skipped. */
static unsigned comments_in(const char *p) {
  unsigned n = 0;
  while (*p) {
    if (*p == '"') {
      for (p++; *p && *p != '"' && *p != '\n'; p++) p += *p == '\\' && p[1];
      p += *p != 0;
    } else if (strncmp(p, "//", 2) == 0) {
      n++;
      p += strcspn(p, "\n");
    } else if (strncmp(p, "/*", 2) == 0) {
      const char *end = strstr(p + 2, "*/");
      n++;
      p = end ? end + 2 : p + strlen(p);
    } else {
      p++;
    }
  }
  return n;
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
  else if (comments && !first.ast.thesis && comments_in(once) != comments_in(text)) bad = "comments were lost or doubled";
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

/* The same program as a sloppy writer leaves it: comments, blank lines, blanks, semicolons, parentheses. */
static void untidy(const char *text, Rng *r, Text *out) {
  for (const char *p = text; *p; p++) {
    bool line_end = *p == '\n', in_comment = strncmp(p, "//", 2) == 0;
    if (in_comment) {
      size_t n = strcspn(p, "\n");
      text_bytes(out, p, n);
      p += n - 1;
      continue;
    }
    if (line_end && rng_one_in(r, 8)) text_add(out, " // note %u", rng_below(r, 100));
    if (line_end && p > text && (p[-1] == ')' || (p[-1] >= '0' && p[-1] <= '9')) && rng_one_in(r, 8)) text_add(out, " ;");
    text_bytes(out, p, 1);
    if (line_end && rng_one_in(r, 10)) text_add(out, "\n\n\n");
    if (line_end && rng_one_in(r, 14)) text_add(out, "/* on its own */\n");
    if (*p == ' ' && rng_one_in(r, 12)) text_add(out, rng_one_in(r, 4) ? "/* in */ " : "   ");
    if (*p == '(' && rng_one_in(r, 10)) text_add(out, "\n  ");
  }
}

TEST untidy_programs_survive(void) {
  unsigned n = prop_count(3000);
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n; i++, seed++) {
    Text tidy = { 0 }, t = { 0 };
    Rng r = rng_new(seed + 77);
    gen_program(seed, NULL, &tidy, NULL);
    untidy(tidy.at, &r, &t);
    bool ok = survives(t.at, seed);
    text_free(&tidy);
    text_free(&t);
    ASSERTm("round trip", ok);
  }
  PASS();
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
  RUN_TEST(untidy_programs_survive);
  GREATEST_MAIN_END();
}
