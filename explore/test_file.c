/* explore/test_file.c -- see test_file.h. */
#include "explore/test_file.h"
#include <stdlib.h>
#include <string.h>
#include "explore/expect.h"

typedef struct { const char *path; int argc; char *const *argv; FILE *out; Arena *arena; } Tester;

/* --- records --- */

static void put_field(FILE *out, const char *text) {
  fputc('\t', out);
  for (; *text; text++) fputc(*text == '\n' || *text == '\t' || *text == '\r' ? ' ' : *text, out);
}

/* Flushed at once: what a child has said stays when it dies. */
static void put(FILE *out, const TestRecord *r) {
  fprintf(out, "%c\t%u\t%.3f", r->kind, r->line, r->seconds);
  put_field(out, r->what ? r->what : "");
  put_field(out, r->expected ? r->expected : "");
  put_field(out, r->got ? r->got : "");
  put_field(out, r->command ? r->command : "");
  fputc('\n', out);
  fflush(out);
}

bool test_record(char *line, TestRecord *r) {
  char *field[7];
  size_t n = 0;
  for (char *s = line; n < 7; n++) {
    field[n] = s;
    s = strchr(s, '\t');
    if (!s) break;
    *s++ = 0;
  }
  if (n + 1 < 7 || !field[0][0] || field[0][1]) return false;
  *r = (TestRecord){ field[0][0], (uint32_t)strtoul(field[1], NULL, 10), strtod(field[2], NULL), field[3], field[4], field[5], field[6] };
  return true;
}

/* --- the command that shows it --- */

static bool plain(const char *word) {
  return *word && strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:./,@%") == strlen(word);
}

static const char *quoted(Arena *a, const char *word) {
  if (plain(word)) return word;
  const char *all = "'";
  for (; *word; word++) all = *word == '\'' ? arena_printf(a, "%s'\\''", all) : arena_printf(a, "%s%c", all, *word);
  return arena_printf(a, "%s'", all);
}

static const char *command(const Tester *t, const Expect *e) {
  const char *all = arena_printf(t->arena, "dmc check %s", quoted(t->arena, t->path));
  for (int i = 0; i < t->argc; i++) all = arena_printf(t->arena, "%s %s", all, quoted(t->arena, t->argv[i]));
  for (int i = 0; i < e->argc; i++) all = arena_printf(t->arena, "%s %s", all, quoted(t->arena, e->argv[i]));
  return all;
}

/* --- one expectation --- */

/* The expectation's options come last, so that they win. */
static ModelStatus perform(const Tester *t, const Expect *e, Check *c) {
  int n = t->argc + e->argc;
  char **argv = ARENA_ARRAY(t->arena, char *, (size_t)n + 1);
  if (t->argc) memcpy(argv, t->argv, (size_t)t->argc * sizeof *argv);
  if (e->argc) memcpy(argv + t->argc, e->argv, (size_t)e->argc * sizeof *argv);
  ModelStatus s = check_open(c, t->path, CMD_CHECK, n, argv);
  return s == MODEL_OK && e->form != EXPECT_DIAGNOSTIC ? check_search(c) : s;
}

/* A verdict counts only with traces that replay. */
static bool confirmed(Check *c) {
  for (size_t i = 0; i < c->nfindings; i++)
    if (c->findings[i]->has_schedule &&
        !trace_build(c->model.program, &c->opt.limits, c->findings[i], 0, &c->model.arena)->confirmed) return false;
  return true;
}

/* What TEXT says after its options. */
static const char *expected(const char *text) {
  for (; *text; text++)
    if (*text == ':' && (text[1] == ' ' || text[1] == '\t')) return text + 1 + strspn(text + 1, " \t");
  return "";
}

static void judge(Tester *t, const char *text, TestRecord *r, char *got, size_t size) {
  Expect e;
  Check c;
  r->got = got;
  if (!expect_parse(t->arena, text, &e)) {
    r->kind = 'F';
    snprintf(got, size, "%s", e.error);
    return;
  }
  ModelStatus s = perform(t, &e, &c);
  bool met = expect_met(&e, &c, s, got, size);
  if (met && s == MODEL_OK && !confirmed(&c)) met = false, snprintf(got, size, "a trace that does not replay");
  r->kind = met ? 'P' : 'F';
  r->expected = expected(text);
  r->command = command(t, &e);
  check_close(&c);
}

static void one_expectation(Tester *t, const AstPragma *x, const char *text, uint32_t line) {
  Arena a;
  char got[1000] = "";
  double begun = ex_now();
  arena_init(&a);
  t->arena = &a;
  TestRecord r = { .kind = 'B', .line = line, .what = x->text };
  put(t->out, &r);
  judge(t, text, &r, got, sizeof got);
  r.seconds = ex_now() - begun;
  if (ex_interrupted) r = (TestRecord){ .kind = 'I' };
  put(t->out, &r);
  arena_deinit(&a);
}

void test_file(const char *path, int argc, char *const *argv, FILE *out) {
  Model m;
  Tester t = { .path = path, .argc = argc, .argv = argv, .out = out };
  size_t found = 0;
  model_open(&m, path);
  if (!m.source) put(out, &(TestRecord){ .kind = 'F', .what = m.why ? m.why : "cannot be read" });
  for (const AstPragma *x = m.ast.pragmas; m.source && x && !ex_interrupted; x = x->next) {
    const char *text = pragma_text(x, "expect");
    if (!text) continue;
    found++;
    one_expectation(&t, x, text, src_place(&m.sources, x->span).line);
  }
  if (m.source && !found) put(out, &(TestRecord){ .kind = 'S', .what = "no expectations" });
  model_close(&m);
  if (!ex_interrupted) put(out, &(TestRecord){ .kind = 'E' });
}
