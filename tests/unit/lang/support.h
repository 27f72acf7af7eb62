/* tests/unit/lang/support.h -- one compilation for a test: text in, tree and diagnostics out. */
#ifndef TESTS_UNIT_LANG_SUPPORT_H
#define TESTS_UNIT_LANG_SUPPORT_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lang/parse.h"
#include "lang/print.h"

typedef struct {
  Arena arena;
  Intern names;
  Sources sources;
  Diags diags;
  ParseContext ctx;
  Source *src;
  Ast ast;
} Job;

static inline const char *job_library(const char *name, size_t *len) {
  static const char sync[] = "record cond { set<pid> waiting }\n";
  if (strcmp(name, "std.sync") != 0 && strcmp(name, "std.atomic") != 0) return NULL;
  *len = sizeof sync - 1;
  return sync;
}

static inline void job_init(Job *j) {
  arena_init(&j->arena);
  intern_init(&j->names, &j->arena);
  src_init(&j->sources, &j->arena);
  diag_init(&j->diags, &j->arena, &j->sources);
  j->ctx = (ParseContext){&j->arena, &j->names, &j->sources, &j->diags, job_library};
}

static inline void job_parse_n(Job *j, const char *text, size_t len) {
  job_init(j);
  j->src = src_add_text(&j->sources, "test.d", text, len);
  j->ast = parse_file(&j->ctx, j->src);
}

static inline void job_parse(Job *j, const char *text) { job_parse_n(j, text, strlen(text)); }

static inline void job_done(Job *j) { arena_deinit(&j->arena); }

/* "E0107 3:5", all of them, separated by blanks; a thesis copy adds "$k". */
static inline const char *job_errors(Job *j) {
  const char *s = "";
  for (size_t i = 0; i < j->diags.count; i++) {
    Place p = src_place(&j->sources, j->diags.items[i].span);
    s = arena_printf(&j->arena, "%s%s%s %u:%u", s, *s ? " " : "", j->diags.items[i].code, p.line, p.col);
    if (p.copy >= 0) s = arena_printf(&j->arena, "%s$%d", s, p.copy);
  }
  return s;
}

static inline char *job_print(Job *j, const Ast *ast, const Source *src) {
  char *text;
  size_t len;
  FILE *f = open_memstream(&text, &len);
  print_file(ast, src, &j->arena, f);
  fclose(f);
  char *copy = arena_strndup(&j->arena, text, len);
  free(text);
  return copy;
}

static inline char *job_report(Job *j) {
  char *text;
  size_t len;
  FILE *f = open_memstream(&text, &len);
  diag_print(&j->diags, f, false);
  fclose(f);
  char *copy = arena_strndup(&j->arena, text, len);
  free(text);
  return copy;
}

/* NULL when TEXT prints, parses back to an equal tree, and prints the same again; else what went wrong. */
static inline const char *round_trip(const char *text, char *printed, size_t room) {
  Job j;
  job_parse(&j, text);
  const char *wrong = NULL;
  printed[0] = 0;
  if (j.diags.errors) {
    snprintf(printed, room, "%s", job_report(&j));
    wrong = "does not parse";
  } else {
    char *once = job_print(&j, &j.ast, j.src);
    Source *again = src_add_text(&j.sources, "again.d", once, strlen(once));
    Ast ast = parse_file(&j.ctx, again);
    char *twice = job_print(&j, &ast, again);
    if (j.diags.errors) wrong = "the printed text does not parse";
    else if (!ast_equal(j.ast.file, ast.file)) wrong = "the tree changed";
    else if (strcmp(once, twice) != 0) wrong = "printing twice differs";
    snprintf(printed, room, "%s", once);
  }
  job_done(&j);
  return wrong;
}
#endif
