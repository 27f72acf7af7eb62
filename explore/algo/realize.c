/* explore/algo/realize.c -- see realize.h.
 * Rows hold the transitive closure at every moment, so that a question is one bit and a contradiction shows at once. Up to 64
 * events a row is one word; that case is what searches live on and has its own inner loops.
 * The search tries one side of a disjunction at a time. It keeps a log of changed words rather than copies of the rows:
 * along one path every bit is set once at most, while copies would cost n * n/64 words for each open try. */
#include "explore/algo/realize.h"
#include <assert.h>
#include <string.h>

typedef enum { INS_OK, INS_CYCLE, INS_NOMEM } Inserted;

#define BIT(x) ((uint64_t)1 << ((x) & 63))
static uint32_t lowest(uint64_t w) { return (uint32_t)__builtin_ctzll(w); }
static uint32_t highest(uint64_t w) { return 63 - (uint32_t)__builtin_clzll(w); }

/* --- tables --- */

void real_init(Realize *z, Mem *m) { *z = (Realize){ .mem = m, .words = 1, .budget = REAL_BUDGET_DEFAULT }; }

void real_deinit(Realize *z) {
  mem_free(z->mem, z->after, z->cap_after * sizeof *z->after);
  mem_free(z->mem, z->before, z->cap_before * sizeof *z->before);
  mem_free(z->mem, z->open, z->cap_open * sizeof *z->open);
  mem_free(z->mem, z->log, z->cap_log * sizeof *z->log);
  mem_free(z->mem, z->frame, z->cap_frame * sizeof *z->frame);
  mem_free(z->mem, z->list, z->cap_list * sizeof *z->list);
  mem_free(z->mem, z->bits, z->cap_bits * sizeof *z->bits);
  *z = (Realize){ .mem = z->mem, .words = 1 };
}

static bool grow(Realize *z, void *array, size_t *cap, size_t size, size_t want) {
  return want <= *cap || mem_grow(z->mem, array, cap, size, want);
}

static uint32_t words_for(uint32_t n) { return n <= 64 ? 1 : (n - 1) / 64 + 1; }

static bool room(Realize *z, uint32_t n) {
  size_t words = words_for(n), all = n * words;
  if (!grow(z, &z->after, &z->cap_after, sizeof *z->after, all)) return false;
  if (!grow(z, &z->before, &z->cap_before, sizeof *z->before, all)) return false;
  return words == 1 || (grow(z, &z->list, &z->cap_list, sizeof *z->list, (size_t)4 * n) &&
                        grow(z, &z->bits, &z->cap_bits, sizeof *z->bits, 2 * words));
}

static void clear(uint64_t *row, size_t words) { if (words) memset(row, 0, words * sizeof *row); }

bool real_begin(Realize *z, uint32_t n) {
  if (!room(z, n)) return false;
  z->n = n;
  z->words = words_for(n);
  z->nopen = 0;
  z->cycle = false;
  clear(z->after, (size_t)n * z->words);
  clear(z->before, (size_t)n * z->words);
  return true;
}

/* N rows of OLD words get WORDS words each, in place: from the last one, since each moves up. */
static void widen(uint64_t *row, uint32_t n, uint32_t old, uint32_t words) {
  for (uint32_t x = n; x-- > 0;) {
    memmove(row + (size_t)x * words, row + (size_t)x * old, old * sizeof *row);
    clear(row + (size_t)x * words + old, words - old);
  }
}

bool real_grow(Realize *z, uint32_t n) {
  assert(z->n <= n);
  if (!room(z, n)) return false;
  uint32_t words = words_for(n);
  if (words != z->words) {
    widen(z->after, z->n, z->words, words);
    widen(z->before, z->n, z->words, words);
  }
  size_t from = (size_t)z->n * words, more = (size_t)(n - z->n) * words;
  clear(z->after + from, more);
  clear(z->before + from, more);
  z->n = n;
  z->words = words;
  return true;
}

bool real_copy(Realize *to, const Realize *from) {
  size_t all = (size_t)from->n * from->words;
  to->cycle = true;
  if (!room(to, from->n) || !grow(to, &to->open, &to->cap_open, sizeof *to->open, from->nopen)) return false;
  to->n = from->n;
  to->words = from->words;
  to->nopen = from->nopen;
  to->cycle = from->cycle;
  to->budget = from->budget;
  if (all) memcpy(to->after, from->after, all * sizeof *to->after);
  if (all) memcpy(to->before, from->before, all * sizeof *to->before);
  if (to->nopen) memcpy(to->open, from->open, to->nopen * sizeof *to->open);
  return true;
}

