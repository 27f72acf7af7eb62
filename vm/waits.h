/* vm/waits.h -- what the enabledness of a thread's pending event may depend on: the objects its guards may read and the
 * mailbox and joins it may wait for, given the thread's locals, whatever shared memory holds. A reduction must treat
 * them as read even when a short-circuit or another choice kept the event from reading them now. */
#ifndef VM_WAITS_H
#define VM_WAITS_H
#include "vm/event.h"

typedef struct {
  const VmAcc *acc; uint32_t nacc;   /* ACC_R entries, sorted */
  const VmOp *ops; uint32_t nops;    /* EV_AFTER: no message matches (matcher 0: any message); EV_RECEIVE with no copies: this
                                      * one does already; EV_JOIN */
} VmWaits;

/* Wait sets of TID's pending event, all its choices together; false: no memory. Kept per local state, so that asking
 * again is cheap. Valid until the next call on S. */
bool vm_waits(struct VmState *s, VmTid tid, VmWaits *out);
/* Is TID's pending event a guard, which others can enable and disable: an await, an atomic block that can block, a choose
 * from a set, an either with branches that can block? Never with vm_failing_guards. */
bool vm_is_guard(const struct VmState *s, VmTid tid);
/* Can TID's pending event have more than one action, here or where others did something else? Crashes apart. */
bool vm_has_choices(const struct VmState *s, VmTid tid);
bool vm_can_crash(const struct VmState *s, VmTid tid);       /* by its declaration; the budget may be spent */
#endif
