/* compiler/dump.c -- bytecode as text, function by function, with the source line each instruction comes from. */
#include <stdio.h>
#include <string.h>
#include "compiler/bytecode.h"

static void operand(FILE *f, const BcProgram *p, uint32_t o) {
  if (!(o & 1)) { fprintf(f, " s%u", o >> 1); return; }
  const BcConst *c = &p->consts[o >> 1];
  if (c->big) gmp_fprintf(f, " %Zd", c->big);
  else if (c->imm == W_NIL) fprintf(f, " empty");
  else fprintf(f, " %d", (int)W_VAL(c->imm));
}

static void field(FILE *f, const BcProgram *p, const BcInstr *in, char kind, uint32_t v) {
  switch (kind) {
    case 'd': case 's': fprintf(f, " s%u", v); break;
    case 'v': operand(f, p, v); break;
    case 'k': fprintf(f, " #%d", (int)v); break;
    case 't': fprintf(f, " ->%u", v); break;
    case 'f': fprintf(f, " %s", p->funcs[v].name); break;
    case 'm':
      if (in->mode == MEM_SHARED || in->mode == MEM_CONST) fprintf(f, " %s+%u", v < p->nlocs ? p->leaf_var[v]->name : "?", v < p->nlocs ? v - p->leaf_var[v]->base : 0);
      else fprintf(f, in->mode == MEM_REF ? " *s%u" : " s%u", v);
      break;
    default: break;
  }
}

static void instruction(FILE *f, const BcProgram *p, uint32_t pc, uint32_t *line) {
  const BcInstr *in = &p->code[pc];
  const uint32_t v[5] = { in->a, in->b, in->c, in->d, in->e };
  Place at = src_place(p->sources, p->spans[pc]);
  if (at.line != *line) fprintf(f, "  ; %s:%u: %.*s\n", at.path, at.line, (int)at.line_len, at.line_text);
  *line = at.line;
  fprintf(f, "%c %4u  %-10s", p->visible[pc] == 1 ? '*' : p->visible[pc] == 2 ? '?' : ' ', pc, bc_op_name((BcOp)in->op));
  for (int i = 0; i < 5; i++) field(f, p, in, bc_op_operands[in->op][i], v[i]);
  if (in->n > 1) fprintf(f, "  x%u", in->n);
  if (p->kill_at[pc] < p->kill_at[pc + 1]) {
    fprintf(f, "   (dead:");
    for (uint32_t i = p->kill_at[pc]; i < p->kill_at[pc + 1]; i++) fprintf(f, " s%u", p->kills[i]);
    fprintf(f, ")");
  }
  fprintf(f, "\n");
}

static void range(FILE *f, const BcProgram *p, const char *what, const char *name, uint32_t entry, uint32_t end) {
  uint32_t line = 0;
  fprintf(f, "%s %s\n", what, name);
  for (uint32_t pc = entry; pc < end; pc++) instruction(f, p, pc, &line);
}

static void prop(FILE *f, const BcProgram *p, const char *what, const BcProp *q) {
  if (!q->entry) return;
  uint32_t end = q->entry;                                   /* properties follow each other: the last halt before the next entry */
  for (uint32_t pc = q->entry; pc < p->ncode; pc++) {
    bool next = false;
    for (uint32_t i = 0; i < p->ninvariants; i++) next |= p->invariants[i].entry == pc && pc > q->entry;
    for (uint32_t i = 0; i < p->ncovers; i++) next |= p->covers[i].entry == pc && pc > q->entry;
    next |= (p->init.entry == pc || p->finally_.entry == pc) && pc > q->entry;
    if (next) break;
    end = pc + 1;
  }
  range(f, p, what, q->name, q->entry, end);
}

void bc_dump(const BcProgram *p, void *file) {
  FILE *f = file;
  fprintf(f, "; * a visible step, ? visible when its ref is shared; sN: slot N of the frame\n");
  for (uint32_t i = 0; i < p->nfuncs; i++) range(f, p, "function", p->funcs[i].name, p->funcs[i].entry, p->funcs[i].end);
  for (uint32_t i = 0; i < p->nthreads; i++) range(f, p, "thread", p->threads[i].name, p->threads[i].body.entry, p->threads[i].body.end);
  for (uint32_t i = 0; i < p->ninvariants; i++) prop(f, p, "invariant", &p->invariants[i]);
  for (uint32_t i = 0; i < p->ncovers; i++) prop(f, p, "cover", &p->covers[i]);
  prop(f, p, "block", &p->init);
  prop(f, p, "block", &p->finally_);
}
