/* tests/prop/classes.h -- which class a run belongs to, computed literally from the whole sequence of its events
 * (algorithms.md 1.2, 1.3, 3.1, 3.3, 4, 4.7) and independently of the engines it judges.
 * A signature is a canonical byte string: per thread, each event's label and either the events before it, as counts per
 * thread, or its sources.
 * Two runs of one machine are in the same class iff their signatures are equal bytes.
 * Owns: ClassRun and Classes, until the matching _free.  Borrows: the machine. */
#ifndef TESTS_PROP_CLASSES_H
#define TESTS_PROP_CLASSES_H
#include "tests/prop/judge.h"

/* CLASS_NATIVE: the Mazurkiewicz relation, guards wait. The others have failing guards: CLASS_LAZY: the Mazurkiewicz relation,
 * and events with choices keep their wait sets (vm_keep_waits). CLASS_OBSERVERS: the relation of section 3. CLASS_RF: who read
 * from whom (section 4). */
typedef enum { CLASS_NATIVE, CLASS_OBSERVERS, CLASS_LAZY, CLASS_RF } ClassMode;

/* A run of a machine, event by event from the initial state. */
typedef struct ClassRun ClassRun;
ClassRun *class_run_new(VmState *s);
void class_run_free(ClassRun *r);
/* The machine just did EV. FIRST: of the actions that its thread had. */
void class_push(ClassRun *r, const VmEvent *ev, bool first);
void class_pop(ClassRun *r);                             /* forgets the last event */
/* Back to the start, machine and run, then along the schedule. False: an action is not enabled. */
bool class_replay(ClassRun *r, const VmAction *a, size_t n);

/* Appends the Mazurkiewicz signature of the run so far. */
void class_mazurkiewicz(const ClassRun *r, Text *out);
/* Appends the signature with observers. Requires: a complete run on a machine with vm_record_matchers. */
void class_observers(const ClassRun *r, Text *out);
/* Appends who read from whom: each event's label, the writers of what it reads, the senders of what it received and whether
 * those it joins had ended. Runs of one Mazurkiewicz class agree in it, and runs of one class with observers. */
void class_reads_from(const ClassRun *r, Text *out);
/* Appends the last writer of each variable of `finally`; nothing where it does not run. */
void class_last_writers(const ClassRun *r, Text *out);
/* Another order of the run's actions, drawn at random among those that its relation allows. Requires: as class_entry, and
 * not CLASS_RF, which is no partial order. */
void class_shuffle(const ClassRun *r, ClassMode mode, Rng *rng, VmAction *out);
/* The actions of the run so far, as bytes of a ClassSet's way. */
void class_way(const ClassRun *r, Text *out);
/* Appends the entry of a complete run in a ClassSet. CLASS_OBSERVERS: the signature. Else a letter comes first: 'E', or
 * JUDGED_BLOCKED, or 'P' (pruned; it counts as blocked).
 * CLASS_RF: 'P': no thread failed or was stopped, but one is stuck at a guard which somebody may have opened since, or beside
 * an open branch. 'E' is followed by the last writers too.
 * CLASS_LAZY: 'P': whatever else happened, an event is stuck and
 *   - a later event that is not stuck depends on it, or
 *   - a later one that is stuck does (one looks whether the other's thread has ended), by a thread with a smaller number: of the
 *     orders of stuck events only the one by thread counts, or
 *   - another choice of it could have gone on, or
 *   - it is not the first action its thread had there: a guard is stuck under each of its choices.
 * What is left are the runs where guards wait, each once, followed by the guards that are stuck at its end. */
void class_entry(const ClassRun *r, ClassMode mode, Text *out);

/* All classes of the complete runs of a program: of every state in which at most crashes are enabled. */
typedef struct {
  ByteSet entries;
  ByteSet ways;                    /* per entry: the actions that led there first (VmAction[]) */
  uint64_t executions, blocked;    /* by the letter; not of observers */
} ClassSet;

/* A class by who read from whom is real when one of its runs is: there every stuck guard is stuck for good. A run with the
 * letter 'P' whose class is real is another order of those that count, and no entry of `rf`. */
typedef struct {
  ClassSet m;                      /* only with CLASS_NATIVE */
  ClassSet lazy;                   /* only with CLASS_LAZY */
  ByteSet waiting;                 /* lazy but for what was pruned, without stuck events: must be the entries of m, on the same machine */
  ClassSet observers, rf;          /* only with CLASS_OBSERVERS or CLASS_RF */
  ClassSet other;                  /* runs by who read from whom that are no entries of rf, their classes being real */
  ByteSet sourced;                 /* observers, each followed by who read from whom; must be as many */
  ByteSet failing, paired;         /* with failing guards: Mazurkiewicz classes, and with who read from whom; must be as many */
  uint64_t obs_executions, obs_blocked;      /* of observers, where no guard is stuck or a thread failed */
  uint64_t obs_stuck;              /* the others: whether it is a deadlock or pruned is not decided here */
  uint64_t prefixes;               /* classes of prefixes met */
} Classes;

/* Walks every class of prefixes once, from the initial state, goes on after findings, and fills O as judge_naive does. Modes
 * other than CLASS_NATIVE set the machine to failing guards (section 4.7); findings and ends in O are then not those of the
 * program. The machine stays as it was set, for class_replay. */
void class_walk(const Model *m, VmState *s, ClassMode mode, uint64_t max_steps, Classes *c, Outcome *o);
/* The same without merging equal prefixes: every interleaving. */
void class_walk_plainly(const Model *m, VmState *s, ClassMode mode, uint64_t max_steps, Classes *c, Outcome *o);
void classes_free(Classes *c);
#endif
