/* explore/findings.h -- what a search found, each thing once.
 * Two failures are the same when kind, place and name agree; the first one met keeps its schedule, the later ones are
 * only counted.
 * Owns: nothing; findings live in the arena of the result. */
#ifndef EXPLORE_FINDINGS_H
#define EXPLORE_FINDINGS_H
#include "lang/arena.h"
#include "vm/vm.h"

typedef enum { FIND_ERROR, FIND_ASSERT, FIND_INVARIANT, FIND_FINALLY, FIND_CRITICAL, FIND_PROGRESS, FIND_DEADLOCK, FIND_RACE,
               FIND_UNREAD, FIND_COVER, FIND_COUNT } ExWhat;

typedef struct ExFinding {
  ExWhat what;
  const char *name;              /* invariant, critical, cover, variable of a race, message, "progress"; NULL: none */
  const char *code;              /* R0002 for run-time errors; NULL: none */
  const char *text;              /* one line for the user */
  uint32_t pc;                   /* where; UINT32_MAX: nowhere in particular */
  uint32_t pc2;                  /* race: the other access */
  Span span, span2;              /* places of pc and pc2; an invariant's declaration */
  int tid, tid2;                 /* -1: none */
  uint64_t key;                  /* deadlock: who waits where; progress: kind and places of the cycle */
  uint64_t count;                /* how often it was met */
  bool has_schedule;
  VmAction *schedule; size_t nschedule;
  size_t loop;                   /* progress: schedule[loop ..] is a cycle */
  const VmNumbering *numbering;  /* of the machine that the schedule was made on */
  struct ExFinding *next;
} ExFinding;

typedef struct { ExFinding *first, **last; size_t count; } ExFindings;

void find_init(ExFindings *f);
/* The same finding met before, or NULL. */
ExFinding *find_same(const ExFindings *f, const ExFinding *like);
/* Adds a copy of LIKE (texts are duplicated) and returns it. */
ExFinding *find_add(ExFindings *f, Arena *a, const ExFinding *like);
/* Moves what is in FROM into F; what is in both is counted together (SUM), or as often as in the one that met it more often. */
void find_unite(ExFindings *f, ExFindings *from, bool sum);
/* By weight, place, name and the rest of what tells findings apart: an order that does not depend on who met what when. */
void find_sort(ExFindings *f);

const char *find_word(ExWhat w);       /* assert, invariant, finally, critical, deadlock, ... */
const char *find_kind(ExWhat w);       /* the word of expectations: violation, deadlock, error, race, unread, cover */
int find_exit(ExWhat w);               /* exit code */
int find_rank(ExWhat w);               /* 0 weighs most when several kinds were found */
#endif
