/* vm/facts.h -- what a thread may do from where it stands, whatever the others do meanwhile: may-access facts for reductions that
 * must know before they run.
 *
 * A *point* is a place in a thread's code right before a visible event, with what is known of its locals. Its event has one
 * *alternative*, or one a branch if it is an `either`. An alternative touches objects and leads to further points, so the points
 * of a thread make a graph, the thread's code with known locals unrolled; it is made as far as somebody asks. Where a local
 * comes from shared data it is unknown, and an index that is unknown stands for the whole variable. POINT_ANY may do anything:
 * what is too much to follow.
 *
 * Sets of objects are bits: VM_SETS stretches of `words` 64-bit words each, for what is
 *   SET_R read, SET_W written, SET_U unlocked (mutexes, also in SET_W),
 *   SET_L locked by an event that waits while it is held: only its holder's unlock helps,
 *   SET_Q looked at by events that may have to wait: a write may enable them (a join: the end of the thread),
 *   SET_X mutexes that may be touched before, or without, being locked: by trylock, by an unlock that fails.
 * A send writes its mailbox, a receive that timed out reads it; other receives read and write nothing, since they commute with
 * later sends, and need somebody else only to be enabled (SET_Q). Nobody writes a thread's life: who waits for it waits for
 * all the thread does. Many leaves (over FACTS_LEAVES) share bits.
 * With OBJECTS receives read their mailbox: then all who touch one object can be told by SET_R and SET_W, as for the dependence of
 * Herbreteau et al., where two actions on one server depend.
 *
 * Owns: the graph, which is freed with the state it belongs to. Everything handed out lives as long. */
#ifndef VM_FACTS_H
#define VM_FACTS_H
#include "vm/vm.h"

#define FACTS_LEAVES 1024u
typedef uint32_t VmPoint;
#define POINT_ANY 0u
#define POINT_NOMEM UINT32_MAX

enum { SET_R, SET_W, SET_U, SET_L, SET_Q, SET_X, VM_SETS };
typedef struct {
  const uint64_t *foot;              /* what its event may touch: all sets */
  const uint64_t *future;            /* what it and everything after it may touch */
  const VmPoint *next; uint32_t nnext;       /* where it may lead; points of threads it starts too */
  bool exact;                        /* where all locals are known the event touches just `foot` if it happens */
  uint32_t label;                    /* events of one thread that do the same have the same, others rarely */
  bool happens;                      /* it may go on; false only as things stand (vm_point_now) */
  bool mixed;                        /* it has choices, of which some may have to wait while others need not */
} VmAlt;

/* Makes room for facts; false: no memory. Once a state. */
bool vm_facts_open(VmState *s, bool objects);
void vm_facts_free(VmState *s);                              /* vm.c calls it */
uint32_t vm_facts_words(const VmState *s);

/* The point of a running thread. */
VmPoint vm_point(VmState *s, VmTid tid);
uint32_t vm_point_alts(VmState *s, VmPoint q);               /* 0: no memory */
const VmAlt *vm_point_alt(VmState *s, VmPoint q, uint32_t alt);                /* NULL: no memory */
/* The alternative that action CHOICE of TID, which stands at a point, belongs to. Not for VM_CRASH. */
uint32_t vm_action_alt(VmState *s, VmTid tid, uint32_t choice);

/* The same alternative where the shared objects hold what they hold now, but for those in CHANGED (all sets; SET_W and
 * SET_U count, where a thread's life counts as written if it may move): fewer ways on, perhaps a smaller foot. `future` is as
 * without. NULL: no memory. */
const VmAlt *vm_point_now(VmState *s, VmPoint q, uint32_t alt, const uint64_t *changed);

/* What the thread would touch if it crashed at Q. NULL: nothing, or it cannot, as budgets are now; they only shrink. */
const uint64_t *vm_point_crash(const VmState *s, VmPoint q);

/* What EV itself touched, into OUT (all sets). */
void vm_event_sets(const VmState *s, const VmEvent *ev, uint64_t *out);
/* May two events that touch X and Y not be swapped? They are dependent if one writes what the other touches; with OBJECTS if both
 * touch it. */
static inline uint64_t vm_sets_hit(const uint64_t *x, const uint64_t *y, uint32_t words, bool objects, uint32_t i) {
  uint64_t xr = x[SET_R * words + i], xw = x[SET_W * words + i], yr = y[SET_R * words + i], yw = y[SET_W * words + i];
  return objects ? (xr | xw) & (yr | yw) : (xw & (yr | yw)) | (xr & yw);
}
/* May an event of another thread, which may touch FUTURE, be dependent on TID's enabled event, which touches FOOT, and come first?
 * A mutex that TID holds nobody locks before TID has unlocked it. */
bool vm_comes_first(const VmState *s, VmTid tid, const uint64_t *foot, const uint64_t *future);
/* Could TID, which may touch FUTURE, enable an event that waits for what is in SETS: unlock a mutex that it holds, or end? */
bool vm_could_unlock(const VmState *s, const uint64_t *sets, VmTid tid, const uint64_t *future);
bool vm_waits_for_end(const VmState *s, const uint64_t *sets, VmTid tid);
/* Could an event that touches SETS be the first on one of its objects, as these are now? */
bool vm_first_now(const VmState *s, const uint64_t *sets);
/* Marks in SETS that TID may move: for vm_point_now. */
void vm_may_move(const VmState *s, VmTid tid, uint64_t *sets);
/* What a crash of TID touches, added to OUT. */
void vm_crash_sets(const VmState *s, VmTid tid, uint64_t *out);
#endif
