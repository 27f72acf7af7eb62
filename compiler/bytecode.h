/* compiler/bytecode.h -- a compiled program: code, tables, and what is needed to speak of it in the user's words.
 * Sealed: read-only once bc_compile returned it; it lives in the arena of the compilation together with the sources
 * its spans point to.
 *
 * Words. Every value is made of 32-bit words. Low bit 1: an immediate (31-bit integer; also bool 0/1, enum number,
 * pid tid+1 with 0 for no pid, mutex owner tid+1 with 0 for free). Low bit 0: a handle of an interned value (big integer,
 * queue, set), 0 being the empty queue or set. Equal values are equal words.
 *
 * Frames. A thread's stack is a run of frames of slots. Slots 0 and 1 of a frame hold the return pc and the caller's
 * frame; parameters, locals and temporaries follow. An operand is slot<<1, or constant<<1|1. */
#ifndef COMPILER_BYTECODE_H
#define COMPILER_BYTECODE_H
#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "compiler/types.h"
#include "lang/source.h"

typedef uint32_t Word;
#define W_IMM(v)    ((Word)(((uint32_t)(int32_t)(v) << 1) | 1u))
#define W_IS_IMM(w) ((w) & 1u)
#define W_VAL(w)    ((int32_t)(w) >> 1)
#define W_MAX       0x3fffffff
#define W_MIN       (-0x40000000)
#define W_NIL       0u

typedef enum {
#define X(op, name, operands, visible) op,
#include "compiler/opcodes.def"
#undef X
  OP_COUNT
} BcOp;

typedef enum { MEM_SHARED, MEM_LOCAL, MEM_REF, MEM_CONST } BcMode;   /* base b: location, slot, slot holding a ref, location of a constant array */
typedef enum { REGION_ATOMIC, REGION_AWAIT, REGION_STATEMENT } BcRegion;
enum { REGION_BLOCKS = 1, REGION_CHOOSES = 2 };           /* OP_ATOMIC, field c: what the region can do */

typedef struct { uint8_t op, mode; uint16_t n; uint32_t a, b, c, d, e; } BcInstr;
#define BC_SLOT(i)    ((uint32_t)(i) << 1)
#define BC_CONST(i)   ((uint32_t)(i) << 1 | 1u)
#define BC_NOFF       BC_CONST(0)          /* constant 0 is always W_IMM(0): no offset */
#define BC_FRAME_HEAD 2

typedef struct { Word imm; mpz_srcptr big; } BcConst;     /* big != NULL: interned by the vm */

typedef struct {                     /* a named variable: shared, or a local while pc is in [from, to) */
  const char *name;
  const BcType *type;
  uint32_t base;                     /* first location, or first slot */
  uint32_t from, to;                 /* locals */
  Span span;
  bool sync;                         /* exempt from race reports (//! sync:) */
  bool ref;                          /* local that holds a ref */
  bool library;
} BcVar;

typedef struct {
  const char *name;
  uint32_t entry, end;               /* code range */
  uint32_t frame;                    /* slots, head included */
  uint32_t args;                     /* argument words, from slot BC_FRAME_HEAD */
  const BcVar *vars; uint32_t nvars; /* parameters and locals, for printing */
  const BcType *result;
  bool library, pure;
  Span span;
} BcFunc;

typedef struct {                     /* a Thread item */
  const char *name;
  BcFunc body;
  bool daemon, spawned, replicated;
  int32_t lo;                        /* first index when replicated */
  uint32_t first, count;             /* static threads: tids first .. first+count-1 */
  uint32_t stack;                    /* words of stack its calls can need */
  int32_t crash_budget;              /* index in faults, or -1 */
} BcThread;

typedef struct { const char *name; const BcField *fields; uint32_t nfields, width; int32_t drop, duplicate; /* index in faults, or -1 */ } BcMessage;
typedef enum { FAULT_CRASH, FAULT_DROP, FAULT_DUPLICATE } BcFaultKind;
typedef struct { BcFaultKind kind; uint32_t target; int32_t bound; /* -1: unbounded, no budget word */ uint32_t budget; /* word index among budgets */ Span span; } BcFault;