/* --- edges. The functions below with parameters ONE (rows of one word) and LOGGED (the search is changing the rows) are
 *     inlined with constants for them. --- */

static inline bool leads(const Realize *z, bool one, uint32_t a, uint32_t b) { return one ? z->after[a] >> b & 1 : real_before(z, a, b); }

static inline void put(Realize *z, uint64_t *word, uint64_t more, bool logged) {
  if (logged) z->log[z->nlog++] = (RealChange){ word, *word };
  *word |= more;
}

static bool log_room(Realize *z, size_t more) { return grow(z, &z->log, &z->cap_log, sizeof *z->log, z->nlog + more); }

/* A -> b is new: all up to A come before all from B on. Whoever was before B already has all that B has. */
static inline bool close_one(Realize *z, uint32_t a, uint32_t b, bool logged) {
  uint64_t up = z->before[a] | BIT(a), down = z->after[b] | BIT(b);
  uint64_t xs = up & ~z->before[b], ys = down & ~z->after[a];
  if (logged && !log_room(z, 128)) return false;
  for (; xs; xs &= xs - 1) put(z, &z->after[lowest(xs)], down, logged);
  for (; ys; ys &= ys - 1) put(z, &z->before[lowest(ys)], up, logged);
  return true;
}

/* INTO gets all of FROM, and X. */
static inline bool join(Realize *z, uint64_t *into, const uint64_t *from, uint32_t x, bool logged) {
  if (logged && !log_room(z, z->words)) return false;
  for (uint32_t w = 0; w < z->words; w++) {
    uint64_t more = from[w] | (w == x >> 6 ? BIT(x) : 0);
    if (more & ~into[w]) put(z, &into[w], more, logged);
  }
  return true;
}

/* One direction: in ROWS, TO and all that its BACK row names get what FROM has there, and FROM; unless they have it. The rows
 * that are read do not change: FROM is not among those that get, nor TO's own BACK row among ROWS that do. */
static inline bool spread(Realize *z, uint64_t *rows, const uint64_t *back, uint32_t to, uint32_t from, bool logged) {
  const uint64_t *these = back + (size_t)to * z->words, *give = rows + (size_t)from * z->words;
  if (!join(z, rows + (size_t)to * z->words, give, from, logged)) return false;
  for (uint32_t w = 0; w < z->words; w++)
    for (uint64_t xs = these[w]; xs; xs &= xs - 1) {
      uint64_t *row = rows + (size_t)(64 * w + lowest(xs)) * z->words;
      if (!(row[from >> 6] & BIT(from)) && !join(z, row, give, from, logged)) return false;
    }
  return true;
}

static inline bool close_many(Realize *z, uint32_t a, uint32_t b, bool logged) {
  return spread(z, z->after, z->before, a, b, logged) && spread(z, z->before, z->after, b, a, logged);
}

static inline Inserted insert(Realize *z, uint32_t a, uint32_t b, bool one, bool logged) {
  if (leads(z, one, a, b)) return INS_OK;
  if (a == b || leads(z, one, b, a)) return INS_CYCLE;
  z->spent++;
  return (one ? close_one(z, a, b, logged) : close_many(z, a, b, logged)) ? INS_OK : INS_NOMEM;
}

bool real_edge(Realize *z, uint32_t a, uint32_t b) {
  assert(a < z->n && b < z->n);
  if (z->cycle) return false;
  Inserted i = z->words == 1 ? insert(z, a, b, true, false) : insert(z, a, b, false, false);
  z->cycle = i == INS_CYCLE;
  return !z->cycle;
}

bool real_either(Realize *z, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  assert(a < z->n && b < z->n && c < z->n && d < z->n);
  if (real_before(z, a, b) || real_before(z, c, d)) return true;
  if (!grow(z, &z->open, &z->cap_open, sizeof *z->open, z->nopen + 1)) return false;
  z->open[z->nopen++] = (RealEither){ a, b, c, d };
  return true;
}

/* --- saturation --- */

