/* tests/unit/explore/shown.h -- for tests of reporters: a model from text, searched, with its traces; and what a reporter prints. */
#ifndef TESTS_SHOWN_H
#define TESTS_SHOWN_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "explore/report/report.h"

typedef struct { Check c; Report r; char *text; size_t len; FILE *out; } Shown;

/* OPTIONS: words, at most a few. False: it did not compile, or the options were refused. */
static inline bool shown_open(Shown *s, const char *model, const char *options) {
  int argc;
  memset(s, 0, sizeof *s);
  s->c.path = "test.d";
  if (model_open_text(&s->c.model, "test.d", model, strlen(model)) != MODEL_OK) return false;
  char **argv = opt_split(&s->c.model.arena, options, &argc);
  if (model_options(&s->c.model, &s->c.opt, CMD_CHECK, argc, argv) != MODEL_OK) return false;
  
  if (model_compile(&s->c.model, &s->c.opt) != MODEL_OK || check_search(&s->c) != MODEL_OK) return false;
  s->r.check = &s->c;
  s->r.traces = ARENA_ARRAY(&s->c.model.arena, ExTrace *, s->c.nfindings + 1);
  for (size_t i = 0; i < s->c.nfindings; i++)
    if (s->c.findings[i]->has_schedule)
      s->r.traces[i] = trace_build(s->c.model.program, &s->c.opt.limits, s->c.findings[i], 0, &s->c.model.arena);
  s->out = open_memstream(&s->text, &s->len);
  return s->out != NULL;
}

static inline const char *shown_text(Shown *s) { return fflush(s->out), s->text; }

static inline void shown_close(Shown *s) {
  if (s->out) fclose(s->out);
  free(s->text);
  check_close(&s->c);
}
#endif
