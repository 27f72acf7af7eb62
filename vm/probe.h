/* vm/probe.h -- what an event would have done if others had done something else before it: data-centric reductions ask this.
 * Between vm_probe_begin and vm_probe_end the machine shows TID with the local state saved right before the event, an empty
 * mailbox, and otherwise the present state; the caller sets what the event reads. Nothing lasts.
 * Owns: nothing. */
#ifndef VM_PROBE_H
#define VM_PROBE_H
#include "vm/vm.h"

typedef struct { VmMark mark; uint8_t *cov; void (*print)(void *, VmTid, const char *); } VmProbe;

uint32_t vm_local_size(const VmState *s, VmTid tid);                     /* words; the same for all states */
void vm_local_save(const VmState *s, VmTid tid, Word *out);
Word vm_object_value(const VmState *s, uint32_t obj);                    /* leaf, critical section or budget; others have none */

VmProbe vm_probe_begin(VmState *s, VmTid tid, const Word *local);
void vm_probe_value(VmState *s, uint32_t obj, Word value);
bool vm_probe_mail(VmState *s, VmTid tid, const Word *msgs, uint32_t n); /* false: no memory */
void vm_probe_ended(VmState *s, VmTid peer, bool ended);                 /* has PEER come to its end? */
/* As vm_peek; actions are those of vm_thread_actions. */
VmStatus vm_probe_step(VmState *s, VmTid tid, uint32_t choice, VmEvent *ev);
/* Of the last vm_probe_step: objects in the order they were touched first; and the value of each of ev->acc after it. */
const uint32_t *vm_probe_order(const VmState *s, uint32_t *n);
const Word *vm_probe_values(const VmState *s);
void vm_probe_end(VmState *s, VmProbe q);

/* Equal for the same thread, or choice, on every machine of one program. */
uint64_t vm_thread_key(const VmState *s, VmTid tid);
uint64_t vm_choice_key(const VmState *s, uint32_t choice);
#endif
