/* explore/expect.c -- see expect.h. */
#include "explore/expect.h"
#include <stdlib.h>
#include <string.h>

static const char *const kinds[] = { "ok", "violation", "deadlock", "error", "race", "unread", "cover", "incomplete" };
#define NKINDS (sizeof kinds / sizeof *kinds)

static bool wrong(Arena *a, Expect *e, const char *what, const char *text) {
  e->error = arena_printf(a, "%s: '%s'", what, text);
  return false;
}

/* --- parsing --- */

static const char *skip(const char *s) { return s + strspn(s, " \t"); }

static const char *separator(const char *s) {
  for (; *s; s++)
    if (*s == ':' && strchr(" \t", s[1])) return s;              /* also matches the end of the text */
  return NULL;
}

static void add_arg(Expect *e, const char *arg) {
  /* argv entries are never written to; main's type has no const. */
  union { const char *in; char *out; } word = { arg };
  e->argv[e->argc++] = word.out;
}

static void arguments(Arena *a, Expect *e, const char *text, size_t len) {
  int n;
  char **words = opt_split(a, arena_strndup(a, text, len), &n);
  e->argv = ARENA_ARRAY(a, char *, (size_t)n + 8);
  for (int i = 0; i < n; i++) {
    if (i == 0 && words[0][0] != '-') {
      e->algo = words[0];
      add_arg(e, "--algo");
    }
    add_arg(e, words[i]);
    if (i && strcmp(words[i - 1], "--algo") == 0) e->algo = words[i];
    if (strncmp(words[i], "--algo=", 7) == 0) e->algo = words[i] + 7;
  }
}

static bool diagnostic(Arena *a, Expect *e, const char *s) {
  char *end;
  e->form = EXPECT_DIAGNOSTIC;
  e->line = (uint32_t)strtoul(s, &end, 10);
  if (end == s || *end != ':') return wrong(a, e, "a diagnostic needs its place, as in `diagnostic 7:3 unknown name`", s);
  s = end + 1;
  e->col = (uint32_t)strtoul(s, &end, 10);
  if (end == s) return wrong(a, e, "a diagnostic needs its place, as in `diagnostic 7:3 unknown name`", s);
  e->text = skip(end);
  return true;
}

static bool counts(Arena *a, Expect *e, const char *text) {
  char *s;
  e->form = EXPECT_COUNT;
  e->executions = strtoull(text, &s, 10);
  const char *rest = skip(s);
  size_t n = strncmp(rest, "executions", 10) == 0 ? 10 : strncmp(rest, "execution", 9) == 0 ? 9 : 0;
  rest = skip(rest + n);
  if (n && *rest == '+') {
    e->blocked = strtoull(skip(rest + 1), &s, 10);
    rest = skip(s);
    rest = strncmp(rest, "blocked", 7) == 0 ? skip(rest + 7) : "?";
  }
  if (!n || *rest) return wrong(a, e, "a count reads `n executions` or `n executions + k blocked`, not", text);
  add_arg(e, "--all");
  return true;
}

static bool is_kind(const char *word) {
  for (size_t i = 0; i < NKINDS; i++)
    if (strcmp(kinds[i], word) == 0) return true;
  return false;
}

static bool unknown_kind(Arena *a, Expect *e, const char *word) {
  const char *near = diag_nearest(word, kinds, NKINDS);
  if (near) e->error = arena_printf(a, "unknown kind '%s'; did you mean '%s'?", word, near);
  else e->error = arena_printf(a, "unknown kind '%s'; there are ok, violation, deadlock, error, race, unread, cover, incomplete", word);
  return false;
}

static bool one_kind(Arena *a, Expect *e, const char *text) {
  int n;
  char **words = opt_split(a, text, &n);
  if (n == 0) return wrong(a, e, "an expectation needs a kind after the colon", text);
  if (!is_kind(words[0])) return unknown_kind(a, e, words[0]);
  if (n > 2 || (n == 2 && strcmp(words[0], "violation") != 0)) return wrong(a, e, "one kind at a time, separated by commas", text);
  if (e->nkinds == EXPECT_KINDS) return wrong(a, e, "too many kinds", text);
  e->kinds[e->nkinds++] = (ExpectKind){ words[0], n == 2 ? words[1] : NULL };
  if (strcmp(words[0], "race") == 0) add_arg(e, "--races=error");
  if (strcmp(words[0], "unread") == 0) add_arg(e, "--unread=error");
  return true;
}

static bool verdict(Arena *a, Expect *e, const char *s) {
  e->form = EXPECT_VERDICT;
  for (bool more = true; more;) {
    size_t len = strcspn(s, ",");
    more = s[len] == ',';
    if (!one_kind(a, e, arena_strndup(a, s, len))) return false;
    s += len + more;
  }
  if (e->nkinds > 1) add_arg(e, "--all");
  return true;
}

