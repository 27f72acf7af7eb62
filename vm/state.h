/* vm/state.h -- the inside of VmState, for the files of vm/ only.
 *
 *   w:  [ shared leaves | critical owners | budgets | phase ]  [ thread 0 ] [ thread 1 ] ...      [ scratch ]
 *                                                              pc fp mailbox spawns stack...
 * The words of all threads known so far are there, born or not; a thread gets its number (and words) when its identity
 * (parent, how-many-th spawn, item) is first met, and keeps it for the life of this VmState. */
#ifndef VM_STATE_H
#define VM_STATE_H
#include "vm/parts.h"
#include "vm/value.h"
#include "vm/vm.h"

enum { TH_PC, TH_FP, TH_MBOX, TH_SPAWNS, TH_STACK };
#define MAX_DIGITS 64
#define MAX_CHOICES 65536u
#define MAX_FAULTS 8
#define CHUNK_MIN 24u                /* shared words: more than this are cut into stretches */
#define PART_MAX 512                 /* 255 threads, the rest stretches */
#define NO_PART UINT16_MAX
#define STEP_BUDGET 1000000u
#define MAX_CALL_DEPTH 256u

typedef struct { uint32_t at; Word old; } Undo;
typedef struct { VmTid parent; uint32_t nth; uint32_t item; uint32_t base; } Identity;   /* parent 255: static */
typedef struct { uint32_t part, number; size_t to, from; } OldNumber;        /* what it was before log entries from .. to */
typedef struct { uint32_t *at; size_t cap; } Agreed;         /* per number of this machine: that of all machines + 1; 0: not asked yet */

struct VmState {
  const BcProgram *p;
  Mem *mem;
  Values val;
  Word *k;                           /* constants */
  Word *w; uint32_t nw, capw;
  Undo *log; size_t nlog, caplog;
  uint32_t crit, budget, phase, threads, scratch;            /* indices of the parts of w */
  Identity id[VM_MAX_THREADS + 1]; unsigned nid;
  struct VmNumbers *numbers;         /* shared with other machines; NULL: this one numbers by itself */
  int init_tid;                      /* pseudo thread that runs an init with choices, or -1 */

  VmAcc *acc; uint32_t nacc, capacc;
  VmOp *ops; uint32_t nops, capops;
  VmAcc *own; size_t capown;         /* footprint before wait sets were added */
  bool footprints;                   /* add the wait sets of events with choices */
  bool choosy, has_daemons;          /* there are events with choices, or faults; daemons, or an init with choices */
  struct Waits *waits;
  struct Facts *facts;               /* facts.c; NULL: nobody asked */
  struct Tried *tried;               /* tried.c; NULL: nothing is known yet */
  bool quiet;                        /* evaluating a property: no footprint */
  bool record_matchers;
  uint32_t *loc_props;               /* per location: bits of invariants and covers that read it; NULL: none */

  Parts paths;                       /* choices of many digits */
  uint32_t script[MAX_DIGITS], radix[MAX_DIGITS]; uint32_t nscript, digit;
  VmWait wait;                       /* why the last try blocked */
  Word wait_matcher;                 /* of a receive that blocked, with record_matchers */
  VmFault faults[MAX_FAULTS]; uint32_t nfaults;
  const char *limit;                 /* a limit met in this step */
  VmStatus initial;
  uint8_t evkind, evflags;           /* of the event being made */
  uint32_t evlock;
  Word result;                       /* of OP_HALT */
  Word chosen;                       /* integer the step's choose gave, for vm_describe */
  bool in_init, nomem, keep_dead, failing_guards, keep_waits;
  bool bad_digit;                    /* the step's choice names no action here */

  bool probing;                      /* probe.c: note the order of touches */
  uint32_t *order; size_t norder, cap_order;
  Word *after; size_t cap_after;     /* values after the probed event */

  VmAction *actions; size_t nactions, capactions;
  Word *buf; size_t capbuf;          /* scratch for building values */
  uint8_t *bytes; size_t capbytes;   /* vm_encode */

