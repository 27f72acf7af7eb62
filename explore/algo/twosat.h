/* explore/algo/twosat.h -- clauses of two literals, decided in linear time.
 * Aspvall, Plass, Tarjan, "A linear-time algorithm for testing the truth of certain quantified boolean formulas", IPL 1979.
 * A clause (a or b) is two implications, not a -> b and not b -> a. Unsatisfiable iff a variable and its negation imply each
 * other, that is, lie in one strongly connected component.
 * Owns: its tables, from MEM. */
#ifndef EXPLORE_ALGO_TWOSAT_H
#define EXPLORE_ALGO_TWOSAT_H
#include "lang/mem.h"

typedef enum { SAT_NO, SAT_YES, SAT_NOMEM } SatAnswer;
typedef uint32_t SatLit;                     /* 2 * variable, + 1 if negated */
static inline SatLit sat_yes(uint32_t var) { return 2 * var; }
static inline SatLit sat_not(SatLit l) { return l ^ 1; }

typedef struct { SatLit a, b; } SatClause;
typedef struct { uint32_t next, end; } SatEdges;

typedef struct TwoSat {
  Mem *mem;
  uint32_t vars;
  SatClause *clause; size_t nclause, cap_clause;
  SatEdges *edges; size_t cap_edges;         /* per literal: its implications in head, those not followed yet */
  uint32_t *head; size_t cap_head;
  uint32_t *component; size_t cap_component; /* per literal, from 1; numbered against the implications: a -> b gives a's >= b's */
  uint32_t *list; size_t cap_list;           /* for the components: four lists, a number per literal */
} TwoSat;

void sat_init(TwoSat *s, Mem *m);
void sat_deinit(TwoSat *s);
/* Variables 0 .. vars-1, no clauses. */
void sat_begin(TwoSat *s, uint32_t vars);
/* A or B; a unit clause is A or A. False: no memory. */
bool sat_clause(TwoSat *s, SatLit a, SatLit b);
SatAnswer sat_solve(TwoSat *s);
/* After SAT_YES: the assignment found. */
static inline bool sat_true(const TwoSat *s, SatLit l) { return s->component[l] < s->component[sat_not(l)]; }
#endif
