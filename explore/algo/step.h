/* explore/algo/step.h -- the step engine: a depth-first walk over schedules with sleep sets, in which the races of what was
 * run decide what else must be run. Shared by source.c, optimal.c and observers.c, which differ in StepPolicy.
 *
 *   E            the path;  node[d] belongs to the state after d of its events
 *   sleep(E')    node->sleep: actions explored from there, or from above and not woken since
 *   wut(E')      node->tree: what is left to explore from there
 *   v            a sequence to be run from pre(E, e) instead of e; it reverses a race, or makes another choice
 *
 * The last action of v may do something else there than it did here (a cas may succeed, a guard be closed). Where that can
 * be, v waits as a candidate at its node and is run, and undone, when the search is back there.
 * Owns: all of it, from run->mem. */
#ifndef EXPLORE_ALGO_STEP_H
#define EXPLORE_ALGO_STEP_H
#include "explore/algo/hb.h"
#include "explore/algo/wakeup.h"

/* A sequence and what its thread does last. */
typedef struct Candidate {
  struct Candidate *next;
  uint32_t n, choice;
  VmTid tid;
  bool others;                   /* every action of TID but CHOICE; else CHOICE only */
  bool short_way;                /* after v come the nrun of its actions that decide what TID does; else all do */
  uint32_t nrun;
  Act v[];
} Candidate;

typedef struct {
  Candidate *first, **last;      /* still to be run */
  uint64_t *seen; size_t nseen, cap;         /* hashes of all that were kept, open addressing; 0 is free */
} Candidates;

typedef struct {
  uint32_t sleep, nsleep;        /* in step->sleep */
  uint32_t inherited;            /* how many of them come from above; the others were explored from here */
  uint32_t tree;
  bool fresh;                    /* nothing was chosen here yet */
  uint64_t met, begun;           /* runs before the search came here; and before what is being explored began */
  Act doing;                     /* the action being explored */
  Candidates *kept;              /* NULL: none were ever kept here */
} StepNode;

typedef struct Step Step;
/* Shall v[0 .. n-1] be run from NODE? If so puts what is needed into node->tree. *SETTLED: whatever comes after v will be
 * explored too. False: no memory. */
typedef bool StepOffer(Step *st, StepNode *node, Act *v, uint32_t n, bool *settled);
typedef struct {
  StepOffer *offer;
  bool (*event)(Step *st, uint32_t at);      /* hears of each event; NULL: need not. False: no memory */
  bool (*end)(Step *st);                     /* offers all that a run that ended, or was cut by sleep sets, shows. Likewise */
  bool (*asleep)(Step *st, const StepNode *node, VmAction a);    /* of crashes at the end of a run */
  /* Who of those asleep at FROM sleeps on after A: appended by step_sleep. NULL: nobody. False: no memory */
  bool (*pass)(Step *st, uint32_t from, const Act *a);
  bool early;                                /* races may be offered as soon as their second event is there */
} StepPolicy;
struct Step {
  ExRun *run;
  Feet feet;
  Hb hb;
  Wake wake;
  StepNode *node; size_t cap;
  Act *sleep; size_t nsleep, cap_sleep;
  Act *v; size_t cap_v;
  Act *last; size_t cap_last;    /* what may end a sequence */
  Clock *past; size_t cap_past;  /* of the events that decide what ends one */
  /* Races of E not settled yet, by position of f; tail: end of the v last offered, in E. low: E is as it was up to here when
   * the last run ended. */
  struct { uint32_t e, f, tail; bool fixed; } *open; size_t nopen, cap_open;
  uint32_t low;
  bool branches, chooses;        /* of the step about to be taken, see HbEvent */
  Foot guard;                    /* of the step about to be taken */
  uint32_t below;                /* subtree of the action about to be taken */
  const StepPolicy *policy;
  bool choosy, guarded;          /* the program has choices or crashes; guards */
  void *more;                    /* the algorithm's own */
};

bool step_open(ExRun *run, const StepPolicy *policy);
bool step_sleep(Step *st, Act a);            /* appends to the sleep set of the deepest node. False: no memory */
bool step_pass(Step *st, uint32_t from, const Act *a);       /* those independent of A */
ExMove step_next(ExRun *run);
bool step_took(ExRun *run, const VmEvent *ev);
void step_close(ExRun *run);
void step_look(const ExRun *run, ExStats *s);

/* explore/algo/candidates.c: the candidates (e, e', X) of an execution. False: no memory. */
bool cand_event(Step *st, uint32_t at);      /* races of the event at AT, the last one */
void cand_pop(Step *st, uint32_t to);        /* events from TO on are gone */
bool cand_end(Step *st);                     /* all that the run shows */
/* Could e' come first? False where e is the reason that e' can happen at all. */
bool cand_reversible(const Feet *feet, const HbEvent *e, const HbEvent *f);
/* Does a plain lock find its mutex free without e, the last to take it? What an atomic block does with it is not known. */
bool cand_frees(const HbEvent *e);
/* Keeps st->v[0 .. n-1] and what F would do after it, for when the search is back at NODE; nothing if it has one with this
 * hash already. */
bool cand_keep(Step *st, StepNode *node, uint32_t n, uint64_t hash, const HbEvent *f);
bool cand_keep_others(Step *st, StepNode *node, uint32_t n, uint64_t hash, const HbEvent *f);     /* all but what F did */
bool cand_known(Step *st, StepNode *node, uint64_t hash, bool *known);       /* marks the hash as known */
/* The lock that TID waits for at the end: its event as it would be, and who took it; false: it waits for none. */
bool cand_waiting_lock(Step *st, VmTid tid, HbEvent *f, uint32_t *owner);
bool cand_room(Step *st, size_t n);          /* for st->v */
bool cand_run(Step *st, StepNode *node);     /* runs and offers the candidates of the node whose state is the present one */
void cand_drop(Step *st, StepNode *node);

static inline bool step_sleeps(Step *st, const StepNode *node, VmAction a) {
  for (uint32_t i = 0; i < node->nsleep; i++) {
    const Act *b = &st->sleep[node->sleep + i];
    if (b->tid == a.tid && b->choice == a.choice) return true;
  }
  return false;
}
#endif
