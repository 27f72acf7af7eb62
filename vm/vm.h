/* vm/vm.h -- advance one thread of a compiled program by one step. The caller chooses who runs; the VM says what
 * happened. Deterministic: same state, thread and choice, same event and state. No I/O.
 * A step is one visible event and the invisible instructions after it, so between steps every thread stands right
 * before a visible event, or has ended.
 * Going back: every write is logged; vm_save is a mark in the log and vm_restore undoes to it. It costs what the
 * steps since the mark wrote, whatever the size of the state.
 * Owns: VmState with its table of interned values.  Borrows: BcProgram and Mem, which outlive it. */
#ifndef VM_VM_H
#define VM_VM_H
#include "compiler/bytecode.h"
#include "lang/arena.h"
#include "lang/mem.h"
#include "vm/event.h"

typedef struct VmState VmState;
typedef enum { VM_OK, VM_FAULT, VM_BLOCKED, VM_NOMEM, VM_LIMIT } VmStatus;
typedef enum { TH_UNBORN, TH_RUNNING, TH_ENDED, TH_CRASHED, TH_FAILED, TH_STOPPED, TH_CUT, TH_STUCK } VmThreadStatus;
typedef struct { VmTid tid; uint32_t choice; } VmAction;
typedef size_t VmMark;

typedef enum { FAIL_NONE, FAIL_ASSERT, FAIL_CRITICAL, FAIL_RUNTIME } VmFailKind;
typedef struct {
  VmFailKind kind;
  const char *code;                          /* "R0002" for run-time errors */
  uint32_t pc;                               /* where; 0: init or finally code has pcs too */
  VmTid tid;
  char text[200];                            /* one line for the user, without place */
} VmFault;

/* A machine at the initial state. NULL: no memory. vm_initial_status tells whether init failed or discarded. */
VmState *vm_new(const BcProgram *p, Mem *m);
void vm_free(VmState *s);
/* Back to the initial state. Keeps interned values and the numbering of spawned threads, so that schedules recorded on S
 * replay on S. Clears the undo log (all marks). */
void vm_reset(VmState *s);
const BcProgram *vm_program(const VmState *s);
/* VM_OK; VM_FAULT (init, or a thread's local work before its first event, failed: vm_fault, the run can go on for the
 * other threads when tid is a thread); VM_BLOCKED: init's assume discards everything. */
VmStatus vm_initial_status(const VmState *s);

/* How this machine numbers what has no number of its own: spawned threads, and choices of many digits. A schedule means
 * the same on another machine that adopted the numbering right after vm_new. */
typedef struct VmNumbering VmNumbering;
const VmNumbering *vm_numbering(const VmState *s, Arena *a);
bool vm_adopt(VmState *s, const VmNumbering *n);         /* NULL: nothing to adopt. False: no memory */

/* Machines of one program that number alike, each used by a thread of its own: a schedule made on one means the same on all,
 * and so do thread numbers in events and values.
 * Owns: the shared list, from M, which is shared too. Outlives the machines that joined. */
typedef struct VmNumbers VmNumbers;
VmNumbers *vm_numbers_new(VmState *first, Mem *m);       /* starts with what FIRST has numbered; FIRST has joined. NULL: no memory */
void vm_numbers_free(VmNumbers *n);
/* Requires: S numbered nothing yet, or what FIRST had numbered at the start (vm_adopt). False: no memory. */
bool vm_numbers_join(VmNumbers *n, VmState *s);
/* S learns what the others have numbered. Call it before running a schedule that another machine made. False: no memory. */
bool vm_catch_up(VmState *s);

/* What makes a thread itself, whatever its number here: its item, and which of the item's instances it is: its index, or, spawned,
 * the how-many-th spawn of its parent, from 1. */
typedef struct { const char *item;  /* NULL: init */ int32_t instance; int parent; /* tid; -1: not spawned */ } VmOrigin;
VmOrigin vm_origin(const VmState *s, VmTid tid);
/* The number of that thread; one that was never met gets the next one. Pids are ordered by number, in sets for one: machines that
 * meet threads in the same order have the same order. -1: the program has no such thread, or there are too many. */
