/* explore/test_show.c -- see test_show.h. No times here: the same tests print the same bytes. */
#include "explore/test_show.h"
#include <string.h>

#define MANY_RESULTS 20          /* from so many in several directories on there is a sum for each */

static const char *place(const TestShow *s, const char *path, const TestRecord *r) {
  return r->line ? arena_printf(s->arena, "%s:%u", path, r->line) : path;
}

static void put_row(const TestShow *s, const char *path, const TestRecord *r, int width) {
  const char *word = r->kind == 'P' ? "ok  " : r->kind == 'F' ? "FAIL" : "skip";
  const char *code = r->kind == 'P' ? "\033[32m" : r->kind == 'F' ? "\033[1;31m" : "\033[33m";
  printf("%s%s%s  %-*s  %s\n", s->color ? code : "", word, s->color ? "\033[0m" : "", width, place(s, path, r), r->what);
}

/* A model that does not compile fails each of its lines, for one reason. */
static bool said_already(const TestShow *s, const TestRecord *r) {
  return s->said && strncmp(r->got, "does not compile", 16) == 0 && strcmp(s->said, r->got) == 0;
}

/* What a failure was, and how to see it. */
static void put_failure(TestShow *s, const TestRecord *r) {
  if (said_already(s, r)) return;
  s->said = r->got;
  if (*r->expected) printf("      expected  %s\n", r->expected);
  if (*r->got) printf("      got       %s\n", r->got);
  if (*r->command) printf("      see       %s\n", r->command);
}

/* --- by directory --- */

static TestCounts *counts_of(TestShow *s, const char *path) {
  const char *slash = strrchr(path, '/');
  const char *name = slash ? arena_strndup(s->arena, path, (size_t)(slash - path)) : ".";
  for (size_t i = 0; i < s->dirs.count; i++)
    if (strcmp(s->dirs.at[i].name, name) == 0) return &s->dirs.at[i].n;
  VEC_PUSH(s->arena, &s->dirs, ((TestDir){ .name = name }));
  return &s->dirs.at[s->dirs.count - 1].n;
}

static void count(TestCounts *n, char kind) { *(kind == 'P' ? &n->passed : kind == 'F' ? &n->failed : &n->skipped) += 1; }

static void put_dirs(const TestShow *s) {
  int width = 0;
  for (size_t i = 0; i < s->dirs.count; i++)
    if ((int)strlen(s->dirs.at[i].name) > width) width = (int)strlen(s->dirs.at[i].name);
  for (size_t i = 0; i < s->dirs.count; i++) {
    const TestCounts *n = &s->dirs.at[i].n;
    printf("%s%-*s  %5zu passed", i ? "" : "\n", width, s->dirs.at[i].name, n->passed);
    if (n->failed) printf(", %zu failed", n->failed);
    if (n->skipped) printf(", %zu skipped", n->skipped);
    putchar('\n');
  }
  putchar('\n');
}

/* --- files --- */

void show_file(TestShow *s, const char *path, const TestRecords *r) {
  int width = 0;
  TestCounts *dir = counts_of(s, path);
  s->said = NULL;
  for (size_t i = 0; i < r->count; i++) {
    int n = (int)strlen(place(s, path, &r->at[i]));
    if (n > width) width = n;
  }
  for (size_t i = 0; i < r->count; i++) {
    count(&s->n, r->at[i].kind);
    count(dir, r->at[i].kind);
    if (r->at[i].kind == 'F' || !s->quiet) put_row(s, path, &r->at[i], width);
    if (r->at[i].kind == 'F') put_failure(s, &r->at[i]);
  }
  if (s->junit) junit_file(s->junit, path, r);
}

void show_end(TestShow *s) {
  if (!s->quiet && s->dirs.count > 1 && s->n.passed + s->n.failed + s->n.skipped >= MANY_RESULTS) put_dirs(s);
  if (s->n.skipped) printf("%zu skipped\n", s->n.skipped);
  printf("%zu passed, %zu failed\n", s->n.passed, s->n.failed);
}
