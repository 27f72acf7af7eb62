/* compiler/emit_int.h -- what the files of emit share: the program under construction and the current function. */
#ifndef COMPILER_EMIT_INT_H
#define COMPILER_EMIT_INT_H
#include "compiler/sema.h"

#define NOWHERE UINT32_MAX
#define MAX_FRAME 4096

typedef struct { uint32_t pos, chain; } Label;               /* chain: unresolved jumps, linked through field a */
#define LABEL { NOWHERE, NOWHERE }

typedef enum { NEST_LOOP, NEST_ATOMIC, NEST_CRITICAL } NestKind;
typedef struct Nest { NestKind kind; uint32_t critical; Label *brk, *cont; struct Nest *up; } Nest;

typedef struct { void *items; uint32_t n, cap; } Vec;

typedef struct {
  Program *p;
  BcProgram *out;
  Vec code, spans, consts, strings, receives, eithers, prints, criticals, vars;
  Span at;                                                   /* span of what is being emitted */
  /* current function */
  uint32_t top, max;                                         /* next free slot, most ever */
  Nest *nest;
  uint64_t escaped[MAX_FRAME / 64];                          /* slots reached through addresses: never cleared */
  const BcType *result;
  bool too_large;
} Emit;

typedef struct { BcMode mode; uint32_t base, koff, off; } Addr;

/* emit.c */
uint32_t emit(Emit *e, BcInstr in);
void emit_jump(Emit *e, BcOp op, uint32_t b, uint32_t c, Label *to);
void emit_bind(Emit *e, Label *l);
uint32_t emit_slots(Emit *e, uint32_t n);                    /* reserves N slots, returns the first */
uint32_t emit_word_const(Emit *e, Word w);                   /* operand */
uint32_t emit_int_const(Emit *e, mpz_srcptr v);
void *emit_push(Emit *e, Vec *v, size_t size, const void *item);
uint32_t emit_pc(const Emit *e);
BcInstr *emit_at(Emit *e, uint32_t pc);
bool emit_region_begin(Emit *e, const AstNode *n, uint32_t *pc);   /* --atomicity statement */
void emit_region_end(Emit *e, bool open, uint32_t pc);
uint32_t emit_atomic_begin(Emit *e, BcRegion kind, uint32_t fx);
void emit_atomic_end(Emit *e, uint32_t pc);

/* emit_expr.c */
uint32_t emit_value(Emit *e, const AstNode *n);              /* operand; wide values: slot operand of the first word */
uint32_t emit_stable(Emit *e, const AstNode *n, const AstNode *later);   /* not changed by evaluating LATER */
void emit_to(Emit *e, const AstNode *n, uint32_t slot);
void emit_cond(Emit *e, const AstNode *n, bool when, Label *to);
Addr emit_addr(Emit *e, const AstNode *n);
void emit_mem(Emit *e, BcOp op, uint32_t a, Addr m, uint32_t d, uint32_t ee, uint32_t n);
void emit_default(Emit *e, const BcType *t, uint32_t slot);
void emit_load(Emit *e, Addr m, uint32_t width, uint32_t slot);
/* emit_stmt.c */
void emit_block(Emit *e, const AstNode *n);
/* flow.c: slots to clear at each pc, and the stack each function needs. */
void flow_kills(Emit *e, uint32_t entry, uint32_t end, uint32_t frame, uint32_t args, uint32_t **kill_lists, uint32_t *kill_counts);
bool flow_stacks(BcProgram *p, Arena *a, uint32_t *need /* per function */);
/* Successors of PC, into OUT (room for CAP); returns how many. */
#define FLOW_SUCCESSORS 600
uint32_t flow_successors(const BcProgram *p, uint32_t pc, uint32_t *out, uint32_t cap);
/* Sets the bits of the slots that PC writes whole (MAX_FRAME bits); what it writes through addresses is not among them. */
void flow_written(const BcProgram *p, uint32_t pc, uint64_t *slots);
uint32_t flow_need(const BcProgram *p, const uint32_t *need, uint32_t entry, uint32_t end, uint32_t frame);
#endif
