/* vm/tried.c -- see tried.h. The answers lie in sets of a few places each; within a set the one used last is first, and the last
 * one is given up. What reads more, offers more, or looks at anything but shared variables and its own mailbox, is not kept. */
#include "vm/tried.h"
#include <string.h>

#ifdef DMC_STRESS
enum { SETS = 2, WAYS = 2 };
#else
enum { SETS = 512, WAYS = 4 };
#endif
enum { MAX_READS = 4, MAX_OFFERS = 4 };

typedef struct {
  uint32_t local;                    /* number of the local state + 1; 0: free */
  VmTid tid;
  uint8_t nreads, nchoices;
  uint32_t at[MAX_READS];
  Word w[MAX_READS];
  uint32_t choice[MAX_OFFERS];
} Answer;

struct Tried {
  bool unfit;                        /* the trials that are being made looked at something else */
  uint32_t at[MAX_READS], nreads;
  Answer set[SETS][WAYS];
};

void tried_free(VmState *s) { if (s->tried) mem_free(s->mem, s->tried, sizeof *s->tried); }

static bool useful(const VmState *s, VmTid tid) { return s->tracking && !s->failing_guards && (int)tid != s->init_tid; }

static Answer *set_of(struct Tried *t, VmTid tid, uint32_t local) {
  return t->set[((uint64_t)tid << 32 | local) * 0x9e3779b97f4a7c15ull >> 40 & (SETS - 1)];
}

static bool holds(const VmState *s, const Answer *a) {
  for (uint32_t i = 0; i < a->nreads; i++) if (s->w[a->at[i]] != a->w[i]) return false;
  return true;
}

static bool offer(VmState *s, const Answer *a) {
  if (s->nactions + a->nchoices > s->capactions &&
      !mem_grow(s->mem, (void **)&s->actions, &s->capactions, sizeof *s->actions, s->nactions + a->nchoices)) return false;
  for (uint32_t i = 0; i < a->nchoices; i++) s->actions[s->nactions++] = (VmAction){ a->tid, a->choice[i] };
  return true;
}

bool tried_known(VmState *s, VmTid tid) {
  if (!s->tried || !useful(s, tid)) return false;
  uint32_t local = vm_part_number(s, tid) + 1;
  Answer *a = set_of(s->tried, tid, local);
  for (uint32_t i = 0; i < WAYS && local; i++) {
    if (a[i].local != local || a[i].tid != tid || !holds(s, &a[i])) continue;
    Answer found = a[i];
    memmove(a + 1, a, i * sizeof *a);
    a[0] = found;
    return offer(s, &found);
  }
  return false;
}

/* --- making answers --- */

void tried_begin(VmState *s) {
  if (!s->tracking) return;
  if (!s->tried && !(s->tried = mem_alloc(s->mem, sizeof *s->tried))) { s->nomem = true; return; }
  s->tried->nreads = 0;
  s->tried->unfit = false;
}

static void note_read(struct Tried *t, uint32_t loc) {
  for (uint32_t i = 0; i < t->nreads; i++) if (t->at[i] == loc) return;
  if (t->nreads == MAX_READS) t->unfit = true;
  else t->at[t->nreads++] = loc;
}

/* Writes, of which properties hear, decide nothing. */
static bool is_property(const BcProgram *p, uint32_t obj) { return obj >= OBJ_INVARIANT(p, 0) && obj < OBJ_BUDGET(p, 0); }

void tried_note(VmState *s) {
  struct Tried *t = s->tried;
  if (!t || !s->tracking) return;
  for (uint32_t i = 0; i < s->nacc && !t->unfit; i++) {
    uint32_t obj = ACC_OBJ(s->acc[i]);
    if (obj < s->p->nlocs) note_read(t, obj);
    else t->unfit |= !is_property(s->p, obj);
  }
  for (uint32_t i = 0; i < s->nops; i++) t->unfit |= s->ops[i].kind != EV_RECEIVE && s->ops[i].kind != EV_AFTER;
}

void tried_keep(VmState *s, VmTid tid, size_t first) {
  struct Tried *t = s->tried;
  size_t n = s->nactions - first;
  if (!t || t->unfit || n > MAX_OFFERS || !useful(s, tid)) return;
  uint32_t local = vm_part_number(s, tid) + 1;
  Answer *a = set_of(t, tid, local);
  if (!local) { s->nomem = true; return; }
  memmove(a + 1, a, (WAYS - 1) * sizeof *a);
  a[0] = (Answer){ .local = local, .tid = tid, .nreads = (uint8_t)t->nreads, .nchoices = (uint8_t)n };
  for (uint32_t i = 0; i < t->nreads; i++) a[0].at[i] = t->at[i], a[0].w[i] = s->w[t->at[i]];
  for (size_t i = 0; i < n; i++) a[0].choice[i] = s->actions[first + i].choice;
}
