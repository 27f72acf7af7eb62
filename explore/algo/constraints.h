/* explore/algo/constraints.h -- trace constraint systems, their variations and solutions.
 * Metzler, "Lazy POR for the Verification of Distributed Programs", thesis TU Darmstadt 2014: definitions 11 to 13,
 * variations (3.1), the program order (4.1), listing 5.1.
 *
 *   A, l     label[0 .. n-1]: variables in the order of the execution they come from, each with its transition
 *   C_ps     the order of a thread's own variables, and ps[]: a spawn before what its thread does, a thread's end before its
 *            join. Never swapped
 *   C_dep    dep[], in the order <NxN
 *
 * A variation is a set of swapped constraints of C_dep. It is satisfiable iff it has no cycle with C_ps; where it has one, a
 * solution holds the variables that nothing on a cycle comes before (max-satisfiable, as listing 5.1 has it).
 * Owns: the arrays, from the Mem given. */
#ifndef EXPLORE_ALGO_CONSTRAINTS_H
#define EXPLORE_ALGO_CONSTRAINTS_H
#include "lang/mem.h"
#include "vm/vm.h"

typedef struct { VmTid tid; uint32_t pc; } CsLabel;
typedef struct { uint32_t before, after; } CsPair;           /* variables */
typedef uint32_t CsSwaps;                                    /* bit i: dep[i] is swapped */
#define CS_MAX_DEPS 31u                                      /* bits of it that can be counted through */

typedef struct {
  Mem *mem;
  CsLabel *label; size_t n, cap_label;
  CsPair *ps; size_t nps, cap_ps;
  CsPair *dep; size_t ndep, cap_dep;
} Cs;

/* Room to solve in, shared by all systems. */
typedef struct {
  Mem *mem;
  uint32_t *waits; size_t cap_waits;         /* per variable: unsolved ones of other threads that come before it */
  uint32_t *later; size_t cap_later;         /* per variable: the next one of its thread */
  uint32_t *order; size_t cap_order;         /* the solution: variables */
} CsSolver;

void cs_init(Cs *cs, Mem *m);
void cs_deinit(Cs *cs);
void cs_clear(Cs *cs);                       /* no variables; keeps its room */
/* False: no memory. */
bool cs_label(Cs *cs, CsLabel l);
bool cs_ps(Cs *cs, uint32_t before, uint32_t after);
bool cs_dep(Cs *cs, uint32_t before, uint32_t after);
/* Is there a constraint between the two, swapped or not? */
bool cs_constrained(const Cs *cs, uint32_t x, uint32_t y);

void cs_solver_init(CsSolver *s, Mem *m);
void cs_solver_deinit(CsSolver *s);
/* Solves the variation into s->order; *LEN: how many variables it has, all of them iff the variation is satisfiable. *DECIDES:
 * some of them are constrained. False: no memory. */
bool cs_solve(const Cs *cs, CsSwaps swaps, CsSolver *s, uint32_t *len, bool *decides);
#endif
