/* tests/prop/judge.h -- two searches of our own, written on vm.h alone, that judge the real ones.
 * naive walks every interleaving and goes on after findings; graph stores portable encodings and steps from each
 * state once. Both stop at a number of steps. A walk with hooks is naive with a listener that may prune it.
 * Owns: Outcome, until outcome_free. */
#ifndef TESTS_PROP_JUDGE_H
#define TESTS_PROP_JUDGE_H
#include "tests/prop/harness.h"

typedef enum { JUDGED_FAILED = 'F', JUDGED_BLOCKED = 'B', JUDGED_TERMINAL = 'T', JUDGED_DEADLOCK = 'D' } EndKind;

typedef struct {
  ByteSet finals;              /* EndKind, then the portable encoding, of every state where at most crashes remain */
  ByteSet findings;            /* "assert 7", "critical 7", "R0002 7", "finally 9", "invariant inv", "deadlock" */
  ByteSet values;              /* judge_graph only: EndKind, then the shared integers in order, as text: "T 1 0 2" */
  ByteSet covers;              /* names of covers reached */
  ByteSet kinds;               /* event kinds met */
  ByteSet reached;             /* judge_graph only: the portable encodings of all states */
  uint64_t executions, blocked, steps, states;
  bool no_start;               /* init failed, or its assume discarded everything */
  bool cut;                    /* the limit was met */
  bool broken;                 /* the machine contradicted itself; `why` says how */
  Text why;
} Outcome;

/* A listener of the walk. */
typedef struct {
  void *ctx;
  void (*took)(void *ctx, const VmEvent *ev, bool first);     /* the machine did EV; FIRST of the actions its thread had */
  bool (*arrived)(void *ctx, bool ended);         /* the state after it, and the initial one; false: go no further */
  void (*back)(void *ctx);                        /* the last event is undone */
} JudgeHooks;

void judge_naive(const Model *m, VmState *s, uint64_t max_steps, Outcome *o);
void judge_walk(const Model *m, VmState *s, uint64_t max_steps, const JudgeHooks *hooks, Outcome *o);
void judge_graph(const Model *m, VmState *s, uint64_t max_steps, Outcome *o);
/* One run along a schedule, from the initial state; its findings and covers are added to O. False: it does not replay. */
bool judge_along(const Model *m, VmState *s, const VmAction *a, size_t n, Outcome *o);
EndKind judge_end(VmState *s);          /* of a state in which at most crashes are enabled */
void outcome_free(Outcome *o);
/* What is in X and not in Y, as text; 0 when nothing. */
size_t outcome_diff(const Outcome *x, const Outcome *y, const char *names, Text *out);
#endif
