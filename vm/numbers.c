/* vm/numbers.c -- one numbering for several machines, and numberings that outlive their machine (vm.h).
 * A machine numbers spawned threads and choices of many digits in the order it meets them. Machines that share a VmNumbers
 * meet them together: each machine's list is a beginning of the shared one. Who meets something new takes the lock, adds it
 * to the shared list and copies everything up to it. So numbers mean the same everywhere, and so do pids in values and the
 * order of sets of pids; and a machine that meets nothing new touches no lock. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include "vm/state.h"

struct VmNumbers {
  Mem *mem;
  pthread_mutex_t lock;
  Identity id[VM_MAX_THREADS + 1];           /* as in the machines, but for `base` */
  atomic_uint nid;
  Parts paths;
  atomic_size_t npaths;                      /* both counts are written under the lock, looked at without */
  Parts parts;                               /* of states, spelled out: their bytes as words, after how many they are */
  Word *spelled; size_t spelled_cap;
};

/* --- copying from the shared list; with its lock --- */

static bool copy_threads(VmState *s) {
  const VmNumbers *n = s->numbers;
  for (unsigned i = s->nid; i < n->nid; i++)
    if (!vm_add_identity(s, n->id[i].parent, n->id[i].nth, n->id[i].item)) return false;
  return true;
}

static bool copy_paths(VmState *s) {
  const VmNumbers *n = s->numbers;
  for (uint32_t i = (uint32_t)s->paths.n; i < n->paths.n; i++) {
    uint32_t len;
    const Word *w = parts_words(&n->paths, i, &len);
    if (parts_number(&s->paths, w, len) == PART_NONE) return !(s->nomem = true);
  }
  return true;
}

/* --- something new --- */

static bool known(const VmNumbers *n, Identity x) {
  for (unsigned i = 0; i < n->nid; i++)
    if (n->id[i].parent == x.parent && n->id[i].nth == x.nth && n->id[i].item == x.item) return true;
  return false;
}

bool vm_share_identity(VmState *s, VmTid parent, uint32_t nth, uint32_t item) {
  VmNumbers *n = s->numbers;
  Identity x = { .parent = parent, .nth = nth, .item = item };
  pthread_mutex_lock(&n->lock);
  bool full = !known(n, x) && n->nid >= VM_MAX_THREADS;
  if (full) s->limit = "threads";
  else if (!known(n, x)) n->id[n->nid++] = x;
  bool ok = !full && copy_threads(s);
  pthread_mutex_unlock(&n->lock);
  return ok;
}

bool vm_share_path(VmState *s, const Word *path, uint32_t len) {
  VmNumbers *n = s->numbers;
  pthread_mutex_lock(&n->lock);
  bool ok = parts_number(&n->paths, path, len) != PART_NONE || !(s->nomem = true);
  n->npaths = n->paths.n;
  ok = ok && copy_paths(s);
  pthread_mutex_unlock(&n->lock);
  return ok;
}

static uint32_t number_of(VmNumbers *n, const uint8_t *bytes, size_t len) {
  size_t words = 1 + (len + sizeof(Word) - 1) / sizeof(Word);
  if (!mem_grow(n->mem, (void **)&n->spelled, &n->spelled_cap, sizeof *n->spelled, words)) return PART_NONE;
  n->spelled[words - 1] = 0;
  n->spelled[0] = (Word)len;
  memcpy(n->spelled + 1, bytes, len);
  return parts_number(&n->parts, n->spelled, (uint32_t)words);
}

uint32_t vm_share_part(VmState *s, const uint8_t *bytes, size_t len) {
  pthread_mutex_lock(&s->numbers->lock);
  uint32_t number = number_of(s->numbers, bytes, len);
  pthread_mutex_unlock(&s->numbers->lock);
  return number;
}

bool vm_catch_up(VmState *s) {
  VmNumbers *n = s->numbers;
  if (!n || (atomic_load_explicit(&n->nid, memory_order_relaxed) == s->nid &&
             atomic_load_explicit(&n->npaths, memory_order_relaxed) == s->paths.n)) return true;
  pthread_mutex_lock(&n->lock);
  bool ok = copy_threads(s) && copy_paths(s);
  pthread_mutex_unlock(&n->lock);
  s->nomem = false;                          /* it is said by the result */
  return ok;
}

