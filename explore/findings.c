/* explore/findings.c -- see findings.h. */
#include "explore/findings.h"
#include <string.h>

static const struct { const char *word, *kind; int exit, rank; } whats[FIND_COUNT] = {
  [FIND_ERROR]     = { "error",     "error",     14, 0 },
  [FIND_ASSERT]    = { "assert",    "violation", 10, 1 },
  [FIND_INVARIANT] = { "invariant", "violation", 10, 1 },
  [FIND_FINALLY]   = { "finally",   "violation", 10, 1 },
  [FIND_CRITICAL]  = { "critical",  "violation", 10, 1 },
  [FIND_DEADLOCK]  = { "deadlock",  "deadlock",  11, 2 },
  [FIND_RACE]      = { "race",      "race",      12, 3 },
  [FIND_UNREAD]    = { "unread",    "unread",    13, 4 },
  [FIND_COVER]     = { "cover",     "cover",     15, 5 },
};

const char *find_word(ExWhat w) { return whats[w].word; }
const char *find_kind(ExWhat w) { return whats[w].kind; }
int find_exit(ExWhat w) { return whats[w].exit; }
int find_rank(ExWhat w) { return whats[w].rank; }

void find_init(ExFindings *f) { *f = (ExFindings){ 0 }; }

static bool same_text(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }
static bool same_place(Span a, Span b) { return a.file == b.file && a.start == b.start; }

ExFinding *find_same(const ExFindings *f, const ExFinding *like) {
  for (ExFinding *x = f->first; x; x = x->next)
    if (x->what == like->what && x->key == like->key && same_place(x->span, like->span) &&
        same_place(x->span2, like->span2) && same_text(x->name, like->name) && same_text(x->code, like->code)) return x;
  return NULL;
}

static const char *copy(Arena *a, const char *s) { return s ? arena_strndup(a, s, strlen(s)) : NULL; }

ExFinding *find_add(ExFindings *f, Arena *a, const ExFinding *like) {
  ExFinding *x = ARENA_NEW(a, ExFinding);
  *x = *like;
  x->name = copy(a, like->name);
  x->code = copy(a, like->code);
  x->text = copy(a, like->text);
  x->count = 1;
  x->next = NULL;
  if (!f->last) f->last = &f->first;
  *f->last = x;
  f->last = &x->next;
  f->count++;
  return x;
}
