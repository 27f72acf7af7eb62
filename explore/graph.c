/* explore/graph.c -- see graph.h. The machine goes breadth first over a store of states, as stateful:reach does. What the failing
 * path needs is set aside first: a state that is not on it gets no number once only as many are left as the path wants. */
#include "explore/graph.h"
#include <string.h>
#include "explore/store.h"
#include "lang/vec.h"

#define TEXT 400                 /* room for one value */
#define MAX_VALUES 2000          /* shared leaves of a state that are listed */

typedef struct {
  const Check *c;
  const BcProgram *program;
  Arena *a;
  Mem mem;
  VmState *vm;
  Store states, path;            /* those of the graph; those of the failing path */
  size_t missing;                /* states of the path that have no number yet */
  VEC(GraphNode) nodes;
  VEC(GraphEdge) edges;
  VEC(VmAction) taken;           /* per edge */
  VEC(VmAction) actions;         /* of the state being expanded */
  StoreCursor cursor;
  Word *initial;                 /* shared words of the initial state */
  Graph *g;
} Builder;

static const char *keep(Builder *b, const char *s) { return arena_strndup(b->a, s, strlen(s)); }

static const char *thread_name(Builder *b, VmTid t) {
  char buf[TEXT];
  return keep(b, vm_thread_name(b->vm, t, buf, sizeof buf));
}

/* --- a state in words --- */

static void add_local(void *ctx, const char *name, const char *text) {
  struct { Builder *b; const char *list; } *x = ctx;
  x->list = x->list ? arena_printf(x->b->a, "%s, %s = %s", x->list, name, text) : arena_printf(x->b->a, "%s = %s", name, text);
}

static const char *locals(Builder *b, VmTid t) {
  struct { Builder *b; const char *list; } x = { b, NULL };
  vm_locals(b->vm, t, add_local, &x);
  return x.list;
}

/* Where the thread stands; in the library: at the user's call. */
static void place(Builder *b, VmTid t, GraphThread *x) {
  uint32_t call = vm_user_call(b->vm, t), pc = call != UINT32_MAX ? call : vm_pc(b->vm, t);
  if (pc >= b->program->ncode || b->program->spans[pc].end == 0) return;
  Place at = src_place(b->program->sources, b->program->spans[pc]);
  x->line = at.line;
  x->col = at.col;
}

static void threads(Builder *b, GraphNode *n) {
  static const char *const status[] = { "unborn", "running", "ended", "crashed", "failed", "stopped", "cut", "stuck" };
  unsigned count = vm_nthreads(b->vm);
  n->threads = ARENA_ARRAY(b->a, GraphThread, count + 1);
  for (unsigned i = 0; i < count; i++) {
    VmTid t = (VmTid)i;
    VmThreadStatus s = vm_thread(b->vm, t);
    if (s == TH_UNBORN) continue;
    GraphThread *x = &n->threads[n->nthreads++];
    *x = (GraphThread){ .name = thread_name(b, t), .status = status[s] };
    if (s != TH_RUNNING) continue;
    place(b, t, x);
    x->locals = locals(b, t);
  }
}

static void values(Builder *b, GraphNode *n) {
  char name[TEXT], text[TEXT];
  uint32_t count = b->program->nlocs < MAX_VALUES ? b->program->nlocs : MAX_VALUES;
  n->values = ARENA_ARRAY(b->a, GraphValue, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    Word w = vm_value(b->vm, i);
    vm_loc_name(b->program, i, name, sizeof name);
    vm_word_text(b->vm, b->program->leaf_type[i], w, text, sizeof text);
    n->values[n->nvalues++] = (GraphValue){ keep(b, name), keep(b, text), w != b->initial[i] };
  }
}

static void mail(Builder *b, GraphNode *n) {
  n->mail = ARENA_ARRAY(b->a, GraphValue, vm_nthreads(b->vm) + 1);
  for (unsigned i = 0; i < vm_nthreads(b->vm); i++) {
    const char *text = vm_thread(b->vm, (VmTid)i) == TH_RUNNING ? trace_mailbox(b->vm, (VmTid)i, b->a) : NULL;
    if (text) n->mail[n->nmail++] = (GraphValue){ thread_name(b, (VmTid)i), text, true };
  }
}

/* --- what is special about it --- */

static void fails(Builder *b, GraphNode *n, const char *text) {
  n->is |= NODE_FAILS;
  n->fails = n->fails ? arena_printf(b->a, "%s; %s", n->fails, text) : text;
}