  /* Encoding. A state is a list of parts: threads (part number = tid), then stretches of shared memory. What a part is
   * numbered is kept until a word of it changes; changes are seen in the undo log, so steps pay nothing for it. Numbers that
   * were replaced are kept too, and come back with vm_restore. */
  Parts parts;
  bool tracking;                     /* number[] is that of the state where the log had `seen` entries */
  size_t first_seen, seen;           /* tracking began with as many */
  uint32_t number[PART_MAX];
  bool changed[PART_MAX];
  OldNumber *olds; size_t nolds, capolds;
  uint16_t *part_of; size_t nmapped, capmapped;        /* per word; NO_PART: of none */
  uint32_t chunk;                    /* words a stretch */
  Agreed agreed_parts, agreed_values;        /* vm_encode_shared; values by handle / 2 */
  uint8_t *cov, *uncov;              /* executed, per instruction; where trials leave their marks */
  void (*print)(void *, VmTid, const char *); void *print_ctx;
  uint64_t executed;
};

typedef enum { RUN_OK, RUN_BLOCKED, RUN_FAULT, RUN_STOPPED, RUN_LIMIT } RunResult;
typedef enum { RUN_START, RUN_STEP, RUN_CODE } RunMode;

/* exec.c: runs TID's code at frame FP from PC. START: up to the first visible instruction. STEP: one visible event, then
 * up to the next. CODE: everything up to OP_HALT, in one go (properties, init, guards). Writes pc, fp back for START, STEP. */
RunResult exec_run(VmState *s, VmTid tid, uint32_t base, uint32_t fp, uint32_t pc, RunMode mode);
void exec_start(VmState *s, VmTid tid);                      /* local work of a thread just born; failures are recorded */
void exec_only_read(VmState *s);                             /* the event's effects were undone: its footprint only reads */
bool exec_match(VmState *s, VmTid tid, uint32_t base, uint32_t fp, const BcReceive *r, Word msg, uint32_t *clause);

bool vm_log_room(VmState *s);
/* Unlogged writes would be lost to undo, so without room nothing is written and the step ends as VM_NOMEM. */
static inline void vm_put(VmState *s, uint32_t at, Word v) {
  Word old = s->w[at];
  if (old == v || (s->nlog == s->caplog && !vm_log_room(s))) return;
  s->log[s->nlog++] = (Undo){ at, old };
  s->w[at] = v;
}
bool vm_buf(VmState *s, size_t words);                       /* room in s->buf; false: nomem set */
uint32_t vm_part_number(VmState *s, VmTid tid);              /* encode.c: of its local state; PART_NONE: no memory */
const BcFunc *vm_func(const VmState *s, VmTid tid, uint32_t pc);   /* encode.c: the code of TID that PC is in */
void vm_waits_free(VmState *s);
void vm_old_numbers(VmState *s, VmMark m);                   /* encode.c: the log goes back to M, below `seen` */
void vm_touch(VmState *s, uint32_t obj, uint32_t mode);
void vm_op(VmState *s, VmOp op);
int vm_identity(VmState *s, VmTid parent, uint32_t nth, uint32_t item);   /* -1: limit or nomem */
bool vm_add_identity(VmState *s, VmTid parent, uint32_t nth, uint32_t item);      /* a thread not met before gets words and the next number */
bool vm_share_identity(VmState *s, VmTid parent, uint32_t nth, uint32_t item);    /* numbers.c: the same, with all machines agreeing */
bool vm_share_path(VmState *s, const Word *path, uint32_t len);                   /* numbers.c: of a choice */
uint32_t vm_share_part(VmState *s, const uint8_t *bytes, size_t len);             /* numbers.c: of a part of a state, spelled out; PART_NONE: no memory */
bool vm_births(VmState *s);                                  /* one more thread may live */
void vm_die(VmState *s, VmTid tid, VmThreadStatus how);
RunResult vm_try_wait(VmState *s, VmTid tid, uint32_t branch);            /* vm.c: tries the pending event and takes it back; s->wait, s->acc */
VmFault *vm_fail(VmState *s, VmTid tid, uint32_t pc, VmFailKind kind, const char *code);
/* A pc word: the next instruction; below 0 a status, where a stuck thread still knows its guard. */
static inline VmThreadStatus vm_status_word(Word pc) {
  int32_t v = W_VAL(pc);
  return v >= 0 ? TH_RUNNING : v <= -1 - (int)TH_STUCK ? TH_STUCK : (VmThreadStatus)(-1 - v);
}
#define STATUS_WORD(st) W_IMM(-1 - (int)(st))
#define STUCK_WORD(pc, open) W_IMM(-1 - (int)TH_STUCK - ((int)(pc) * 2 + (open)))
uint32_t vm_pack_choice(VmState *s);
bool vm_unpack_choice(VmState *s, uint32_t choice);
#endif
