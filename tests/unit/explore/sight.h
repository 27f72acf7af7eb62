/* tests/unit/explore/sight.h -- the present state as reductions see it, by text. Actions are "A", of a thread with several "A.1",
 * a crash is "A!"; lists have a space between them. */
#ifndef TESTS_UNIT_EXPLORE_SIGHT_H
#define TESTS_UNIT_EXPLORE_SIGHT_H
#include "explore/algo/closure.h"
#include "explore/algo/pifs.h"
#include "tests/unit/explore/hand.h"

typedef struct {
  Hand h;
  View view;
  Closure closure;
  Pifs pifs;
  bool *flags[2];                /* per action or unit */
} Sight;

enum { SIGHT_FLAGS = 4096 };

static inline void sight(Sight *x, const char *text, bool objects) {
  memset(x, 0, sizeof *x);
  hand(&x->h, text);
  x->h.opts.limits.object_dep = objects;
  if (!vm_facts_open(x->h.run.vm, objects) || !pifs_init(&x->pifs, &x->h.run)) abort();
  view_init(&x->view, &x->h.run);
  for (int i = 0; i < 2; i++) x->flags[i] = mem_alloc(&x->h.mem, SIGHT_FLAGS * sizeof(bool));
}

static inline void sight_done(Sight *x) {
  view_deinit(&x->view, &x->h.run);
  closure_deinit(&x->closure, &x->h.run);
  pifs_deinit(&x->pifs, &x->h.run);
  for (int i = 0; i < 2; i++) mem_free(&x->h.mem, x->flags[i], SIGHT_FLAGS * sizeof(bool));
  hand_done(&x->h);
}

static inline const View *sight_look(Sight *x) {
  const VmAction *a;
  size_t crashes, n = vm_actions(x->h.run.vm, &a, &crashes);
  if (n == SIZE_MAX || !view_look(&x->view, &x->h.run, a, n)) abort();
  return &x->view;
}

static inline const char *sight_name(Sight *x, size_t i) {
  char b[64];
  const View *v = &x->view;
  VmAction a = v->actions[i].action;
  unsigned several = 0;
  for (size_t k = 0; k < v->nactions; k++) several += v->actions[k].action.tid == a.tid && v->actions[k].action.choice != VM_CRASH;
  const char *name = vm_thread_name(x->h.run.vm, a.tid, b, sizeof b);
  if (a.choice == VM_CRASH) return arena_printf(&x->h.model.arena, "%s!", name);
  return arena_printf(&x->h.model.arena, several > 1 ? "%s.%u" : "%s", name, a.choice);
}

/* Is action I in the list? */
static inline bool sight_listed(Sight *x, const char *list, size_t i) {
  const char *name = sight_name(x, i);
  size_t n = strlen(name);
  for (const char *at = list; (at = strstr(at, name)); at += n)
    if ((at == list || at[-1] == ' ') && (at[n] == 0 || at[n] == ' ')) return true;
  return false;
}

static inline const char *sight_actions(Sight *x, const bool *in) {
  const char *s = "";
  for (size_t i = 0; i < x->view.nactions; i++) if (in[i]) s = arena_printf(&x->h.model.arena, "%s%s%s", s, *s ? " " : "", sight_name(x, i));
  return s;
}

/* The source set of the present state, where those of SLEEP sleep. */
static inline const char *source_set(Sight *x, const char *sleep, bool persistent) {
  const View *v = sight_look(x);
  for (size_t i = 0; i < v->nactions; i++) x->flags[0][i] = sight_listed(x, sleep, i);
  if (!closure_choose(&x->closure, &x->h.run, v, x->flags[0], persistent, x->flags[1])) return "no memory";
  return sight_actions(x, x->flags[1]);
}

/* May a run begin with these, and with nothing else? "no", "yes". */
static inline const char *begins_with(Sight *x, const char *first) {
  const View *v = sight_look(x);
  memset(x->flags[0], 0, v->nunits * sizeof(bool));
  for (size_t i = 0; i < v->nactions; i++) if (sight_listed(x, first, i)) x->flags[0][v->actions[i].unit] = true;
  static const char *const words[] = { "no", "yes", "no memory" };
  return words[pifs(&x->pifs, &x->h.run, v, x->flags[0])];
}
#endif
