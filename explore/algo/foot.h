/* explore/algo/foot.h -- the footprint of an event as one word, so that sleep sets and wakeup trees are small and the
 * dependence of two events is nearly always one comparison.
 *   0                 touches nothing others can see
 *   object << 2|mode  one access (a VmAcc)
 *   FOOT_LIFE | tid   one spawn of, or a look whether it has ended, at that thread; FOOT_SPAWN tells which
 *   FOOT_SET | id     several accesses, or operations on mailboxes and threads: kept once, compared by ev_dependent
 * A receive takes an older message whatever is sent later, so it depends on no send to come: that it comes after the send
 * it took is a fact of the execution (hb.h).
 * Owns: the kept sets, from the Mem given. */
#ifndef EXPLORE_ALGO_FOOT_H
#define EXPLORE_ALGO_FOOT_H
#include "lang/mem.h"
#include "vm/vm.h"

typedef uint32_t Foot;
#define FOOT_SET  0x80000000u                /* also set in the next */
#define FOOT_LIFE 0xc0000000u
#define FOOT_SPAWN 0x100u
#define FOOT_NONE 0xffffffffu                /* no memory */

typedef struct { uint32_t acc, nacc, op, nops; uint64_t hash; } FootSet;
typedef struct {
  VmState *vm;
  Mem *mem;
  FootSet *set; size_t n, cap;
  VmAcc *acc; size_t nacc, cap_acc;
  VmOp *op; size_t nop, cap_op;
  uint32_t *table; size_t slots;
} Feet;

void feet_init(Feet *f, VmState *vm, Mem *m);
void feet_deinit(Feet *f);
/* FOOT_NONE: no memory. */
Foot foot_of(Feet *f, const VmEvent *ev);
/* What TID's pending event may wait for, as a footprint. FOOT_NONE: no memory. */
Foot foot_waits(Feet *f, VmTid tid);
/* The accesses and operations of a footprint; the arrays are valid until the next foot_of. *ROOM serves those with one. */
typedef struct { VmAcc acc; VmOp op; } FootRoom;
void foot_get(const Feet *f, Foot x, FootRoom *room, VmEvent *out);
/* Does the footprint look whether thread TID has ended? */
bool foot_watches(const Feet *f, Foot x, VmTid tid);
/* May the receive in the second footprint have taken what the first sends? */
bool foot_takes(const Feet *f, Foot send, Foot receive);
bool foot_dependent_slow(const Feet *f, VmTid s, Foot x, VmTid t, Foot y);

/* Hashing, in the manner of splitmix64: every bit of H and X reaches every bit of the result, and 0 is nothing special. */
static inline uint64_t foot_mix(uint64_t h, uint64_t x) {
  h = (h + 0x9e3779b97f4a7c15u) ^ (x + 1) * 0xff51afd7ed558ccdu;
  h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
  h = (h ^ h >> 27) * 0x94d049bb133111ebu;
  return h ^ h >> 31;
}

/* Are events of the different threads S and T with these footprints dependent (Mazurkiewicz)? */
static inline bool foot_dependent(const Feet *f, VmTid s, Foot x, VmTid t, Foot y) {
  if ((x | y) & FOOT_SET) return foot_dependent_slow(f, s, x, t, y);
  return x && y && (x ^ y) < 4 && (x | y) & ACC_W;      /* the same object */
}
#endif
