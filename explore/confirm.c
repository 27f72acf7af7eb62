/* explore/confirm.c -- does a schedule end as its finding says? The search's own eyes look at this one run. */
#include <string.h>
#include "explore/race.h"
#include "explore/replay.h"

typedef struct {
  const ExFinding *f;
  size_t at;
  uint8_t *begin; size_t len;                /* progress: the state in which the cycle begins */
  bool came_round;
} Player;

static bool open(ExRun *run) { return run->self != NULL; }

/* The schedule goes round when the state at its end is the one in which the cycle begins. */
static void look_for_cycle(ExRun *run, Player *p) {
  size_t len;
  const uint8_t *now = p->at == p->f->loop || p->at == p->f->nschedule ? vm_encode(run->vm, &len, false) : NULL;
  if (!now) return;
  if (p->at == p->f->loop) p->begin = memcpy(ARENA_ARRAY(run->arena, uint8_t, len), now, p->len = len);
  else p->came_round = p->begin && len == p->len && memcmp(now, p->begin, len) == 0;
}

static ExMove next(ExRun *run) {
  Player *p = run->self;
  if (p->f->what == FIND_PROGRESS) look_for_cycle(run, p);
  return p->at < p->f->nschedule ? ex_step(p->f->schedule[p->at++]) : ex_done();
}
static bool took(ExRun *run, const VmEvent *ev) { return (void)run, (void)ev, true; }
static void close(ExRun *run) { (void)run; }
static const ExAlgo player = { .name = "replay", .open = open, .next = next, .took = took, .close = close };

void replay_judge(const BcProgram *p, const ExLimits *limits, const ExFinding *f, Arena *a, ExResult *res) {
  ExLimits l = *limits;
  l.all = true;
  l.numbering = f->numbering;
  ex_replay(p, &player, &(Player){ .f = f }, &l, a, res);
}

static bool among(const ExFindings *list, const ExFinding *f) { return find_same(list, f) != NULL; }

bool replay_search(const BcProgram *p, const ExLimits *l, const ExFinding *f, Arena *a, ExResult *res) {
  ExLimits limits = { .all = true, .depth = -1, .preemptions = -1, .races = f->what == FIND_RACE ? LEVEL_LIST : LEVEL_OFF,
                      .unread = f->what == FIND_UNREAD ? LEVEL_LIST : LEVEL_OFF, .sync = l->sync, .nsync = l->nsync, .numbering = f->numbering };
  Player play = { .f = f };
  ex_replay(p, &player, &play, &limits, a, res);
  return play.at == f->nschedule && (f->what != FIND_PROGRESS || play.came_round);
}

bool replay_confirm(const BcProgram *p, const ExLimits *l, const ExFinding *f, Arena *a) {
  ExResult res;
  if (!replay_search(p, l, f, a, &res)) return false;
  if (f->what == FIND_PROGRESS || f->what == FIND_COUNT) return true;
  return among(&res.findings, f) || among(&res.races, f) || among(&res.unread, f);
}
