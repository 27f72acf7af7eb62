/* tests/unit/compiler/support.h -- text to program, and questions about the program. */
#ifndef TESTS_UNIT_COMPILER_SUPPORT_H
#define TESTS_UNIT_COMPILER_SUPPORT_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "compiler/compile.h"
#include "lang/parse.h"

const char *stdlib_text(const char *name, size_t *len);      /* generated from stdlib/ */

typedef struct {
  Arena arena;
  Intern names;
  Sources sources;
  Diags diags;
  Ast ast;
  BcOptions opt;
  const BcProgram *p;                                        /* NULL: the text has errors */
} Comp;

static inline void comp_parse(Comp *c, const char *text) {
  arena_init(&c->arena);
  intern_init(&c->names, &c->arena);
  src_init(&c->sources, &c->arena);
  diag_init(&c->diags, &c->arena, &c->sources);
  ParseContext ctx = { &c->arena, &c->names, &c->sources, &c->diags, stdlib_text };
  c->opt = (BcOptions){ .arena = &c->arena, .names = &c->names, .loop_bound = -1 };
  c->ast = parse_file(&ctx, src_add_text(&c->sources, "test.d", text, strlen(text)));
}

static inline void comp_finish(Comp *c) { c->p = bc_compile(&c->ast, &c->sources, &c->opt, &c->diags); }
static inline void comp(Comp *c, const char *text) { comp_parse(c, text); comp_finish(c); }
static inline void comp_done(Comp *c) { arena_deinit(&c->arena); }

/* "E0201 2:5 W0301 3:1", all diagnostics. */
static inline const char *comp_diags(Comp *c) {
  const char *s = "";
  for (size_t i = 0; i < c->diags.count; i++) {
    Place p = src_place(&c->sources, c->diags.items[i].span);
    s = arena_printf(&c->arena, "%s%s%s %u:%u", s, *s ? " " : "", c->diags.items[i].code, p.line, p.col);
  }
  return s;
}

static inline bool comp_has(const Comp *c, const char *code) {
  for (size_t i = 0; i < c->diags.count; i++) if (strcmp(c->diags.items[i].code, code) == 0) return true;
  return false;
}

/* The diagnostics as printed, for messages of failing tests. */
static inline const char *comp_report(Comp *c) {
  char *text;
  size_t len;
  FILE *f = open_memstream(&text, &len);
  diag_print(&c->diags, f, false);
  fclose(f);
  const char *copy = arena_strndup(&c->arena, text, len);
  free(text);
  return copy;
}

/* Names of the instructions in [ENTRY, END), separated by blanks; an event has a `!`, one through a ref `?`, before it. */
static inline const char *comp_ops(Comp *c, uint32_t entry, uint32_t end) {
  const char *s = "";
  for (uint32_t pc = entry; pc < end; pc++)
    s = arena_printf(&c->arena, "%s%s%s%s", s, *s ? " " : "", c->p->visible[pc] == 1 ? "!" : c->p->visible[pc] ? "?" : "", bc_op_name((BcOp)c->p->code[pc].op));
  return s;
}

/* Those of the first thread. */
static inline const char *comp_thread(Comp *c) { return comp_ops(c, c->p->threads[0].body.entry, c->p->threads[0].body.end); }
/* Only the events of it, in the order of the text. */
static inline const char *comp_events(Comp *c, uint32_t entry, uint32_t end) {
  const char *s = "";
  uint32_t depth = 0;
  for (uint32_t pc = entry; pc < end; pc++) {
    BcOp op = (BcOp)c->p->code[pc].op;
    if (op == OP_ENDATOMIC) depth--;
    if (c->p->visible[pc] && !depth) s = arena_printf(&c->arena, "%s%s%s", s, *s ? " " : "", bc_op_name(op));
    if (op == OP_ATOMIC) depth++;
  }
  return s;
}
static inline const char *comp_thread_events(Comp *c) { return comp_events(c, c->p->threads[0].body.entry, c->p->threads[0].body.end); }

/* The Nth instruction OP of the program, or UINT32_MAX. */
static inline uint32_t comp_find(const Comp *c, BcOp op, unsigned nth) {
  for (uint32_t pc = 0; pc < c->p->ncode; pc++) if (c->p->code[pc].op == op && nth-- == 0) return pc;
  return UINT32_MAX;
}

/* Is SLOT cleared right before PC? */
static inline bool comp_kills(const Comp *c, uint32_t pc, uint32_t slot) {
  for (uint32_t i = c->p->kill_at[pc]; i < c->p->kill_at[pc + 1]; i++) if (c->p->kills[i] == slot) return true;
  return false;
}

/* Slot of variable NAME of function or thread F; UINT32_MAX: none. */
static inline uint32_t comp_slot(const BcFunc *f, const char *name) {
  for (uint32_t i = 0; i < f->nvars; i++) if (strcmp(f->vars[i].name, name) == 0) return f->vars[i].base;
  return UINT32_MAX;
}
#endif