bool expect_parse(Arena *a, const char *text, Expect *e) {
  *e = (Expect){ 0 };
  const char *colon = separator(text);
  if (!colon) return wrong(a, e, "an expectation has a colon and a blank before what is expected", skip(text));
  arguments(a, e, text, (size_t)(colon - text));
  const char *s = skip(colon + 1);
  if (strncmp(s, "diagnostic", 10) == 0 && strchr(" \t", s[10])) return diagnostic(a, e, skip(s + 10));
  if (*s >= '0' && *s <= '9') return counts(a, e, s);
  return verdict(a, e, s);
}

/* --- judging --- */

static void say(char *got, size_t size, const char *fmt, const char *x) {
  size_t n = strlen(got);
  snprintf(got + n, size - n, fmt, x);
}

static bool named(const ExFinding *f) { return f->name && find_exit(f->what) == 10; }

static void describe(const Check *c, char *got, size_t size) {
  for (size_t i = 0; i < c->nfindings; i++) {
    const ExFinding *f = c->findings[i];
    if (i) say(got, size, "%s", ", ");
    say(got, size, "%s", find_kind(f->what));
    if (named(f)) say(got, size, " %s", f->name);
  }
  if (c->nfindings) return;
  say(got, size, "%s", c->verdict);
  if (c->exit == 20) say(got, size, "(%s)", c->result.limit ? c->result.limit : "stopped");
}

static bool fits(const ExpectKind *k, const ExFinding *f) {
  return strcmp(k->kind, find_kind(f->what)) == 0 && (!k->name || (f->name && strcmp(k->name, f->name) == 0));
}

/* Every finding is expected and everything expected was found. */
static bool verdict_met(const Expect *e, const Check *c) {
  if (c->nfindings == 0) return e->nkinds == 1 && strcmp(e->kinds[0].kind, c->verdict) == 0;
  for (size_t i = 0; i < c->nfindings; i++) {
    bool any = false;
    for (int k = 0; k < e->nkinds; k++) any |= fits(&e->kinds[k], c->findings[i]);
    if (!any) return false;
  }
  for (int k = 0; k < e->nkinds; k++) {
    bool any = false;
    for (size_t i = 0; i < c->nfindings; i++) any |= fits(&e->kinds[k], c->findings[i]);
    if (!any) return false;
  }
  return true;
}

/* A search ends with its first finding, which need not be the one that is meant. */
static void both(const Expect *e, const Check *c, char *got, size_t size) {
  const ExpectKind *k = e->kinds;
  bool fails = strcmp(k->kind, "ok") != 0 && strcmp(k->kind, "incomplete") != 0;
  if (e->nkinds != 1 || !fails || c->nfindings != 1 || c->opt.limits.all || strcmp(k->kind, c->kind) == 0) return;
  say(got, size, ", which was met first and ended the search; if the model has both: `expect: %s", k->kind);
  if (k->name) say(got, size, " %s", k->name);
  say(got, size, ", %s`", c->kind);
}

static bool count_met(const Expect *e, const Check *c, char *got, size_t size) {
  const ExStats *s = &c->result.stats;
  if (!c->result.complete) {
    describe(c, got, size);
    return false;
  }
  snprintf(got, size, "%llu executions", (unsigned long long)s->executions);
  size_t n = strlen(got);
  if (s->blocked || e->blocked) snprintf(got + n, size - n, " + %llu blocked", (unsigned long long)s->blocked);
  return s->executions == e->executions && s->blocked == e->blocked;
}

static bool diagnostic_met(const Expect *e, const Check *c, char *got, size_t size) {
  const Diags *d = &c->model.diags;
  for (size_t i = 0; i < d->count; i++) {
    Place at = src_place(&c->model.sources, d->items[i].span);
    if (at.line == e->line && at.col == e->col && strstr(d->items[i].message, e->text)) return true;
    char one[400];
    snprintf(one, sizeof one, "%s%u:%u %s", i ? "; " : "", at.line, at.col, d->items[i].message);
    say(got, size, "%s", one);
  }
  if (!d->count) say(got, size, "%s", "no diagnostic");
  return false;
}

static void first_error(const Check *c, char *got, size_t size) {
  const Diags *d = &c->model.diags;
  for (size_t i = 0; i < d->count; i++) {
    if (d->items[i].severity != DIAG_ERROR) continue;
    Place at = src_place(&c->model.sources, d->items[i].span);
    snprintf(got, size, "does not compile: %u:%u %s", at.line, at.col, d->items[i].message);
    return;
  }
  snprintf(got, size, "does not compile");
}

bool expect_met(const Expect *e, const Check *c, ModelStatus status, char *got, size_t size) {
  got[0] = 0;
  if (e->form == EXPECT_DIAGNOSTIC) return diagnostic_met(e, c, got, size);
  if (status == MODEL_WRONG) first_error(c, got, size);
  else if (status == MODEL_USAGE) snprintf(got, size, "%s", c->opt.error);
  else if (status == MODEL_UNREADABLE) snprintf(got, size, "%s", c->model.why);
  else if (e->form == EXPECT_COUNT) return count_met(e, c, got, size);
  else {
    describe(c, got, size);
    if (verdict_met(e, c)) return true;
    both(e, c, got, size);
  }
  return false;
}
