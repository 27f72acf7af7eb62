/* tests/prop/player.c -- see player.h. */
#include "tests/prop/player.h"
#include <stdlib.h>
#include <string.h>

/* One run to play. REAL: the same class where its guards are stuck for good, for the schedule of a deadlock. */
typedef struct { const uint8_t *way, *real; size_t len, real_len; bool pruned; } Run;

typedef struct {
  Player *player;
  Run *runs;
  size_t n, k, at;           /* how many; which one, and its next action */
  ByteSet stuck;             /* ways up to and including a guard that failed */
} Play;

static VmAction action(const uint8_t *way, size_t i) {
  VmAction a;
  memcpy(&a, way + i * sizeof a, sizeof a);
  return a;
}

static bool open(ExRun *run) { return run->self != NULL; }
static void close(ExRun *run) { (void)run; }

/* An end that the way goes through, where a crash follows, counts elsewhere: only the last state is looked at. */
static ExMove next(ExRun *run) {
  Play *p = run->self;
  if (p->k == p->n) return ex_done();
  if (p->at < p->runs[p->k].len) return ex_step(action(p->runs[p->k].way, p->at++));
  ex_look(run);
  run->known = false;                          /* the next way may be without a step */
  run->end = END_NONE;
  p->k++;
  p->at = 0;
  return p->k < p->n && run->depth ? ex_back(0) : next(run);
}

static bool took(ExRun *run, const VmEvent *ev) {
  Play *p = run->self;
  if (ev->flags & EVF_STUCK) set_add(&p->stuck, p->runs[p->k].way, p->at * sizeof(VmAction), NULL);
  return true;
}

/* The guards that failed changed nothing and are not part of it. */
static size_t without_stuck(const Play *p, const uint8_t *way, size_t len, VmAction *out) {
  size_t n = 0;
  for (size_t i = 0; i < len; i++) {
    if (set_has(&p->stuck, way, (i + 1) * sizeof(VmAction))) continue;
    if (out) out[n] = action(way, i);
    n++;
  }
  return n;
}

static size_t schedule(ExRun *run, VmAction *out) {
  const Play *p = run->self;
  if (p->k >= p->n) return 0;
  const Run *r = &p->runs[p->k];
  return run->end == END_DEADLOCK ? without_stuck(p, r->real, r->real_len, out) : without_stuck(p, r->way, p->at, out);
}

/* A run that is blocked anyway is the wrong one for a mistake. */
static bool pruned(ExRun *run) {
  Play *p = run->self;
  VmCensus c = vm_census(run->vm);
  bool yes = p->runs[p->k].pruned, blocked = !c.failed && (c.stopped || c.cut);
  if (p->player->fault != PLAY_MISJUDGED || p->player->happened || blocked) return yes;
  p->player->happened = true;
  return !yes;
}

static const ExAlgo waiting = { .name = "player", .needs = EX_ASKS | EX_NEEDS_FOOTPRINTS, .open = open, .next = next, .took = took, .close = close };
static const ExAlgo failing = { .name = "player", .needs = EX_ASKS | EX_NEEDS_FOOTPRINTS | EX_FAILING_GUARDS, .open = open, .next = next,
                                .took = took, .close = close, .schedule = schedule, .pruned = pruned };
static const ExAlgo keeping = { .name = "player", .needs = EX_ASKS | EX_NEEDS_FOOTPRINTS | EX_FAILING_GUARDS | EX_KEEP_WAITS, .open = open,
                                .next = next, .took = took, .close = close, .schedule = schedule, .pruned = pruned };

/* --- the list --- */

static const ClassSet *set_of(const Classes *c, ClassMode mode) { return mode == CLASS_NATIVE ? &c->m : mode == CLASS_LAZY ? &c->lazy : &c->rf; }

static Run run_of(const ClassSet *set, size_t i) {
  size_t len;
  Run r;
  r.pruned = set_get(&set->entries, i, &len)[0] == 'P';
  r.way = r.real = set_get(&set->ways, i, &len);
  r.len = r.real_len = len / sizeof(VmAction);
  return r;
}

/* In another order, if there is one; where finally looks at the order, entries of the two differ and there is none. */
static void reorder(const Classes *c, size_t i, Run *r, Player *player) {
  size_t len, other_len;
  const uint8_t *entry = set_get(&c->rf.entries, i, &len);
  for (size_t k = 0; entry[0] == 'E' && k < c->other.entries.count; k++) {
    const uint8_t *other = set_get(&c->other.entries, k, &other_len);
    if (len != other_len || memcmp(entry + 1, other + 1, len - 1) != 0) continue;
    r->way = set_get(&c->other.ways, k, &len);
    r->len = len / sizeof(VmAction);
    player->happened = true;
    return;
  }
}

/* Guards of the other order are not known to be stuck before it was run, so the schedule of the first deadlock needs them now. */
static void learn_stuck(Play *p, VmState *s, const uint8_t *way, size_t len) {
  vm_reset(s);
  for (size_t i = 0; i < len; i++) {
    VmEvent ev;
    VmStatus st = vm_step(s, action(way, i).tid, action(way, i).choice, &ev);
    CHECK(st == VM_OK || st == VM_FAULT);
    if (ev.flags & EVF_STUCK) set_add(&p->stuck, way, (i + 1) * sizeof(VmAction), NULL);
  }
}

static void learn_all(Play *p, const BcProgram *program, const VmNumbering *numbers) {
  Mem mem;
  mem_init(&mem, 0);
  VmState *s = vm_new(program, &mem);
  CHECK(s && vm_adopt(s, numbers));
  vm_failing_guards(s, true);
  for (size_t i = 0; i < p->n; i++) if (p->runs[i].way != p->runs[i].real) learn_stuck(p, s, p->runs[i].real, p->runs[i].real_len);
  vm_free(s);
  mem_deinit(&mem);
}

static void make_list(Play *p, const Classes *c, ClassMode mode) {
  const ClassSet *set = set_of(c, mode);
  size_t n = set->entries.count, which = n ? p->player->which % n : 0;
  PlayFault fault = p->player->fault;
  p->runs = calloc(n + 2, sizeof *p->runs);
  CHECK(p->runs);
  for (size_t i = 0; i < n; i++) {
    if (fault == PLAY_LESS && i == which) continue;
    p->runs[p->n] = run_of(set, i);
    if (fault == PLAY_OTHER && mode == CLASS_RF) reorder(c, i, &p->runs[p->n], p->player);
    p->n++;
  }
  if (n && fault == PLAY_LESS) p->player->happened = true;
  if (!n || fault != PLAY_TWICE || !run_of(set, which).len) return;            /* the initial state is looked at once */
  p->runs[p->n++] = run_of(set, which);
  p->player->happened = true;
}

void player_run(Player *player, const Classes *c, ClassMode mode, const BcProgram *p, const ExLimits *l, Arena *a, ExResult *res) {
  Play play = { .player = player };
  make_list(&play, c, mode);
  learn_all(&play, p, l->numbering);
  ex_replay(p, mode == CLASS_NATIVE ? &waiting : mode == CLASS_LAZY ? &keeping : &failing, &play, l, a, res);
  set_free(&play.stuck);
  free(play.runs);
}