typedef enum { PAT_ANY, PAT_BIND, PAT_EQ } BcPatKind;
typedef struct { BcPatKind kind; uint32_t off, width; /* words of the message */ uint32_t slot; /* bind: to; eq: operand (width 1) or slot operand */ } BcPat;
typedef struct {
  uint32_t message;
  const BcPat *pats; uint32_t npats; /* wildcards left out */
  uint32_t guard;                    /* pc of guard code ending in OP_HALT, or 0 */
  uint32_t target;                   /* pc of the body */
  Span span;
} BcClause;
typedef struct { const BcClause *clauses; uint32_t nclauses; uint32_t after; /* pc, or 0 */ } BcReceive;
typedef struct { uint32_t target; bool blocking; Span span; } BcBranch;   /* blocking: the event at target is part of the choice */
typedef struct { const BcBranch *branches; uint32_t n; } BcEither;
typedef struct { const char *text; uint32_t operand; const BcType *type; } BcPrintItem;   /* text != NULL: literal */
typedef struct { const BcPrintItem *items; uint32_t n; } BcPrint;
typedef struct { const char *name; uint32_t entry; uint32_t frame; const uint32_t *locs; uint32_t nlocs; /* locations it may read, sorted */ Span span; bool library; } BcProp;

typedef struct BcProgram {
  const Sources *sources;
  const char *path;
  BcInstr *code; uint32_t ncode;
  Span *spans;                       /* per instruction */
  uint8_t *visible;                  /* per instruction: 0 no, 1 yes, 2 when its ref is shared */
  const uint32_t *kill_at; const uint32_t *kills;   /* slots dead before instruction pc: kills[kill_at[pc] .. kill_at[pc+1]) */
  BcConst *consts; uint32_t nconsts;

  uint32_t nlocs;                    /* shared leaves */
  Word *initial;                     /* nlocs words (immediates or constant handles 0); big ones through initial_big */
  struct { uint32_t loc; mpz_srcptr big; } *initial_big; uint32_t ninitial_big;
  const BcVar *vars; uint32_t nvars; /* shared variables by base */
  const BcVar **leaf_var;            /* per location: its variable */
  const BcType **leaf_type;          /* per location: scalar type */

  BcThread *threads; uint32_t nthreads;       /* items */
  uint32_t nstatic;                           /* static thread instances */
  const BcFunc *funcs; uint32_t nfuncs;
  const BcMessage *messages; uint32_t nmessages;
  const BcReceive *receives; uint32_t nreceives;
  const BcEither *eithers; uint32_t neithers;
  const BcPrint *prints; uint32_t nprints;
  const char **strings; uint32_t nstrings;    /* 0: none */
  const char **criticals; uint32_t ncriticals;
  const BcFault *faults; uint32_t nfaults, nbudgets;
  const BcProp *invariants; uint32_t ninvariants;
  const BcProp *covers; uint32_t ncovers;
  BcProp init, finally_;             /* entry 0: none */
  uint32_t scratch;                  /* stack words that init, finally and property code can need */
  bool init_chooses;                 /* init is an event with choices */
  bool sends;                        /* some thread sends */
  bool has_loop;                     /* some while/loop has a visible step inside: the state space may be cyclic */
  bool has_guard, has_either, has_choose, has_spawn;
  int32_t loop_bound;                /* --loop, -1: none */
  bool statement;                    /* --atomicity statement */
  struct { const char *name; const char *text; } *params; uint32_t nparams;   /* values after -D, as text, in order */
} BcProgram;

/* Per instruction: can it run as far as constants tell (const, param, locals that keep one)? What follows a test that they make
 * false, the body of a range they leave empty, and what only such code calls or spawns, cannot. In A. */
bool *bc_possible(const BcProgram *p, Arena *a);
const char *bc_op_name(BcOp op);
extern const char *const bc_op_operands[];  /* per op: the letters of opcodes.def, one a field */
/* --dump=bytecode: code by function, with source lines. */
void bc_dump(const BcProgram *p, void *file);
#endif