/* How a run ends where nothing but crashes is left (language.md, "How a run ends"). */
static void classify(Builder *b, GraphNode *n) {
  VmCensus c = vm_census(b->vm);
  bool discarded = b->program->init_chooses && vm_thread(b->vm, (VmTid)b->program->nstatic) == TH_RUNNING;
  if (c.failed) return;
  if (discarded || c.stopped || c.cut) n->is |= NODE_BLOCKED;
  else if (c.started && (!c.workers || c.alive)) n->is |= b->c->opt.limits.no_deadlock ? 0 : NODE_DEADLOCK;
  else n->is |= NODE_TERMINAL;
  if (n->is & NODE_TERMINAL && b->program->finally_.entry && vm_finally(b->vm) == VM_FAULT)
    fails(b, n, arena_printf(b->a, "finally: %s", vm_fault(b->vm)->text));
}

static void judge(Builder *b, GraphNode *n, bool stuck) {
  if (vm_census(b->vm).failed) fails(b, n, "a thread has failed");
  for (uint32_t i = 0; i < b->program->ninvariants; i++)
    if (!vm_holds(b->vm, &b->program->invariants[i])) fails(b, n, arena_printf(b->a, "invariant %s", b->program->invariants[i].name));
  if (stuck) classify(b, n);
}

static GraphNode node_here(Builder *b, bool stuck) {
  GraphNode n = { 0 };
  threads(b, &n);
  values(b, &n);
  mail(b, &n);
  judge(b, &n, stuck);
  return n;
}

/* --- states --- */

static bool out_of_memory(Builder *b) { return b->g->stopped = "memory", false; }

/* The number of the machine's state in *NUMBER, given one if there is room. False: it is left out. */
static bool number_here(Builder *b, bool wanted, size_t *number) {
  size_t len, before = b->states.count;
  uint64_t hash;
  const uint8_t *bytes = vm_encode(b->vm, &len, false);
  if (!bytes) return out_of_memory(b);
  if (store_find(&b->states, bytes, len, &hash, number)) return true;
  wanted |= store_find(&b->path, bytes, len, &hash, NULL);
  if (!wanted && before + b->missing >= b->g->cap) return false;
  if (store_add(&b->states, bytes, len, number) == STORE_FULL) return out_of_memory(b);
  if (wanted && b->missing) b->missing--;
  return true;
}

static void take(Builder *b, uint32_t from, VmAction action) {
  char text[TEXT];
  VmEvent ev;
  size_t to;
  VmMark mark = vm_save(b->vm);
  VmStatus s = vm_step(b->vm, action.tid, action.choice, &ev);
  if (s == VM_OK || s == VM_FAULT) {
    GraphEdge e = { .from = from, .crash = ev.kind == EV_CRASH };
    e.thread = ev.kind == EV_INIT ? "init" : thread_name(b, action.tid);
    e.what = keep(b, vm_describe(b->vm, &ev, text, sizeof text));
    if (s == VM_FAULT) e.what = arena_printf(b->a, "%s, fails: %s", e.what, vm_fault(b->vm)->text);
    if (ev.choice != 0 && ev.choice != VM_CRASH) e.choice = keep(b, vm_choice_text(b->vm, ev.choice, text, sizeof text));
    if (number_here(b, false, &to)) {
      e.to = (uint32_t)to;
      VEC_PUSH(b->a, &b->edges, e);
      VEC_PUSH(b->a, &b->taken, action);
    } else b->nodes.at[from].is |= NODE_MORE, b->g->more = true;
  } else b->nodes.at[from].is |= NODE_MORE, b->g->more = true;
  vm_restore(b->vm, mark);
}

static void expand(Builder *b) {
  const VmAction *actions;
  size_t crashes, n = vm_actions(b->vm, &actions, &crashes);
  bool limit = n == SIZE_MAX;
  if (limit) n = crashes = 0;
  b->actions.count = 0;
  for (size_t i = 0; i < n; i++) VEC_PUSH(b->a, &b->actions, actions[i]);
  uint32_t from = (uint32_t)b->nodes.count;
  VEC_PUSH(b->a, &b->nodes, node_here(b, !limit && n == crashes));
  if (limit) b->nodes.at[from].is |= NODE_MORE, b->g->more = true;
  for (size_t i = 0; i < n; i++) take(b, from, b->actions.at[i]);
}

static void expand_all(Builder *b) {
  size_t len;
  const uint8_t *bytes;
  while (!b->g->stopped && (bytes = store_next(&b->states, &b->cursor, &len)) != NULL) {
    vm_decode(b->vm, bytes, len);
    expand(b);
    if (ex_interrupted) b->g->stopped = "interrupted";
  }
}

/* --- the failing path --- */

static const ExFinding *finding_of(const Check *c) {
  return c->nfindings && c->findings[0]->has_schedule ? c->findings[0] : NULL;
}

static bool note_path_state(Builder *b) {
  size_t len;
  const uint8_t *bytes = vm_encode(b->vm, &len, false);
  StoreStatus s = bytes ? store_add(&b->path, bytes, len, NULL) : STORE_FULL;
  if (s == STORE_NEW) b->missing++;
  return s != STORE_FULL || out_of_memory(b);
}