/* Fulfilled ones go behind the open ones rather than away: a search that goes back opens them again by their number. */
static inline void fulfilled(Realize *z, size_t i) {
  RealEither e = z->open[i];
  z->open[i] = z->open[--z->nopen];
  z->open[z->nopen] = e;
}

static inline bool never(const Realize *z, bool one, uint32_t a, uint32_t b) { return a == b || leads(z, one, b, a); }

/* A pass looks at the first BOUND disjunctions; those beyond were looked at since the newest edge. */
static inline Inserted saturate(Realize *z, bool one, bool logged) {
  for (size_t bound = z->nopen;;) {
    size_t stale = 0;                        /* so many at the front were last looked at before the newest edge */
    for (size_t i = 0; i < bound;) {
      const RealEither e = z->open[i];
      bool met = leads(z, one, e.a, e.b) || leads(z, one, e.c, e.d);
      if (!met) {
        bool left = never(z, one, e.a, e.b);
        if (!left && !never(z, one, e.c, e.d)) { i++; continue; }
        Inserted ins = left ? insert(z, e.c, e.d, one, logged) : insert(z, e.a, e.b, one, logged);
        if (ins != INS_OK) return ins;
        stale = i;
        bound = z->nopen;
      }
      fulfilled(z, i);
      if (bound > z->nopen) bound = z->nopen;
    }
    if (!stale) return INS_OK;
    bound = stale;
  }
}

RealAnswer real_saturate(Realize *z) {
  if (z->cycle) return REAL_NO;
  Inserted i = z->words == 1 ? saturate(z, true, false) : saturate(z, false, false);
  z->cycle = i != INS_OK;
  return z->cycle ? REAL_NO : REAL_YES;
}

/* --- linearizing: every event that is not ready waits at one of its predecessors, the one with the highest number, and is
 *     looked at again only when that one has gone --- */

static void linearize_one(const Realize *z, uint32_t *order, uint32_t *place) {
  uint64_t ready = 0, gone = 0, waits[64];
  clear(waits, z->n);
  for (uint32_t x = 0; x < z->n; x++)
    if (z->before[x]) waits[highest(z->before[x])] |= BIT(x);
    else ready |= BIT(x);
  for (uint32_t i = 0; i < z->n; i++) {
    uint32_t x = lowest(ready);
    ready &= ready - 1;
    gone |= BIT(x);
    order[i] = x;
    place[x] = i;
    for (uint64_t ys = waits[x]; ys; ys &= ys - 1) {
      uint32_t y = lowest(ys);
      uint64_t left = z->before[y] & ~gone;
      if (left) waits[highest(left)] |= BIT(y);
      else ready |= BIT(y);
    }
  }
}

typedef struct { uint64_t *ready, *gone; uint32_t *first, *next; uint32_t low; } Waiting;   /* first, next: event + 1; low: no word below has ready ones */

static void wait_or_ready(const Realize *z, Waiting *q, uint32_t y) {
  const uint64_t *row = z->before + (size_t)y * z->words;
  for (uint32_t w = z->words; w-- > 0;) {
    uint64_t left = row[w] & ~q->gone[w];
    if (!left) continue;
    uint32_t x = 64 * w + highest(left);
    q->next[y] = q->first[x];
    q->first[x] = y + 1;
    return;
  }
  q->ready[y >> 6] |= BIT(y);
  if (q->low > y >> 6) q->low = y >> 6;
}

static void linearize_many(const Realize *z, uint32_t *order, uint32_t *place) {
  Waiting q = { z->bits, z->bits + z->words, z->list + (size_t)2 * z->n, z->list + (size_t)3 * z->n, z->words };
  clear(z->bits, (size_t)2 * z->words);
  memset(q.first, 0, z->n * sizeof *q.first);
  for (uint32_t y = 0; y < z->n; y++) wait_or_ready(z, &q, y);
  for (uint32_t i = 0; i < z->n; i++) {
    while (!q.ready[q.low]) q.low++;
    uint32_t x = 64 * q.low + lowest(q.ready[q.low]);
    q.ready[q.low] &= q.ready[q.low] - 1;
    q.gone[x >> 6] |= BIT(x);
    order[i] = x;
    place[x] = i;
    for (uint32_t y = q.first[x], next; y; y = next) {
      next = q.next[y - 1];
      wait_or_ready(z, &q, y - 1);
    }
  }
}

