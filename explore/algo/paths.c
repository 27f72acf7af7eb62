/* explore/algo/paths.c -- see paths.h. A node has as many paths as its targets together, and one if it has none; targets are
 * finished first, by a walk in depth. */
#include "explore/algo/paths.h"
#include <gmp.h>
#include <string.h>

void paths_init(Paths *p, Mem *m) { *p = (Paths){ .mem = m }; }

void paths_deinit(Paths *p) {
  mem_free(p->mem, p->edges, p->cap_edges * sizeof *p->edges);
  mem_free(p->mem, p->nodes, p->cap_nodes * sizeof *p->nodes);
}

bool paths_node(Paths *p, uint32_t node) {
  size_t old = p->cap_nodes;
  if (!mem_grow(p->mem, (void **)&p->nodes, &p->cap_nodes, sizeof *p->nodes, node + 1u)) return false;
  if (p->cap_nodes > old) memset(p->nodes + old, 0, (p->cap_nodes - old) * sizeof *p->nodes);
  p->nodes[node].at = p->nedges;
  p->node = node;
  if (node >= p->nnodes) p->nnodes = node + 1;
  return true;
}

bool paths_edge(Paths *p, uint32_t to) {
  if (!mem_grow(p->mem, (void **)&p->edges, &p->cap_edges, sizeof *p->edges, p->nedges + 1)) return false;
  p->edges[p->nedges++] = to;
  p->nodes[p->node].n++;
  return true;
}

typedef struct { mpz_t *count; uint8_t *done; uint32_t *stack, *next; } Walk;

/* Adds up the targets of the node on top, or goes to one that is not finished. Returns the new height. */
static uint32_t visit(const Paths *p, Walk *w, uint32_t height) {
  uint32_t node = w->stack[height - 1];
  while (w->next[height - 1] < p->nodes[node].n) {
    uint32_t to = p->edges[p->nodes[node].at + w->next[height - 1]];
    if (!w->done[to]) {
      w->stack[height] = to;
      w->next[height] = 0;
      return height + 1;
    }
    mpz_add(w->count[node], w->count[node], w->count[to]);
    w->next[height - 1]++;
  }
  if (!p->nodes[node].n) mpz_set_ui(w->count[node], 1);
  w->done[node] = 1;
  return height - 1;
}

static void count(const Paths *p, Walk *w, ExRun *run) {
  for (uint32_t i = 0; i < p->nnodes; i++) mpz_init(w->count[i]);
  w->stack[0] = w->next[0] = 0;
  for (uint32_t height = 1; height;) height = visit(p, w, height);
  char *text = arena_alloc(run->arena, mpz_sizeinbase(w->count[0], 10) + 2);
  run->result->paths = mpz_get_str(text, 10, w->count[0]);
  for (uint32_t i = 0; i < p->nnodes; i++) mpz_clear(w->count[i]);
}

bool paths_count(Paths *p, ExRun *run) {
  size_t n = p->nnodes;
  Walk w = { mem_alloc(p->mem, n * sizeof *w.count), mem_alloc(p->mem, n), mem_alloc(p->mem, n * sizeof *w.stack), mem_alloc(p->mem, n * sizeof *w.next) };
  bool ok = w.count && w.done && w.stack && w.next;
  if (ok) count(p, &w, run);
  if (w.count) mem_free(p->mem, w.count, n * sizeof *w.count);
  if (w.done) mem_free(p->mem, w.done, n);
  if (w.stack) mem_free(p->mem, w.stack, n * sizeof *w.stack);
  if (w.next) mem_free(p->mem, w.next, n * sizeof *w.next);
  return ok;
}