int vm_number(VmState *s, VmOrigin o);

unsigned vm_nthreads(const VmState *s);                 /* tids in use are below this; some may be unborn */
VmThreadStatus vm_thread(const VmState *s, VmTid tid);
bool vm_daemon(const VmState *s, VmTid tid);
/* How the threads are: all that were started; of those that are no daemons, how many there are and how many have not come to
 * their end; in how many ways others did not. */
typedef struct { unsigned started, workers, alive, failed, stopped, cut, stuck; } VmCensus;
VmCensus vm_census(const VmState *s);

/* All enabled actions, by tid then choice; crash choices come last of a thread. Grows and returns an internal array,
 * valid until the next call. *CRASHES: how many of them are crash choices. SIZE_MAX: no memory or a limit. */
size_t vm_actions(VmState *s, const VmAction **out, size_t *crashes);
/* The first enabled action that is no crash, of thread FIRST if it has one, else by tid. VM_BLOCKED: there is none. */
VmStatus vm_some_action(VmState *s, VmTid first, VmAction *out);
/* Those of one thread, same array. */
size_t vm_thread_actions(VmState *s, VmTid tid, const VmAction **out);

/* Steps. VM_FAULT: the thread failed; EV and vm_fault say how, the state after is valid and the others can go on.
 * VM_BLOCKED: the action was not enabled, nothing happened. VM_NOMEM, VM_LIMIT: nothing happened. */
VmStatus vm_step(VmState *s, VmTid tid, uint32_t choice, VmEvent *ev);
/* The event TID would do with CHOICE; nothing happens. VM_FAULT: it would fail; EV and vm_fault say how. VM_BLOCKED: not
 * enabled now. */
VmStatus vm_peek(VmState *s, VmTid tid, uint32_t choice, VmEvent *ev);
const VmFault *vm_fault(const VmState *s);              /* of the last VM_FAULT: the first of vm_faults */
/* All failures of the last step (a step that starts threads can make several fail). */
size_t vm_faults(const VmState *s, const VmFault **out);
const char *vm_limit(const VmState *s);                 /* of the last VM_LIMIT: "threads", "choices", ... */

VmMark vm_save(VmState *s);
void vm_restore(VmState *s, VmMark m);

/* What a thread without enabled action waits for. */
typedef enum { WAIT_NONE, WAIT_LOCK, WAIT_RECEIVE, WAIT_JOIN, WAIT_GUARD, WAIT_CHOICE /* empty range */, WAIT_EITHER } VmWaitKind;
typedef struct { VmWaitKind kind; uint32_t pc; uint32_t lock; int holder; /* tid or -1; join: the awaited thread */ } VmWait;
VmWait vm_wait(VmState *s, VmTid tid);

/* Properties. Each evaluates on the present state and changes nothing. */
bool vm_holds(VmState *s, const BcProp *prop);          /* invariant, cover; a run-time error inside counts as false and sets vm_fault */
VmStatus vm_finally(VmState *s);                        /* VM_OK or VM_FAULT */

/* Canonical bytes of the state. Without PORTABLE interned values are written as handles, which are canonical within S's
 * table; with it by contents (pids and spawned threads by the machine's numbering: see vm_adopt). Returns the length;
 * room is kept in S. NULL: no memory. */
const uint8_t *vm_encode(VmState *s, size_t *len, bool portable);
/* Bytes that are canonical among all machines that share S's numbering, and about as short as those with handles. Requires:
 * S has joined a VmNumbers. NULL: no memory. There is no way back from them. */
const uint8_t *vm_encode_shared(VmState *s, size_t *len);
/* Back to a state that this S encoded without PORTABLE; clears the undo log (all marks). */
void vm_decode(VmState *s, const uint8_t *bytes, size_t len);

