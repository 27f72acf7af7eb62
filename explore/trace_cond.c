/* explore/trace_cond.c -- a condition in the words of who waits: `s.n > 0` inside the library is `room.n > 0` where it was called
 * as down(room), and `turn == i` says little without i. Names are found in the text of the condition, which is one expression. */
#include <ctype.h>
#include <string.h>
#include "explore/replay.h"

#define MANY_NAMES 32

typedef struct { const char *name, *text; } Known;
typedef struct { Replay *r; Known at[MANY_NAMES]; size_t n; } Names;

static void note(void *ctx, const char *name, const char *text) {
  Names *k = ctx;
  if (k->n < MANY_NAMES) k->at[k->n++] = (Known){ replay_keep(k->r, name), replay_keep(k->r, text) };
}

/* The innermost of several with this name comes last. */
static const char *find(const Names *k, const char *word, size_t n) {
  for (size_t i = k->n; i-- > 0;)
    if (strlen(k->at[i].name) == n && memcmp(k->at[i].name, word, n) == 0) return k->at[i].text;
  return NULL;
}

/* --- words of a text --- */

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static size_t word_length(const char *s) {
  size_t n = 0;
  while (is_word(s[n])) n++;
  return n;
}

/* Is the word at S, N long, the name of a variable, as far as its neighbours tell: no field, no call? */
static bool is_variable(const char *text, const char *s, size_t n) {
  const char *next = s + n + strspn(s + n, " ");
  return !isdigit((unsigned char)*s) && !(s > text && s[-1] == '.') && *next != '(';
}

/* Is the word bound by a quantifier of the text: `i in 0..3`? */
static bool is_bound(const char *text, const char *word, size_t n) {
  for (const char *s = text; *s; s += is_word(*s) ? word_length(s) : 1)
    if (is_word(*s) && word_length(s) == n && memcmp(s, word, n) == 0 && strncmp(s + n, " in ", 4) == 0) return true;
  return false;
}

/* --- refs and locals --- */

static const char *with_refs(Replay *r, const char *text, const Names *refs) {
  const char *out = "";
  for (const char *s = text; *s;) {
    size_t n = is_word(*s) ? word_length(s) : 1;
    const char *is = is_word(*s) && is_variable(text, s, n) && !is_bound(text, s, n) ? find(refs, s, n) : NULL;
    out = is ? arena_printf(r->arena, "%s%s", out, is) : arena_printf(r->arena, "%s%.*s", out, (int)n, s);
    s += n;
  }
  return out;
}

static bool mentioned(const char *text, const char *name) {
  size_t len = strlen(name);
  for (const char *s = text; *s;) {
    size_t n = is_word(*s) ? word_length(s) : 1;
    if (is_word(*s) && n == len && memcmp(s, name, n) == 0 && is_variable(text, s, n) && !is_bound(text, s, n)) return true;
    s += n;
  }
  return false;
}

/* May the event at FROM have changed the variable V before it came to wait at PC? Then what the frame holds is of before. */
static bool changed_inside(const BcProgram *p, const BcVar *v, uint32_t from, uint32_t pc) {
  uint32_t end = p->code[from].op == OP_ATOMIC && p->code[from].a > pc ? p->code[from].a : pc;
  for (uint32_t i = from; i < end; i++) {
    const BcInstr *in = &p->code[i];
    const char *ops = bc_op_operands[in->op];
    bool written = ops[0] == 'd' && in->a >= v->base && in->a < v->base + v->type->width;
    bool in_place = ops[1] == 'm' && in->mode == MEM_LOCAL && in->b >= v->base && in->b < v->base + v->type->width;
    if (written || in_place) return true;
  }
  return false;
}

/* Locals of F whose values still are those that the condition saw. */
static void forget_changed(Names *locals, const BcFunc *f, uint32_t from, uint32_t pc) {
  size_t kept = 0;
  for (size_t i = 0; i < locals->n; i++) {
    bool changed = false;
    for (uint32_t k = 0; k < f->nvars; k++)
      changed |= strcmp(f->vars[k].name, locals->at[i].name) == 0 && changed_inside(locals->r->program, &f->vars[k], from, pc);
    if (!changed) locals->at[kept++] = locals->at[i];
  }
  locals->n = kept;
}

/* VALUES with the locals that TEXT names: "; turn = 0 (step 7), i = 1". */
static const char *with_locals(Replay *r, const char *text, const char *values, const Names *locals) {
  for (size_t i = 0; i < locals->n; i++) {
    const Known *k = &locals->at[i];
    if (find(locals, k->name, strlen(k->name)) != k->text || !mentioned(text, k->name)) continue;
    values = arena_printf(r->arena, "%s%s %s = %s", values, *values ? "," : ";", k->name, k->text);
  }
  return values;
}

static const BcFunc *function_of(const BcProgram *p, uint32_t pc) {
  for (uint32_t i = 0; i < p->nthreads; i++)
    if (pc >= p->threads[i].body.entry && pc < p->threads[i].body.end) return &p->threads[i].body;
  for (uint32_t i = 0; i < p->nfuncs; i++)
    if (pc >= p->funcs[i].entry && pc < p->funcs[i].end) return &p->funcs[i];
  return NULL;
}

/* --- what std.sync waits for, in its own words --- */

/* TEXT without BEGIN and END, or NULL. */
static const char *between(Replay *r, const char *text, const char *begin, const char *end) {
  size_t n = strlen(text), b = strlen(begin), e = strlen(end);
  if (n < b + e || strncmp(text, begin, b) != 0 || strcmp(text + n - e, end) != 0) return NULL;
  return arena_strndup(r->arena, text + b, n - b - e);
}

/* Who waits there takes the name that stands in a set of the object; to say so explains less than what is missing. */
static const char *known_wait(Replay *r, Span span, const char *text) {
  const Source *src = span.file < r->program->sources->count ? r->program->sources->files[span.file] : NULL;
  if (!src || !src->library || strcmp(src->path, "std.sync") != 0) return NULL;
  const char *cond = between(r, text, "!contains(", ".waiting, self)"), *barrier = between(r, text, "!contains(", ".waiting[mine], self)");
  if (cond) return arena_printf(r->arena, "a signal on %s", cond);
  return barrier ? arena_printf(r->arena, "others to arrive at %s", barrier) : NULL;
}

void cond_words(Replay *r, VmTid t, uint32_t pc, const char **text, const char **values) {
  Names refs = { .r = r }, locals = { .r = r };
  uint32_t from = vm_pc(r->vm, t);
  const BcFunc *f = function_of(r->program, pc);
  if (!f || from > pc || f != function_of(r->program, from)) return;
  vm_refs(r->vm, t, note, &refs);
  vm_locals(r->vm, t, note, &locals);
  forget_changed(&locals, f, from, pc);
  const char *plain = with_refs(r, *text, &refs), *known = known_wait(r, replay_span(r, pc), plain);
  if (!known) *values = with_locals(r, *text, *values, &locals);
  *text = known ? known : plain;
}
