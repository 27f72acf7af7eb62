/* vm/abstract.h -- the instructions on values of which some are unknown: what code may do, whatever other threads do
 * meanwhile. Locals are known words until something unknown flows into them; shared memory is unknown unless the caller
 * knows better; a test of something unknown goes both ways.
 * Owns: nothing. The caller walks: it holds the states, decides where paths meet, and when to stop. */
#ifndef VM_ABSTRACT_H
#define VM_ABSTRACT_H
#include "vm/state.h"

#define ABS_WORDS 160u               /* of a thread's stack; deeper ones are lost */
#define ABS_NEXT 600u
#define ABS_DIRTY 8u
#define ABS_NOBODY 255u              /* a thread that is not born yet: its number is unknown */

typedef struct { Word w; bool known; } Abs;
static inline Abs abs_known(Word w) { return (Abs){ w, true }; }
static inline Abs abs_unknown(void) { return (Abs){ 0, false }; }

/* A thread in the middle of its code. */
typedef struct {
  uint32_t pc, fp;                   /* fp: words from the start of the stack */
  uint32_t depth;                    /* of atomic regions */
  struct { uint32_t at, n; } dirty[ABS_DIRTY]; uint32_t ndirty;        /* shared words that this event wrote; over ABS_DIRTY: any */
  Abs stack[ABS_WORDS];
} AbsState;

/* What one instruction may do. */
typedef struct {
  uint32_t at, n; uint8_t mode;      /* shared leaves at .. at+n-1 (n 0: none) and how: ACC_ bits */
  bool locks, unlocks;               /* a mutex, at `at` */
  bool blocks;                       /* it may have to wait */
  bool has_op, any_peer;             /* any_peer: whose mailbox, or which thread, is unknown */
  VmOp op;                           /* EV_SEND, EV_RECEIVE, EV_AFTER (a receive that can time out), EV_JOIN */
  uint32_t budget[2], nbudgets;      /* objects of fault budgets that it reads, and may pay from */
  uint32_t next[ABS_NEXT], nnext;    /* where it may go on; none: the thread waits, ends or fails here */
} AbsEffect;

typedef struct {
  VmState *s;
  VmTid tid;                         /* ABS_NOBODY: unknown */
  bool lost;                         /* too much to follow: it may do anything */
  Abs (*read)(void *ctx, uint32_t loc);                /* the value of a shared leaf; NULL: all unknown */
  bool (*passes)(void *ctx, const VmOp *op);           /* may this join, or receive, go on? NULL: yes */
  void *ctx;
} Abstract;

/* Does the instruction at ST. *ST becomes the state after it, whose pc is then each of e->next. */
void abs_instruction(Abstract *x, AbsState *st, AbsEffect *e);
#endif