/* Mailbox of TID, oldest first; at most CAP handles into OUT; returns how many there are. */
size_t vm_mailbox(const VmState *s, VmTid tid, Word *out, size_t cap);
uint32_t vm_message_kind(const VmState *s, Word msg);
bool vm_matches(VmState *s, uint32_t matcher, Word msg);
Word vm_value(const VmState *s, uint32_t loc);          /* word of a shared leaf */
uint32_t vm_pc(const VmState *s, VmTid tid);            /* next visible instruction of a running thread; UINT32_MAX otherwise */
/* Executed at least once, per instruction. */
const uint8_t *vm_coverage(const VmState *s);
void vm_forget_coverage(VmState *s);
/* Keep dead locals visible instead of clearing them (for printing traces). */
void vm_keep_dead(VmState *s, bool keep);
/* Footprints also hold the wait sets of events with choices (see waits.h; default on). Searches that need no dependence
 * turn it off. */
void vm_footprints(VmState *s, bool on);
/* Guards as failing reads (default off): an await, an atomic block that can block, a choose from a set and each branch of an
 * either that can block are then always enabled; one that cannot proceed changes nothing, reads what it read, and its
 * thread is TH_STUCK for good. Locks, receives and joins outside of these still wait. */
void vm_failing_guards(VmState *s, bool on);
/* With failing guards (default off): an event with choices that goes on reads what its other choices wait for too, as where
 * guards wait. Then its order against who opens those is told apart. */
void vm_keep_waits(VmState *s, bool on);
/* Of a stuck thread: could another choice of its event have gone on where it got stuck? An event with choices that fails reads
 * what all of them wait for, so whether this changed since is seen in what was written since. */
bool vm_stuck_open(const VmState *s, VmTid tid);
uint32_t vm_stuck_pc(const VmState *s, VmTid tid);      /* the guard of a stuck thread */
/* Also fill VmOp.matcher of receives without `after` (those with one always carry it). */
void vm_record_matchers(VmState *s, bool on);
/* PRINT hook: TEXT is one print statement's line. */
void vm_on_print(VmState *s, void (*hook)(void *ctx, VmTid tid, const char *text), void *ctx);
uint64_t vm_instructions(const VmState *s);             /* executed so far */

/* vm/describe.c: wording. Each writes at most SIZE bytes with NUL and returns BUF. */
const char *vm_thread_name(const VmState *s, VmTid tid, char *buf, size_t size);         /* Worker[2] */
const char *vm_loc_name(const BcProgram *p, uint32_t loc, char *buf, size_t size);       /* p.bit, fork[1] */
const char *vm_obj_name(const VmState *s, uint32_t obj, char *buf, size_t size);
const char *vm_word_text(const VmState *s, const BcType *t, Word w, char *buf, size_t size);
const char *vm_words_text(const VmState *s, const BcType *t, const Word *w, char *buf, size_t size);   /* any type */
const char *vm_message_text(const VmState *s, Word msg, char *buf, size_t size);         /* Acquire(Worker[1]) */
/* "x := 1", "reads x = 0", "locks fork[1]", "sends Granted() to Worker[2]": call right after the step. */
const char *vm_describe(const VmState *s, const VmEvent *ev, char *buf, size_t size);
/* Choice digits of an action ("1", "0.2", "crash"), and back. */
const char *vm_choice_text(const VmState *s, uint32_t choice, char *buf, size_t size);
bool vm_choice_parse(VmState *s, const char *text, uint32_t *choice);
/* The call in the user's code under which a running thread stands in library code; UINT32_MAX: it stands in none. */
uint32_t vm_user_call(const VmState *s, VmTid tid);
/* Local variables of a thread in its current frame: calls VISIT(ctx, name, text of value). */
void vm_locals(const VmState *s, VmTid tid, void (*visit)(void *ctx, const char *name, const char *text), void *ctx);
/* Its ref parameters there that stand for something shared: TEXT is what (rooms[1]). */
void vm_refs(const VmState *s, VmTid tid, void (*visit)(void *ctx, const char *name, const char *text), void *ctx);
#endif
