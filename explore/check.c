/* explore/check.c -- see check.h. */
#include "explore/check.h"
#include <stdlib.h>
#include <string.h>
#include "explore/tips.h"
#include "lang/vec.h"

ModelStatus check_open(Check *c, const char *path, unsigned command, int argc, char *const *argv) {
  memset(c, 0, sizeof *c);
  c->path = path;
  ModelStatus s = model_open(&c->model, path);
  ModelStatus given = model_options(&c->model, &c->opt, command, argc, argv);
  if (s != MODEL_OK) return s;
  return given == MODEL_OK ? model_compile(&c->model, &c->opt) : given;
}

void check_close(Check *c) { model_close(&c->model); }

/* --- the verdict --- */

static void add_uncovered(Check *c) {
  const BcProgram *p = c->model.program;
  for (uint32_t i = 0; i < p->ncovers; i++) {
    if (c->result.covered[i]) continue;
    const BcProp *q = &p->covers[i];
    find_add(&c->result.findings, &c->model.arena,
             &(ExFinding){ .what = FIND_COVER, .name = q->name, .span = q->span, .pc = q->entry, .tid = -1, .tid2 = -1,
                           .text = arena_printf(&c->model.arena, "cover '%s' is never reached", q->name) });
  }
}

static size_t append(const ExFinding **out, size_t n, const ExFindings *list, int rank) {
  for (const ExFinding *f = list->first; f; f = f->next)
    if (find_rank(f->what) == rank) out[n++] = f;
  return n;
}

static void gather(Check *c) {
  ExResult *r = &c->result;
  size_t all = r->findings.count + r->races.count + r->unread.count;
  c->findings = ARENA_ARRAY(&c->model.arena, const ExFinding *, all + 1);
  for (int rank = 0; rank <= 5; rank++) {
    c->nfindings = append(c->findings, c->nfindings, &r->findings, rank);
    if (c->opt.limits.races == LEVEL_ERROR) c->nfindings = append(c->findings, c->nfindings, &r->races, rank);
    if (c->opt.limits.unread == LEVEL_ERROR) c->nfindings = append(c->findings, c->nfindings, &r->unread, rank);
  }
}

static void judge(Check *c) {
  if (c->nfindings) {
    c->verdict = "fail";
    c->kind = find_kind(c->findings[0]->what);
    c->exit = find_exit(c->findings[0]->what);
  } else if (c->result.complete) {
    c->verdict = "ok";
  } else {
    c->verdict = "incomplete";
    c->exit = 20;
  }
}

/* --- lines --- */

typedef struct { uint16_t file; uint32_t line; bool reached, possible; const char *text; const char *path; } Line;

static int by_line(const void *x, const void *y) {
  const Line *a = x, *b = y;
  if (a->file != b->file) return a->file < b->file ? -1 : 1;
  return a->line < b->line ? -1 : a->line > b->line;
}

static bool counts(const BcProgram *p, uint32_t pc) {
  for (uint32_t i = 0; i < p->nthreads; i++)
    if (pc >= p->threads[i].body.entry && pc < p->threads[i].body.end) return true;
  for (uint32_t i = 0; i < p->nfuncs; i++)
    if (pc >= p->funcs[i].entry && pc < p->funcs[i].end) return !p->funcs[i].library && !p->funcs[i].pure;
  return false;
}

/* The end of a thread or function stands at its brace, which is no line of code. */
static bool is_code(const BcInstr *i) { return i->op != OP_END && i->op != OP_RET && i->op != OP_NOP && i->op != OP_JMP && i->op != OP_HALT; }

static Line *lines_of_code(Check *c, size_t *n) {
  const BcProgram *p = c->model.program;
  Line *lines = ARENA_ARRAY(&c->model.arena, Line, p->ncode + 1);
  const bool *possible = bc_possible(p, &c->model.arena);
  *n = 0;
  for (uint32_t pc = 0; pc < p->ncode; pc++) {
    if (!counts(p, pc) || !is_code(&p->code[pc]) || p->spans[pc].file >= p->sources->count) continue;
    if (p->sources->files[p->spans[pc].file]->library || p->spans[pc].end == 0) continue;
    Place at = src_place(p->sources, p->spans[pc]);
    lines[(*n)++] = (Line){ p->spans[pc].file, at.line, c->result.executed[pc] != 0, possible[pc],
                            arena_strndup(&c->model.arena, at.line_text, at.line_len), at.path };
  }
  qsort(lines, *n, sizeof *lines, by_line);
  return lines;
}

/* What constants rule out is a variant that was not chosen, and no news. */
static void find_unreached(Check *c) {
  size_t n;
  Line *lines = lines_of_code(c, &n);
  c->unreached = ARENA_ARRAY(&c->model.arena, CheckLine, n + 1);
  for (size_t i = 0, j; i < n; i = j) {
    bool reached = false, possible = false;
    for (j = i; j < n && by_line(&lines[i], &lines[j]) == 0; j++) reached |= lines[j].reached, possible |= lines[j].possible;
    if (!reached && possible) c->unreached[c->nunreached++] = (CheckLine){ lines[i].path, lines[i].line, lines[i].text };
  }
}

ModelStatus check_search(Check *c) {
  ModelStatus s = check_run(c);
  if (s != MODEL_OK) return s;
  c->ran_finally = c->result.stats.finals || !c->model.program->finally_.entry;
  if (c->result.complete) {
    add_uncovered(c);
    if (c->result.stats.steps) find_unreached(c);            /* else init failed or discarded everything */
  }
  gather(c);
  judge(c);
  tips_find(c);
  return MODEL_OK;
}
