/* tests/prop/sources.h -- the whole state graph of a program whose runs end, built on vm.h alone, and what a reduced graph must
 * have of it (Herbreteau, Larroze-Jardine, Point, Walukiewicz, "Revisiting Stateful Partial-Order Reduction", Definition 6,
 * Proposition 7, section 11).
 * A run is complete where at most crashes are left. first(u): the actions of u that swaps of independent neighbours can bring
 * to its front. It is computed from the end: first(a u) = {a} and those b of first(u) that are enabled before a and independent
 * of it there. A state keeps the smallest of the first sets of its complete runs: edges that meet these meet all.
 * Actions of a state are bits of a mask, in the order of vm_actions.
 * Owns: FullGraph, until sources_free. */
#ifndef TESTS_PROP_SOURCES_H
#define TESTS_PROP_SOURCES_H
#include "tests/prop/harness.h"

/* What makes two events dependent: ev_dependent on what they did themselves; any object that both touched; ev_dependent with
 * the wait sets of their choices too, as in classes.h. Each of the last two holds whenever the first does. */
typedef enum { RELATE_OWN, RELATE_OBJECT, RELATE_WAITS, RELATIONS } SourceRelation;

enum { MAX_SOURCE_ACTIONS = 64 };
typedef uint64_t ActionMask;

typedef struct {
  VmAction *actions; unsigned n;
  size_t *to;                      /* per action: the state after it */
  ActionMask *independent[RELATIONS];        /* per action: those independent of it here */
  bool end;                        /* at most crashes are left */
  ActionMask *first; unsigned nfirst;        /* the smallest first sets of the runs that begin here, but for the empty run */
} SourceState;

typedef struct {
  SourceState *at; size_t n, cap;  /* 0 is the initial state */
  ByteSet known;                   /* portable encodings, numbered as the states */
  size_t *order;                   /* every state after those it leads to */
  SourceRelation relation;         /* of the first sets */
  const VmNumbering *numbers;
  bool no_start, cut, cyclic;      /* nothing runs; too large; runs do not end: then there are no first sets */
} FullGraph;

/* The graph, with at most MAX_STATES states. NUMBERS: to adopt; NULL: none. */
void sources_build(Model *m, const VmNumbering *numbers, size_t max_states, FullGraph *g);
/* Fills the first sets. False: a state has more than MOST. Requires: neither cut nor cyclic. */
bool sources_first(FullGraph *g, SourceRelation relation, unsigned most);
void sources_free(FullGraph *g);

/* The bit of an action; 0: it is not enabled. */
ActionMask sources_bit(const SourceState *s, VmAction a);
/* Some first set that MASK does not meet; 0: there is none. */
ActionMask sources_unmet(const SourceState *s, ActionMask mask);
/* MASK at state I, of actions independent of its A-th, after that. */
ActionMask sources_after(const FullGraph *g, SourceRelation relation, size_t i, unsigned a, ActionMask mask);

/* Classes of complete runs, all of them or those that cannot go on; UINT64_MAX: as many or more. */
uint64_t sources_classes(const FullGraph *g, SourceRelation relation, bool complete);
/* Interleavings: complete runs, likewise. */
uint64_t sources_runs(const FullGraph *g);
/* Calls VISIT with one run of each class: states and actions; at most MOST, or until VISIT returns false. */
typedef struct { size_t state; unsigned action; } SourceStep;
void sources_each_class(const FullGraph *g, SourceRelation relation, uint64_t most, bool (*visit)(void *ctx, const SourceStep *way, size_t n), void *ctx);
/* Can the run be followed up to swaps of independent neighbours, with only the steps that EDGES has, per state? */
bool sources_followed(const FullGraph *g, SourceRelation relation, const SourceStep *way, size_t n, const ActionMask *edges);
/* "T1 0, T2 crash" */
void sources_text(const SourceState *s, ActionMask mask, Text *out);
#endif