/* Linearizes the edges; an open disjunction that this order breaks, or z->nopen. */
static size_t broken(const Realize *z, uint32_t *order) {
  uint32_t own[64], at[64], *place = at;
  if (z->words == 1) {
    linearize_one(z, order ? order : own, place);
  } else {
    place = z->list + z->n;
    linearize_many(z, order ? order : z->list, place);
  }
  for (size_t i = 0; i < z->nopen; i++) {
    const RealEither *e = &z->open[i];
    if (place[e->a] >= place[e->b] && place[e->c] >= place[e->d]) return i;
  }
  return z->nopen;
}

/* --- the search: of a disjunction that the order at hand breaks try "a before b", then "b before a", which makes the other
 *     side a consequence. A frame remembers what was before the first try; the second belongs to the frame below, or for good
 *     where there is none. --- */

static void undo(Realize *z, size_t to) {
  while (z->nlog > to) {
    z->nlog--;
    *z->log[z->nlog].word = z->log[z->nlog].old;
  }
}

static Inserted decide(Realize *z, uint32_t a, uint32_t b) {
  bool one = z->words == 1;
  Inserted i = one ? insert(z, a, b, true, true) : insert(z, a, b, false, true);
  return i != INS_OK ? i : one ? saturate(z, true, true) : saturate(z, false, true);
}

static bool push(Realize *z, RealEither pick) {
  if (!grow(z, &z->frame, &z->cap_frame, sizeof *z->frame, z->nframe + 1)) return false;
  z->frame[z->nframe++] = (RealFrame){ pick, z->nlog, z->nopen };
  return true;
}

/* Do both sides of CORE fail by themselves? INS_CYCLE: yes. INS_OK: not that we can see. Changes nothing. */
static Inserted hopeless(Realize *z, RealEither core) {
  size_t mark = z->nlog, nopen = z->nopen;
  Inserted got = INS_CYCLE;
  for (int side = 0; side < 2 && got == INS_CYCLE; side++) {
    got = side ? decide(z, core.b, core.a) : decide(z, core.a, core.b);
    undo(z, mark);
    z->nopen = nopen;
  }
  return got;
}

/* The first side of the newest try has failed: goes on with its second side, or if that fails too, with an earlier try's.
 * A try without which the newest one fails as well is none of the reasons and is dropped; else independent tries would be
 * turned over in all combinations. INS_CYCLE: no try left. */
static Inserted second(Realize *z, size_t *settled) {
  RealEither core = z->frame[z->nframe - 1].pick;
  Inserted got = INS_CYCLE;
  for (bool newest = true; got == INS_CYCLE && z->nframe; newest = false) {
    RealFrame f = z->frame[--z->nframe];
    undo(z, f.nlog);
    z->nopen = f.nopen;
    Inserted apart = newest ? INS_OK : hopeless(z, core);
    if (apart == INS_NOMEM) return INS_NOMEM;
    if (apart == INS_CYCLE) continue;
    if (!newest) { z->undone++; core = f.pick; }
    got = decide(z, f.pick.b, f.pick.a);
  }
  if (got == INS_OK && !z->nframe) {         /* no try left open: holds in every order */
    z->nlog = 0;
    *settled = z->nopen;
  }
  return got;
}

static RealAnswer search(Realize *z, uint32_t *order, size_t *settled) {
  uint64_t most = z->spent + z->budget;
  for (size_t i; (i = broken(z, order)) < z->nopen;) {
    if (z->spent >= most) return REAL_BUDGET;
    RealEither pick = z->open[i];
    z->tried++;
    if (!push(z, pick)) return REAL_NOMEM;
    Inserted got = decide(z, pick.a, pick.b);
    if (got == INS_CYCLE) { z->wrong++; got = second(z, settled); }
    if (got == INS_CYCLE) return REAL_NO;
    if (got == INS_NOMEM) return REAL_NOMEM;
  }
  return REAL_YES;
}

RealAnswer real_solve(Realize *z, uint32_t *order) {
  if (real_saturate(z) == REAL_NO) return REAL_NO;
  size_t settled = z->nopen;                 /* open disjunctions, were all tries undone */
  z->nlog = z->nframe = 0;
  RealAnswer a = search(z, order, &settled);
  undo(z, 0);
  z->nopen = settled;
  z->cycle = a == REAL_NO;
  return a;
}
