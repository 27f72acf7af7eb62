/* explore/sim_names.c -- threads by the words that a user types; see sim_commands.h. */
#include <ctype.h>
#include <string.h>
#include <strings.h>
#include "explore/sim_commands.h"

#define LISTED 4                             /* candidates that a message names */

static bool exists(const Game *g, unsigned t) {
  return vm_thread(g->sim.run.vm, (VmTid)t) != TH_UNBORN || t < g->sim.program->nstatic;
}

const char **game_threads(Game *g, size_t *n) {
  unsigned all = vm_nthreads(g->sim.run.vm);
  const char **names = ARENA_ARRAY(&g->view.scratch, const char *, all + 1);
  *n = 0;
  for (unsigned t = 0; t < all; t++)
    if (exists(g, t)) names[(*n)++] = view_thread(&g->view, (VmTid)t);
  return names;
}

bool game_is_thread(Game *g, const char *word) {
  size_t n;
  const char **names = game_threads(g, &n);
  for (size_t i = 0; i < n; i++)
    if (strcmp(names[i], word) == 0) return true;
  return false;
}

/* --- matching --- */

/* The name in front of [1] or #1, and the number in it. */
static size_t base_of(const char *name, const char **number) {
  size_t n = strcspn(name, "[#");
  *number = name[n] ? name + n + 1 : "";
  return n;
}

static bool numbered(const char *name, const char *number) {
  const char *have;
  base_of(name, &have);
  size_t n = strlen(number);
  return n && strncmp(have, number, n) == 0 && !isdigit((unsigned char)have[n]);
}

static bool begins(const char *name, const char *word, size_t n) { return strncasecmp(name, word, n) == 0; }

typedef struct { const char *word; size_t len; const char *number; } Asked;      /* number NULL: any */

/* 4: the whole name; 3: the same in other letters; 2: the name without the number; 1: its beginning; 0: not at all. */
static int quality(const char *name, const Asked *a) {
  const char *unused;
  if (!a->number && strcmp(name, a->word) == 0) return 4;
  if (!a->number && strcasecmp(name, a->word) == 0) return 3;
  if (a->number && !numbered(name, a->number)) return 0;
  if (!begins(name, a->word, a->len)) return 0;
  return a->len == base_of(name, &unused) ? 2 : 1;
}

typedef struct { int quality; size_t count; VmTid tid; const char *names; } Found;

static Found look(Game *g, const Asked *a) {
  Found f = { 0 };
  for (unsigned t = 0; t < vm_nthreads(g->sim.run.vm); t++) {
    const char *name = exists(g, t) ? view_thread(&g->view, (VmTid)t) : NULL;
    int q = name ? quality(name, a) : 0;
    if (!q || q < f.quality) continue;
    if (q > f.quality) f = (Found){ .quality = q, .tid = (VmTid)t };
    f.count++;
    if (f.count <= LISTED) f.names = arena_printf(&g->view.scratch, "%s%s%s", f.names ? f.names : "", f.names ? ", " : "", name);
  }
  return f;
}

static size_t settle(Game *g, Found f, size_t used, VmTid *tid, const char **why) {
  *tid = f.tid;
  if (f.count == 1) return used;
  *why = arena_printf(&g->view.scratch, "which of them: %s%s?", f.names, f.count > LISTED ? ", ..." : "");
  return 0;
}

static size_t digits(const char *s) { return strspn(s, "0123456789-"); }

/* `i 1`, then `i1`, then a beginning. */
size_t game_thread(Game *g, char *const *words, int n, VmTid *tid, const char **why) {
  const char *word = words[0];
  size_t len = strlen(word), letters = len;
  Asked a = { word, len, n > 1 && words[1][0] && !words[1][digits(words[1])] ? words[1] : NULL };
  Found f = a.number ? look(g, &a) : (Found){ 0 };
  if (f.count) return settle(g, f, 2, tid, why);
  a.number = NULL;
  f = look(g, &a);
  if (f.count) return settle(g, f, 1, tid, why);
  while (letters && isdigit((unsigned char)word[letters - 1])) letters--;
  if (letters && letters < len) f = look(g, &(Asked){ arena_strndup(&g->view.scratch, word, letters), letters, word + letters });
  if (f.count) return settle(g, f, 1, tid, why);
  size_t many;
  const char **names = game_threads(g, &many), *near = diag_nearest(word, names, many);
  *why = near ? arena_printf(&g->view.scratch, "there is no thread %.60s; did you mean %s?", word, near)
              : arena_printf(&g->view.scratch, "there is no thread %.60s; `threads` lists them", word);
  return 0;
}
