/* explore/tips.c -- see tips.h. */
#include "explore/tips.h"
#include <string.h>

#define MANY_RUNS 1000                       /* fewer are made in no time */

static void tip(Check *c, const char *text) {
  for (size_t i = 0; i < c->ntips; i++)
    if (strcmp(c->tips[i], text) == 0) return;
  if (c->ntips < TIPS_MAX) c->tips[c->ntips++] = text;
}

static uint32_t line_of(const Check *c, Span s) { return src_place(&c->model.sources, s).line; }
static bool in_main_file(const Check *c, Span s) { return s.end && s.file == src_index(&c->model.sources, c->model.source); }

/* --- variables that nobody reads, or nobody writes --- */

enum { READ = 1, WRITTEN = 2 };

/* What an instruction does to the memory it names. */
static int uses(BcOp op) {
  switch (op) {
  case OP_LOAD: case OP_HEAD: case OP_LEN: case OP_CONTAINS: case OP_CHOOSES: return READ;
  case OP_STORE: case OP_PUSH: case OP_INSERT: case OP_REMOVE: case OP_CLEAR: return WRITTEN;
  case OP_CAS: case OP_SWAP: case OP_FADD: case OP_POP: case OP_ADDR: case OP_LOCK: case OP_UNLOCK: case OP_TRYLOCK: return READ | WRITTEN;
  default: return 0;
  }
}

static bool inside(const BcFunc *f, uint32_t pc) { return pc >= f->entry && pc < f->end; }

/* Where shared reads and writes are steps: in threads, and in functions that are not pure. */
static bool in_steps(const BcProgram *p, uint32_t pc) {
  for (uint32_t i = 0; i < p->nthreads; i++)
    if (inside(&p->threads[i].body, pc)) return true;
  for (uint32_t i = 0; i < p->nfuncs; i++)
    if (inside(&p->funcs[i], pc)) return !p->funcs[i].pure;
  return false;
}

/* By all code: threads, functions, init, finally, invariants and covers. */
static int use_of(const BcProgram *p, const BcVar *v, bool *steps) {
  int use = 0;
  for (uint32_t pc = 0; pc < p->ncode; pc++) {
    const BcInstr *in = &p->code[pc];
    if (in->mode != MEM_SHARED || !uses((BcOp)in->op) || in->b >= p->nlocs || p->leaf_var[in->b] != v) continue;
    use |= uses((BcOp)in->op);
    *steps |= in_steps(p, pc);
  }
  return use;
}

static bool can_be_const(const BcType *t) {
  while (t->kind == T_ARRAY) t = t->elem;
  return t->kind == T_INT || t->kind == T_BOOL || t->kind == T_ENUM;
}

/* A model that says how many runs or states it has is meant to have just these steps. */
static bool counts_steps(const Check *c) {
  static const char *const words[] = { "execution", "blocked", "states" };
  for (const AstPragma *x = c->model.ast.pragmas; x; x = x->next)
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
      if (pragma_text(x, "expect") && strstr(x->text, words[i])) return true;
  return c->model.ast.thesis;
}

static void variable(Check *c, const BcVar *v) {
  bool steps = false;
  int use = use_of(c->model.program, v, &steps);
  Arena *a = &c->model.arena;
  if (use == WRITTEN && steps && c->opt.limits.races < LEVEL_LIST)
    tip(c, arena_printf(a, "`%s` (line %u) is written and never read, and no property mentions it: leave it out for fewer steps, or say in "
                        "`finally` or an invariant what it should be", v->name, line_of(c, v->span)));
  if (use == READ && steps && can_be_const(v->type))
    tip(c, arena_printf(a, "`%s` (line %u) is never written: as a `const` its reads would be no steps", v->name, line_of(c, v->span)));
}

static void variables(Check *c) {
  const BcProgram *p = c->model.program;
  for (uint32_t i = 0; i < p->nvars && !counts_steps(c); i++)
    if (!p->vars[i].library && in_main_file(c, p->vars[i].span) && !type_has_mutex(p->vars[i].type)) variable(c, &p->vars[i]);
}

/* --- asserts that say nothing --- */

static bool only_literals(const AstNode *n) {
  if (!n) return true;
  bool literal = n->kind == N_INT || n->kind == N_BOOL, operation = n->kind == N_UNARY || n->kind == N_BINARY;
  return literal || (operation && only_literals(n->a) && only_literals(n->b));
}

/* Is there code that can fail at SPAN? */
static bool can_fail(const BcProgram *p, Span span) {
  for (uint32_t pc = 0; pc < p->ncode; pc++)
    if (p->code[pc].op == OP_ASSERT && p->spans[pc].file == span.file && p->spans[pc].start == span.start) return true;
  return false;
}

static void asserts(Check *c, const AstNode *n) {
  for (; n && c->ntips < TIPS_MAX; n = n->next) {
    if (n->kind == N_IMPORT) continue;
    if (n->kind == N_ASSERT && only_literals(n->a) && !can_fail(c->model.program, n->span))
      tip(c, arena_printf(&c->model.arena, "the assert at line %u is true whatever the model does", line_of(c, n->span)));
    asserts(c, n->a);
    asserts(c, n->b);
    asserts(c, n->c);
    asserts(c, n->list);
  }
}

/* --- another search --- */

static bool one_of(const char *s, const char *const *words) {
  for (; *words; words++)
    if (strcmp(s, *words) == 0) return true;
  return false;
}

static bool ran_out(const ExResult *r) {
  static const char *const limits[] = { "time", "memory", "interrupted", NULL };
  return !r->complete && r->limit && one_of(r->limit, limits);
}

static const char *better(Check *c) {
  static const char *const several[] = { "naive", "dpor", NULL }, *const failing[] = { "dc", "lazy", "observers", NULL };
  const ExResult *r = &c->result;
  const ExStats *s = &r->stats;
  const ExLimits *l = &c->opt.limits;
  Arena *a = &c->model.arena;
  bool bounded = l->depth >= 0 || l->preemptions >= 0, many = s->executions + s->blocked + s->redundant >= MANY_RUNS;
  if (c->auto_algo || c->opt.sampled || bounded || !many || l->jobs > 1) return NULL;
  if (strcmp(r->algorithm, "source") == 0 && s->redundant > s->executions / 4)
    return arena_printf(a, "%llu runs were cut because they were known: --algo optimal makes none of these",
                        (unsigned long long)s->redundant);
  if (ran_out(r) && !r->limit_help && one_of(r->algorithm, several))
    return arena_printf(a, "--algo optimal makes one run of all that differ only in the order of independent steps; %s makes several",
                        r->algorithm);
  if (s->blocked / 4 > s->executions && one_of(r->algorithm, failing) && c->model.program->has_guard)
    return arena_printf(a, "%llu of %llu runs ended at a guard that failed: --algo optimal and --algo stateful wait there instead",
                        (unsigned long long)s->blocked, (unsigned long long)(s->blocked + s->executions));
  return NULL;
}

void tips_find(Check *c) {
  if (c->nfindings) return;
  const char *search = better(c);
  if (search) tip(c, search);
  variables(c);
  asserts(c, c->model.ast.file);
}
