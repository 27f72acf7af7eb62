/* tests/prop/harness.c -- see harness.h. */
#include "tests/prop/harness.h"
#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *stdlib_text(const char *name, size_t *len);       /* build/stdlib.o */

_Noreturn void check_failed(const char *file, int line, const char *what) {
  fprintf(stderr, "%s:%d: test harness: %s\n", file, line, what);
  abort();
}

/* Random numbers. */
Rng rng_new(uint64_t seed) { return (Rng){ seed * 0x9e3779b97f4a7c15u + 0x1234567 }; }

uint64_t rng_next(Rng *r) {
  uint64_t z = (r->state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

unsigned rng_below(Rng *r, unsigned n) { return (unsigned)((rng_next(r) >> 32) % n); }
bool rng_one_in(Rng *r, unsigned n) { return rng_below(r, n) == 0; }

/* Text. */
static void room(Text *t, size_t more) {
  if (t->len + more + 1 <= t->cap) return;
  while (t->len + more + 1 > t->cap) t->cap = t->cap ? t->cap * 2 : 256;
  t->at = realloc(t->at, t->cap);
  CHECK(t->at);
}

void text_add(Text *t, const char *fmt, ...) {
  va_list ap, again;
  va_start(ap, fmt);
  va_copy(again, ap);
  int n = vsnprintf(NULL, 0, fmt, ap);
  CHECK(n >= 0);
  room(t, (size_t)n);
  vsnprintf(t->at + t->len, (size_t)n + 1, fmt, again);
  t->len += (size_t)n;
  va_end(again);
  va_end(ap);
}

void text_bytes(Text *t, const void *bytes, size_t n) {
  room(t, n);
  if (n) memcpy(t->at + t->len, bytes, n);
  t->len += n;
  t->at[t->len] = 0;
}

void text_clear(Text *t) {
  t->len = 0;
  if (t->at) t->at[0] = 0;
}

void text_free(Text *t) {
  free(t->at);
  *t = (Text){ 0 };
}

void text_reverse_threads(const char *text, Text *out) {
  const char *start[8], *end[8];
  unsigned n = 0;
  for (const char *p = text; p && *p && n < 8; p = strchr(p, '\n') ? strchr(p, '\n') + 1 : NULL) {
    if (strncmp(p, "Thread T", 8) != 0 && strncmp(p, "daemon Thread T", 15) != 0) continue;
    const char *e = strstr(p, "\n}\n");
    CHECK(e);
    start[n] = p;
    end[n++] = e + 3;
  }
  const char *at = text;
  for (unsigned i = 0; i < n; i++) {
    text_bytes(out, at, (size_t)(start[i] - at));
    text_bytes(out, start[n - 1 - i], (size_t)(end[n - 1 - i] - start[n - 1 - i]));
    at = end[i];
  }
  text_add(out, "%s", at);
}

/* Sets of byte strings: open addressing over an array of starts; slots hold index + 1. */
static uint64_t hash(const uint8_t *p, size_t n) {
  uint64_t h = 0xcbf29ce484222325u;
  for (size_t i = 0; i < n; i++) h = (h ^ p[i]) * 0x100000001b3u;
  return h ^ (h >> 29);
}

const uint8_t *set_get(const ByteSet *s, size_t index, size_t *len) {
  CHECK(index < s->count);
  *len = s->starts[index + 1] - s->starts[index];
  return s->bytes + s->starts[index];
}

static size_t slot_of(const ByteSet *s, const uint8_t *bytes, size_t len) {
  size_t i = hash(bytes, len) & (s->nslots - 1);
  for (; s->slots[i]; i = (i + 1) & (s->nslots - 1)) {
    size_t n;
    const uint8_t *p = set_get(s, s->slots[i] - 1, &n);
    if (n == len && memcmp(p, bytes, len) == 0) break;
  }
  return i;
}

static void set_grow(ByteSet *s, size_t len) {
  if (s->count + 2 > s->cap) {
    s->cap = s->cap ? s->cap * 2 : 16;
    s->starts = realloc(s->starts, s->cap * sizeof *s->starts);
    CHECK(s->starts);
    if (!s->count) s->starts[0] = 0;
  }
  while (s->used + len + 1 > s->room) {
    s->room = s->room ? s->room * 2 : 1024;
    s->bytes = realloc(s->bytes, s->room);
    CHECK(s->bytes);
  }
  if ((s->count + 1) * 2 <= s->nslots) return;
  s->nslots = s->nslots ? s->nslots * 2 : 32;
  free(s->slots);
  s->slots = calloc(s->nslots, sizeof *s->slots);
  CHECK(s->slots);
  for (size_t i = 0; i < s->count; i++) {
    size_t n;
    const uint8_t *p = set_get(s, i, &n);
    s->slots[slot_of(s, p, n)] = (uint32_t)i + 1;
  }
}

bool set_add(ByteSet *s, const void *bytes, size_t len, size_t *index) {
  set_grow(s, len);
  size_t i = slot_of(s, bytes, len);
  bool fresh = !s->slots[i];
  if (fresh) {
    memcpy(s->bytes + s->used, bytes, len);
    s->used += len;
    s->slots[i] = (uint32_t)++s->count;
    s->starts[s->count] = s->used;
  }
  if (index) *index = s->slots[i] - 1;
  return fresh;
}

bool set_has(const ByteSet *s, const void *bytes, size_t len) { return s->nslots && s->slots[slot_of(s, bytes, len)]; }

bool set_find(const ByteSet *s, const void *bytes, size_t len, size_t *index) {
  if (!set_has(s, bytes, len)) return false;
  *index = s->slots[slot_of(s, bytes, len)] - 1;
  return true;
}

bool set_equal(const ByteSet *x, const ByteSet *y) {
  if (x->count != y->count) return false;
  for (size_t i = 0; i < x->count; i++) {
    size_t n;
    const uint8_t *p = set_get(x, i, &n);
    if (!set_has(y, p, n)) return false;
  }
  return true;
}

void set_free(ByteSet *s) {
  free(s->bytes);
  free(s->starts);
  free(s->slots);
  *s = (ByteSet){ 0 };
}

/* Models. */
void model_parse(Model *m, const char *path, const char *text, size_t len) {
  memset(m, 0, sizeof *m);
  arena_init(&m->arena);
  intern_init(&m->names, &m->arena);
  src_init(&m->sources, &m->arena);
  diag_init(&m->diags, &m->arena, &m->sources);
  m->source = src_add_text(&m->sources, path, text, len);
  ParseContext ctx = { &m->arena, &m->names, &m->sources, &m->diags, stdlib_text };
  m->ast = parse_file(&ctx, m->source);
}

static bool wants_statement(const Model *m) {
  for (const AstPragma *p = m->ast.pragmas; p; p = p->next)
    if (strncmp(p->text, "options:", 8) == 0 && strstr(p->text, "--atomicity statement")) return true;
  return m->ast.thesis;
}

bool model_compile(Model *m, const char *path, const char *text, size_t len) { return model_compile_with(m, path, text, len, NULL, 0); }

bool model_compile_with(Model *m, const char *path, const char *text, size_t len, BcDefine *defines, size_t ndefines) {
  model_parse(m, path, text, len);
  if (m->diags.errors) return false;
  BcOptions opt = { .arena = &m->arena, .names = &m->names, .defines = defines, .ndefines = ndefines,
                    .statement = wants_statement(m), .loop_bound = -1 };
  m->program = bc_compile(&m->ast, &m->sources, &opt, &m->diags);
  return m->program != NULL;
}

void model_free(Model *m) {
  arena_deinit(&m->arena);
  memset(m, 0, sizeof *m);
}

void model_place(const Model *m, uint32_t pc, uint32_t *line, uint32_t *col) {
  *line = *col = 0;
  if (!m->program || pc >= m->program->ncode) return;
  Place p = src_place(&m->sources, m->program->spans[pc]);
  *line = p.line;
  *col = p.col;
}

/* Events. */
void event_keep(KeptEvent *k, const VmEvent *ev) {
  CHECK(ev->nacc <= KEPT_ACC && ev->nops <= KEPT_OPS);
  k->ev = *ev;
  if (ev->nacc) memcpy(k->acc, ev->acc, ev->nacc * sizeof *ev->acc);
  if (ev->nops) memcpy(k->ops, ev->ops, ev->nops * sizeof *ev->ops);
  k->ev.acc = k->acc;
  k->ev.ops = k->ops;
}

static bool op_same(const VmOp *x, const VmOp *y) {
  return x->kind == y->kind && x->peer == y->peer && x->copies == y->copies && x->msg == y->msg && x->pos == y->pos &&
         x->receive == y->receive && x->matcher == y->matcher;
}

bool event_same(const VmEvent *x, const VmEvent *y, unsigned flags) {
  if (x->tid != y->tid || x->kind != y->kind || x->pc != y->pc || x->choice != y->choice || x->lock != y->lock) return false;
  if ((x->flags & flags) != (y->flags & flags) || x->nacc != y->nacc || x->nops != y->nops) return false;
  for (uint32_t i = 0; i < x->nacc; i++)
    if (x->acc[i] != y->acc[i]) return false;
  for (uint32_t i = 0; i < x->nops; i++)
    if (!op_same(&x->ops[i], &y->ops[i])) return false;
  return true;
}

void event_text(const VmState *s, const VmEvent *ev, Text *out) {
  char buf[120];
  text_add(out, "%s ", vm_thread_name(s, ev->tid, buf, sizeof buf));
  text_add(out, "%s choice %s flags %u pc %u", ev_kind_word((EvKind)ev->kind), vm_choice_text(s, ev->choice, buf, sizeof buf),
           ev->flags, ev->pc);
  for (uint32_t i = 0; i < ev->nacc; i++) {
    uint32_t m = ACC_MODE(ev->acc[i]);
    text_add(out, " %s%s:%s", m & ACC_R ? "R" : "", m & ACC_W ? "W" : "", vm_obj_name(s, ACC_OBJ(ev->acc[i]), buf, sizeof buf));
  }
  for (uint32_t i = 0; i < ev->nops; i++) {
    const VmOp *o = &ev->ops[i];
    text_add(out, " [%s peer %u x%u msg %u pos %u receive %u matcher %u]", ev_kind_word((EvKind)o->kind), o->peer, o->copies,
             o->msg, o->pos, o->receive, o->matcher);
  }
}

/* Counts and files. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

unsigned prop_count(unsigned usual) {
  const char *n = getenv("DMC_PROP_N");
  if (n && atoi(n) > 0) return (unsigned)atoi(n);
#ifdef SANITIZED
  bool small = true;
#else
  bool small = getenv("PROP_SHORT") != NULL;
#endif
  return small && usual > 20 ? (usual / 10 > 20 ? usual / 10 : 20) : usual;
}

uint64_t prop_first_seed(void) {
  const char *s = getenv("DMC_PROP_SEED");
  return s ? strtoull(s, NULL, 10) : 1;
}

unsigned prop_keep(void) {
  const char *s = getenv("DMC_PROP_KEEP");
  return s ? (unsigned)atoi(s) : 1;
}

char *file_read(const char *path, size_t *len) {
  FILE *f = fopen(path, "rb");
  if (!f) return NULL;
  Text t = { 0 };
  char buf[4096];
  for (size_t n; (n = fread(buf, 1, sizeof buf, f)) > 0;) text_bytes(&t, buf, n);
  fclose(f);
  text_bytes(&t, "", 0);
  *len = t.len;
  return t.at;
}

static int by_name(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

static bool is_model(const char *name) {
  size_t n = strlen(name);
  return n > 2 && strcmp(name + n - 2, ".d") == 0;
}

void file_each(const char *dir, void (*visit)(void *ctx, const char *path), void *ctx) {
  struct dirent **e;
  int n = scandir(dir, &e, NULL, by_name);
  for (int i = 0; i < n; i++) {
    char path[1024];
    struct stat st;
    snprintf(path, sizeof path, "%s/%s", dir, e[i]->d_name);
    bool hidden = e[i]->d_name[0] == '.';
    if (!hidden && stat(path, &st) == 0 && S_ISDIR(st.st_mode)) file_each(path, visit, ctx);
    else if (!hidden && is_model(path)) visit(ctx, path);
    free(e[i]);
  }
  if (n >= 0) free(e);
}

static bool all_ended(const VmState *s) {
  for (unsigned t = 0; t < vm_nthreads(s); t++) if (vm_thread(s, (VmTid)t) != TH_ENDED) return false;
  return true;
}

static const char *run_alone(const Model *m, VmState *s, unsigned max_steps, Text *why) {
  if (vm_initial_status(s) != VM_OK) return "fails at the start";
  for (unsigned i = 0; i < max_steps; i++) {
    const VmAction *a;
    size_t crashes, n = vm_actions(s, &a, &crashes);
    VmEvent ev;
    if (n == 0) return all_ended(s) ? NULL : "blocked";
    if (n > 1) return "more than one action";
    VmAction only = a[0];
    if (vm_step(s, only.tid, only.choice, &ev) == VM_OK) continue;
    uint32_t line, col;
    model_place(m, vm_fault(s)->pc, &line, &col);
    text_add(why, "line %u: %s\n", line, vm_fault(s)->text);
    return "fails";
  }
  return "runs too long";
}

const char *model_run_alone(const char *path, const char *text, unsigned max_steps, Text *why) {
  Model m;
  Mem mem;
  if (!model_compile(&m, path, text, strlen(text))) {
    diag_print(&m.diags, stderr, false);
    model_free(&m);
    return "does not compile";
  }
  mem_init(&mem, 0);
  VmState *s = vm_new(m.program, &mem);
  CHECK(s);
  const char *bad = run_alone(&m, s, max_steps, why);
  vm_free(s);
  if (!bad && mem.used) bad = "vm_free left memory behind";
  model_free(&m);
  return bad;
}