/* Walks the path and calls VISIT in each state, also in the first. False: a visit failed, or a step. */
static bool walk(Builder *b, const ExFinding *f, bool (*visit)(Builder *b)) {
  vm_reset(b->vm);
  if (!visit(b)) return false;
  for (size_t i = 0; i < f->nschedule; i++) {
    VmEvent ev;
    VmStatus s = vm_step(b->vm, f->schedule[i].tid, f->schedule[i].choice, &ev);
    if ((s != VM_OK && s != VM_FAULT) || !visit(b)) return false;
  }
  return true;
}

static bool number_path_state(Builder *b) {
  size_t number;
  return number_here(b, true, &number);
}

static GraphEdge *edge_from(Builder *b, size_t node, VmAction action) {
  for (size_t i = 0; i < b->edges.count; i++)
    if (b->edges.at[i].from == node && b->taken.at[i].tid == action.tid && b->taken.at[i].choice == action.choice) return &b->edges.at[i];
  return NULL;
}

/* Marks nodes and edges of the path; an edge taken twice keeps its first step. */
static void colour(Builder *b, const ExFinding *f) {
  size_t node = 0;
  b->nodes.at[0].is |= NODE_PATH;
  for (size_t i = 0; i < f->nschedule; i++) {
    GraphEdge *e = edge_from(b, node, f->schedule[i]);
    if (!e) return;
    if (!e->path) e->path = i + 1;
    node = e->to;
    if (node >= b->nodes.count) return;
    b->nodes.at[node].is |= NODE_PATH;
  }
  b->nodes.at[node].is |= NODE_END;
  b->g->npath = f->nschedule;
}

/* --- all of it --- */

static void initial_values(Builder *b) {
  b->initial = ARENA_ARRAY(b->a, Word, b->program->nlocs + 1);
  for (uint32_t i = 0; i < b->program->nlocs; i++) b->initial[i] = vm_value(b->vm, i);
}

/* Init discards everything, or fails: there is one state and no step. */
static bool nothing_runs(Builder *b) {
  VmStatus s = vm_initial_status(b->vm);
  if (s != VM_BLOCKED && !(s == VM_FAULT && vm_fault(b->vm)->tid >= vm_nthreads(b->vm))) return false;
  GraphNode n = { .is = NODE_INITIAL | (s == VM_BLOCKED ? NODE_BLOCKED : 0) };
  if (s == VM_FAULT) fails(b, &n, keep(b, vm_fault(b->vm)->text));
  values(b, &n);
  VEC_PUSH(b->a, &b->nodes, n);
  return true;
}

static void build(Builder *b) {
  const ExFinding *f = finding_of(b->c);
  size_t number;
  initial_values(b);
  if (nothing_runs(b) || (f && !walk(b, f, note_path_state))) return;
  vm_reset(b->vm);
  number_here(b, true, &number);
  expand_all(b);
  if (f && !b->g->stopped && walk(b, f, number_path_state)) expand_all(b);
  if (b->nodes.count) b->nodes.at[0].is |= NODE_INITIAL;
  if (f && b->nodes.count) colour(b, f);
}

static const char *told(Builder *b, const ExFinding *f) {
  const char *text = f->what == FIND_DEADLOCK ? "no thread can go on" : f->text;
  return arena_printf(b->a, "%s: %s", find_kind(f->what), text);
}

/* Edges to states that were numbered and not expanded lead nowhere. */
static void drop_loose_edges(Builder *b) {
  size_t n = 0;
  for (size_t i = 0; i < b->edges.count; i++)
    if (b->edges.at[i].to < b->nodes.count) b->edges.at[n++] = b->edges.at[i];
    else b->nodes.at[b->edges.at[i].from].is |= NODE_MORE, b->g->more = true;
  b->edges.count = n;
}

const Graph *graph_build(const Check *c, size_t cap, Arena *a) {
  Builder b = { .c = c, .program = c->model.program, .a = a, .g = ARENA_NEW(a, Graph) };
  const ExFinding *f = finding_of(c);
  b.g->cap = cap;
  mem_init(&b.mem, c->opt.limits.bytes);
  store_init(&b.states, &b.mem, STORE_NUMBERS);
  store_init(&b.path, &b.mem, 0);
  b.vm = vm_new(b.program, &b.mem);
  if (b.vm && vm_adopt(b.vm, f ? f->numbering : NULL)) {
    vm_footprints(b.vm, false);
    build(&b);
  } else b.g->stopped = "memory";
  if (b.vm) vm_free(b.vm);
  store_deinit(&b.states);
  store_deinit(&b.path);
  mem_deinit(&b.mem);
  drop_loose_edges(&b);
  if (f) b.g->finding = told(&b, f);
  b.g->nodes = b.nodes.at, b.g->nnodes = b.nodes.count;
  b.g->edges = b.edges.at, b.g->nedges = b.edges.count;
  return b.g;
}
