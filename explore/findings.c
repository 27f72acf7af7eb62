/* explore/findings.c -- see findings.h. */
#include "explore/findings.h"
#include <string.h>

static const struct { const char *word, *kind; int exit, rank; } whats[FIND_COUNT] = {
  [FIND_ERROR]     = { "error",     "error",     14, 0 },
  [FIND_ASSERT]    = { "assert",    "violation", 10, 1 },
  [FIND_INVARIANT] = { "invariant", "violation", 10, 1 },
  [FIND_FINALLY]   = { "finally",   "violation", 10, 1 },
  [FIND_CRITICAL]  = { "critical",  "violation", 10, 1 },
  [FIND_PROGRESS]  = { "progress",  "violation", 10, 1 },
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

static void append(ExFindings *f, ExFinding *x) {
  x->next = NULL;
  if (!f->last) f->last = &f->first;
  *f->last = x;
  f->last = &x->next;
  f->count++;
}

void find_unite(ExFindings *f, ExFindings *from, bool sum) {
  for (ExFinding *x = from->first, *next; x; x = next) {
    ExFinding *known = find_same(f, x);
    next = x->next;
    if (!known) append(f, x);
    else if (sum) known->count += x->count;
    else if (x->count > known->count) known->count = x->count;
  }
  find_init(from);
}

static int by_place(Span a, Span b) {
  if (a.file != b.file) return a.file < b.file ? -1 : 1;
  return a.start < b.start ? -1 : a.start > b.start;
}
static int by_text(const char *a, const char *b) { return strcmp(a ? a : "", b ? b : ""); }

static int order(const ExFinding *a, const ExFinding *b) {
  int c = find_rank(a->what) - find_rank(b->what);
  if (!c) c = by_place(a->span, b->span);
  if (!c) c = by_text(a->name, b->name);
  if (!c) c = a->key < b->key ? -1 : a->key > b->key;
  if (!c) c = by_place(a->span2, b->span2);
  if (!c) c = (int)a->what - (int)b->what;
  return c ? c : by_text(a->code, b->code);
}

/* Insertion: there are few. */
void find_sort(ExFindings *f) {
  ExFinding *sorted = NULL;
  for (ExFinding *x = f->first, *next; x; x = next) {
    ExFinding **at = &sorted;
    while (*at && order(*at, x) <= 0) at = &(*at)->next;
    next = x->next;
    x->next = *at;
    *at = x;
  }
  find_init(f);
  for (ExFinding *x = sorted, *next; x; x = next) {
    next = x->next;
    append(f, x);
  }
}

static const char *copy(Arena *a, const char *s) { return s ? arena_strndup(a, s, strlen(s)) : NULL; }

ExFinding *find_add(ExFindings *f, Arena *a, const ExFinding *like) {
  ExFinding *x = ARENA_NEW(a, ExFinding);
  *x = *like;
  x->name = copy(a, like->name);
  x->code = copy(a, like->code);
  x->text = copy(a, like->text);
  x->count = 1;
  append(f, x);
  return x;
}
