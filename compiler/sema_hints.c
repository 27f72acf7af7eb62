/* compiler/sema_hints.c -- what a name that nothing has was probably meant to be: a word of another language, something of a library
 * module that was not imported, a local variable of another thread. */
#include <ctype.h>
#include <string.h>
#include "compiler/sema_int.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

typedef struct { const char *name, *help; } Hint;

static const Hint types[] = {
  { "boolean", "write `bool`" }, { "Bool", "write `bool`" }, { "bit", "write `bool`, or `int` for 0 and 1" },
  { "integer", "write `int`; it has no bounds" }, { "Int", "write `int`" }, { "long", "write `int`; it has no bounds" },
  { "short", "write `int`; it has no bounds" }, { "byte", "write `int`; it has no bounds" },
  { "unsigned", "write `int`; it has no bounds" }, { "uint", "write `int`; it has no bounds" },
  { "size_t", "write `int`; it has no bounds" }, { "double", "there are only whole numbers: `int`" },
  { "float", "there are only whole numbers: `int`" }, { "char", "there are no characters: an `enum` has values with names" },
  { "string", "there are no strings: an `enum` has values with names" }, { "Mutex", "write `mutex`" }, { "lock", "a mutex is `mutex m`, and locked with `lock(m)`" },
  { "thread", "the type of threads is `pid`" }, { "Thread", "the type of threads is `pid`" }, { "list", "write `queue<int>`" },
  { "vector", "an array is `int[3] a`, a sequence `queue<int> q`" }, { "chan", "threads send each other messages: `message M(int x)`, `p ! M(1)`" },
  { "semaphore", "`import std.sync` has `sem`" },
};
static const Hint names[] = {
  { "True", "write `true`" }, { "TRUE", "write `true`" }, { "False", "write `false`" }, { "FALSE", "write `false`" },
  { "null", "a pid that was never set is no thread; numbers start at 0, bools at false" },
  { "NULL", "a pid that was never set is no thread; numbers start at 0, bools at false" },
  { "None", "a pid that was never set is no thread; numbers start at 0, bools at false" },
  { "pid", "the thread itself is `self`; its index is the name in its head: `Thread(i in 0..2) A`" },
  { "_pid", "the thread itself is `self`; its index is the name in its head: `Thread(i in 0..2) A`" },
  { "tid", "the index of a thread is the name in its head: `Thread(tid in 0..2) A`; its pid is `self`" },
  { "this", "the thread itself is `self`" },
};
static const Hint functions[] = {
  { "printf", "write `print \"x is\", x`" }, { "println", "write `print \"x is\", x`" }, { "puts", "write `print \"x is\", x`" },
  { "acquire", "write `lock(m)`" }, { "release", "write `unlock(m)`" }, { "not", "write `!`" }, { "sleep", "there is no time: any thread can be slow" },
  { "CAS", "write `cas(x, old, new)`" }, { "compare_and_swap", "write `cas(x, old, new)`" }, { "rand", "write `choose(0..9)`: all values are tried" },
  { "random", "write `choose(0..9)`: all values are tried" }, { "size", "write `len(q)`" }, { "length", "write `len(q)`" },
};

static bool listed(Program *p, const Hint *list, size_t n, const char *name) {
  for (size_t i = 0; i < n; i++)
    if (strcmp(list[i].name, name) == 0) return diag_help(p->d, "%s", list[i].help), true;
  return false;
}

/* --- the library --- */

/* Does the line at S, which ends before END, declare NAME: `record cond {`, `void wait(`? */
static bool declares(const char *s, const char *end, const char *name) {
  size_t n = strlen(name);
  if (s == end || !islower((unsigned char)*s)) return false;
  for (const char *at = s + 1; at + n < end && *at != '{' && at[-1] != '('; at++)
    if (at[-1] == ' ' && memcmp(at, name, n) == 0) return at[n] == '(' || (at[n] == ' ' && at[n + 1] == '{');
  return false;
}

static bool module_has(const char *text, size_t len, const char *name) {
  for (const char *s = text, *stop = text + len; s < stop;) {
    const char *end = memchr(s, '\n', (size_t)(stop - s));
    if (!end) end = stop;
    if (declares(s, end, name)) return true;
    s = end + 1;
  }
  return false;
}

static bool library(Program *p, const char *name) {
  static const char *const modules[] = { "std.sync", "std.queue", "std.net", "std.atomic" };
  size_t len = 0;
  for (size_t i = 0; i < COUNT(modules) && p->opt->library; i++) {
    const char *text = p->opt->library(modules[i], &len);
    if (text && module_has(text, len, name)) return diag_help(p->d, "`import %s` has it", modules[i]), true;
  }
  return false;
}

/* --- other threads --- */

/* Is NAME declared in the statements N, or below? */
static bool declared(const AstNode *n, const Name *name) {
  for (; n; n = n->next) {
    if ((n->kind == N_VAR || n->kind == N_BIND) && n->name == name) return true;
    if (n->kind != N_TYPE && (declared(n->a, name) || declared(n->b, name) || declared(n->c, name) || declared(n->list, name))) return true;
  }
  return false;
}

static const Sym *owner_of(const Program *p, const Name *name, const Sym *but) {
  for (uint32_t i = 0; i < p->nthreads; i++)
    if (p->threads[i] != but && (declared(p->threads[i]->node->b, name) || declared(p->threads[i]->node->a, name))) return p->threads[i];
  return NULL;
}

static bool foreign_local(Sema *s, const Name *name) {
  const Sym *t = owner_of(s->p, name, s->owner);
  if (!t) return false;
  diag_help(s->p->d, "`%s` is a local variable of `%s`; what several threads use is declared outside of them", name->text, t->name->text);
  return true;
}

/* --- all of it --- */

bool hint_type(Program *p, const char *name) { return listed(p, types, COUNT(types), name) || library(p, name); }

bool hint_name(Sema *s, const Name *name) { return listed(s->p, names, COUNT(names), name->text) || foreign_local(s, name); }

bool hint_function(Sema *s, const char *name) { return listed(s->p, functions, COUNT(functions), name) || library(s->p, name); }

bool hint_field(Sema *s, const AstNode *n) {
  if (foreign_local(s, n->name)) return true;
  diag_help(s->p->d, "a thread's variables are its own; what several threads use is declared outside of them");
  return true;
}
