/* vm/stuck.h -- why a thread that cannot go on cannot: what its pending event looked at before it gave up, branch by branch
 * of an either, and why the clauses of a receive leave a message where it is. Nothing lasts; for reports, not for searches. */
#ifndef VM_STUCK_H
#define VM_STUCK_H
#include "vm/vm.h"

typedef struct {
  VmWait wait;                       /* WAIT_NONE: it could go on */
  const VmAcc *acc; uint32_t nacc;   /* what it read before, in that order, possibly twice; valid until the next call on the state */
  Word matcher;                      /* WAIT_RECEIVE: what vm_why_not asks; else 0 */
} VmStuck;

/* Branches of the either that TID stands before; 0: it stands before something else. */
uint32_t vm_stuck_branches(const VmState *s, VmTid tid, const BcBranch **out);
/* Tries TID's pending event, of an either the branch given (else 0), with its first choice, and takes it back. */
VmStuck vm_stuck(VmState *s, VmTid tid, uint32_t branch);

/* What keeps a clause of a receive from a message, in words: "another message", "field yes is true, the pattern wants false",
 * "`when` is false with n = 3, k = 7"; empty when it takes it. Requires: Q is a receive that waits. */
const char *vm_why_not(VmState *s, const VmStuck *q, uint32_t clause, Word msg, char *buf, size_t size);
/* The table of the receive that waits. */
const BcReceive *vm_stuck_receive(const VmState *s, const VmStuck *q);
#endif
