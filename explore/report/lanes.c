/* explore/report/lanes.c -- where lanes, places and statements stand.
 * A row has the words of one lane only, so lanes need not be as wide as their words: words may run over the lanes to their
 * right, and few rows may wrap theirs. Tried in turn (see `tries`), until everything fits the width: lanes, as wide as they
 * can be; one column with names; words below names. */
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "explore/report/lanes.h"

#define OUTLIER 64
#define LANE_LEAST 8
#define SOURCE_LEAST 16
#define WORDS_LEAST 28                       /* columns worth wrapping words into */
#define INDENT 2                             /* the mark, and a blank */
#define DEFAULT_WIDTH 100

size_t layout_width(const Options *o) {
  struct winsize w;
  if (o->width) return o->width;
  if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col) return w.ws_col < 20 ? 20 : w.ws_col;
  return DEFAULT_WIDTH;
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }
static size_t most(size_t a, size_t b) { return a > b ? a : b; }

/* SOURCE columns for statements, where one row in WRAPPED (0: none) may have words that do not fit, and lanes are as wide as
 * their words (APART) or may be narrower. */
static const struct { size_t source, wrapped; bool apart; } tries[] = {
  { 20, 0, true }, { 28, 0, false }, { 20, 0, false }, { 24, 8, false }, { 16, 8, false }, { 0, 0, false }, { 0, 8, false }
};
#define TRIES (sizeof tries / sizeof *tries)

typedef struct { const LayoutTask *t; size_t left, place, source; size_t ideal[LANES_MOST]; size_t *ends; } Plan;

static Plan plan_of(const LayoutTask *t, size_t *ends) {
  Plan p = { .t = t, .left = INDENT + t->number + GUTTER, .place = least(t->place, PLACE_MOST), .ends = ends };
  for (size_t i = 0; i < t->nlanes && i < LANES_MOST; i++) p.ideal[i] = t->names[i];
  for (size_t i = 0; i < t->nrows; i++) {
    const RowSize *r = &t->rows[i];
    p.source = most(p.source, least(r->source, SOURCE_MOST));
    if (r->lane < 0 || r->lane >= LANES_MOST || r->words > OUTLIER) continue;
    p.ideal[r->lane] = most(p.ideal[r->lane], r->words);
  }
  return p;
}

/* What is left for statements when places begin at AT; SIZE_MAX: not even places fit. */
static size_t room(const Plan *p, size_t at) {
  size_t end = at + p->place;
  if (end > p->t->width) return SIZE_MAX;
  return end + GUTTER < p->t->width ? p->t->width - end - GUTTER : 0;
}

static size_t begins(const Plan *p, const Layout *l, const RowSize *r) {
  return l->kind != LAYOUT_LANES ? l->at[0] : r->lane < 0 ? p->left : l->at[r->lane];
}

/* Where words end when those of one row in WRAPPED, and the rest of those far too long, are wrapped. Requires: words begin at l->at. */
static size_t words_end(const Plan *p, const Layout *l, size_t wrapped) {
  const LayoutTask *t = p->t;
  size_t end = l->at[0] + LANE_LEAST, left = wrapped ? t->nrows / wrapped + 1 : 0;
  memset(p->ends, 0, (t->width + 1) * sizeof *p->ends);
  for (size_t i = 0; i < t->nrows; i++) {
    size_t words = least(t->rows[i].words, OUTLIER);
    p->ends[least(begins(p, l, &t->rows[i]) + words, t->width)]++;
  }
  for (size_t k = t->width + 1; k-- > end;) {
    if (p->ends[k] > left) return k;
    left -= p->ends[k];
  }
  return end;
}

/* Is there room enough to wrap the words that END cuts? */
static bool wraps(const Plan *p, const Layout *l, size_t end) {
  for (size_t i = 0; i < p->t->nrows; i++) {
    size_t at = begins(p, l, &p->t->rows[i]);
    if (at + p->t->rows[i].words > end && at + WORDS_LEAST > end) return false;
  }
  return true;
}

/* Places right after END: is there room for them and SOURCE columns of statements? */
static bool fits(const Plan *p, size_t end, size_t source, Layout *l) {
  if (!wraps(p, l, end)) end = l->at[l->kind == LAYOUT_LANES ? p->t->nlanes - 1 : 0] + WORDS_LEAST;
  size_t left = room(p, end + GUTTER);
  if (left == SIZE_MAX || left < least(source, p->source)) return false;
  l->place = end + GUTTER;
  l->source = source ? least(left, p->source) : 0;
  return true;
}

/* --- lanes --- */

/* Lanes of at most CAP columns; the last name, or bar, ends where this returns. */
static size_t stand(const Plan *p, size_t cap, Layout *l) {
  const LayoutTask *t = p->t;
  size_t at = p->left, end = at;
  l->kind = LAYOUT_LANES;
  l->stairs = false;
  for (size_t i = 0; i < t->nlanes; i++) {
    size_t w = least(p->ideal[i], cap);
    l->at[i] = at;
    l->stairs |= t->names[i] > w;
    end = most(end, at + t->names[i]);
    at += w + GUTTER;
  }
  return end;
}

static bool lanes(const Plan *p, size_t source, size_t wrapped, bool apart, Layout *l) {
  size_t cap = LANE_LEAST;
  for (size_t i = 0; i < p->t->nlanes; i++) cap = most(cap, p->ideal[i]);
  for (; cap >= LANE_LEAST; cap--) {
    size_t end = stand(p, cap, l);
    if (fits(p, most(end, words_end(p, l, wrapped)), source, l)) return true;
    if (apart) break;
  }
  return false;
}

/* --- one column --- */

static bool column(const Plan *p, size_t source, size_t wrapped, Layout *l) {
  size_t longest = 1;
  for (size_t i = 0; i < p->t->nlanes; i++) longest = most(longest, p->t->names[i]);
  l->kind = LAYOUT_COLUMN;
  l->stairs = false;
  l->names = least(longest, NAME_MOST);
  l->at[0] = p->left + l->names + GUTTER;
  return fits(p, words_end(p, l, wrapped), source, l);
}

Layout layout_of(const LayoutTask *t, Arena *a) {
  Plan p = plan_of(t, ARENA_ARRAY(a, size_t, t->width + 2));
  Layout l = { 0 };
  for (size_t i = 0; i < TRIES && t->nlanes && t->nlanes <= LANES_MOST; i++) 
    if (lanes(&p, tries[i].source, tries[i].wrapped, tries[i].apart, &l)) return l;
  for (size_t i = 0; i < TRIES; i++) if (column(&p, tries[i].source, tries[i].wrapped, &l)) return l;
  if (l.at[0] + WORDS_LEAST + GUTTER + p.place <= t->width) return l.place = t->width - p.place, l;
  return (Layout){ .kind = LAYOUT_STACKED, .at = { p.left }, .place = t->width };
}