/* --- making --- */

static bool fill(VmNumbers *n, const VmState *s) {
  memcpy(n->id, s->id, s->nid * sizeof *n->id);
  n->nid = s->nid;
  for (uint32_t i = 0; i < s->paths.n; i++) {
    uint32_t len;
    const Word *w = parts_words(&s->paths, i, &len);
    if (parts_number(&n->paths, w, len) == PART_NONE) return false;
  }
  n->npaths = n->paths.n;
  return true;
}

VmNumbers *vm_numbers_new(VmState *first, Mem *m) {
  VmNumbers *n = mem_alloc(m, sizeof *n);
  if (!n) return NULL;
  n->mem = m;
  pthread_mutex_init(&n->lock, NULL);
  parts_init(&n->paths, m);
  parts_init(&n->parts, m);
  if (fill(n, first)) {
    first->numbers = n;
    return n;
  }
  vm_numbers_free(n);
  return NULL;
}

void vm_numbers_free(VmNumbers *n) {
  if (!n) return;
  pthread_mutex_destroy(&n->lock);
  parts_deinit(&n->paths);
  parts_deinit(&n->parts);
  mem_free(n->mem, n->spelled, n->spelled_cap * sizeof *n->spelled);
  mem_free(n->mem, n, sizeof *n);
}

bool vm_numbers_join(VmNumbers *n, VmState *s) {
  s->numbers = n;
  return vm_catch_up(s);
}

/* --- numberings that are kept --- */

struct VmNumbering { unsigned nid; Identity id[VM_MAX_THREADS]; uint32_t npaths; struct { const Word *w; uint32_t n; } *paths; };

const VmNumbering *vm_numbering(const VmState *s, Arena *a) {
  VmNumbering *n = ARENA_NEW(a, VmNumbering);
  n->nid = s->nid;
  memcpy(n->id, s->id, s->nid * sizeof *n->id);
  n->npaths = (uint32_t)s->paths.n;
  n->paths = arena_alloc(a, (s->paths.n + 1) * sizeof *n->paths);
  for (uint32_t i = 0; i < n->npaths; i++) {
    const Word *w = parts_words(&s->paths, i, &n->paths[i].n);
    n->paths[i].w = memcpy(ARENA_ARRAY(a, Word, n->paths[i].n + 1), w, n->paths[i].n * sizeof *w);
  }
  return n;
}

bool vm_adopt(VmState *s, const VmNumbering *n) {
  for (unsigned i = s->nid; n && i < n->nid; i++) if (vm_identity(s, n->id[i].parent, n->id[i].nth, n->id[i].item) < 0) return false;
  for (uint32_t i = 0; n && i < n->npaths; i++) if (parts_number(&s->paths, n->paths[i].w, n->paths[i].n) == PART_NONE) return false;
  return true;
}

/* --- threads by what they are --- */

VmOrigin vm_origin(const VmState *s, VmTid tid) {
  if ((int)tid == s->init_tid) return (VmOrigin){ NULL, 0, -1 };
  const Identity *id = &s->id[tid];
  const BcThread *th = &s->p->threads[id->item];
  if (th->spawned) return (VmOrigin){ th->name, (int32_t)id->nth + 1, id->parent };
  return (VmOrigin){ th->name, th->replicated ? th->lo + (int32_t)id->nth : 0, -1 };
}

static bool same_item(const char *x, const char *y) { return x && y ? strcmp(x, y) == 0 : x == y; }

int vm_number(VmState *s, VmOrigin o) {
  for (unsigned t = 0; o.parent < 0 && t < s->nid; t++) {
    VmOrigin x = vm_origin(s, (VmTid)t);
    if (x.parent < 0 && x.instance == o.instance && same_item(x.item, o.item)) return (int)t;
  }
  bool possible = o.parent >= 0 && o.parent < (int)s->nid && o.instance > 0;
  for (uint32_t i = 0; possible && i < s->p->nthreads; i++) {
    const BcThread *t = &s->p->threads[i];
    if (t->spawned && same_item(t->name, o.item)) return vm_identity(s, (VmTid)o.parent, (uint32_t)o.instance - 1, i);
  }
  return -1;
}
