/* explore/model.c -- see model.h. */
#include "explore/model.h"
#include <string.h>
#include "lang/vec.h"

ParseLibrary model_library;

static const char *no_library(const char *name, size_t *len) {
  (void)name, (void)len;
  return NULL;
}

static void begin(Model *m) {
  memset(m, 0, sizeof *m);
  arena_init(&m->arena);
  intern_init(&m->names, &m->arena);
  src_init(&m->sources, &m->arena);
  diag_init(&m->diags, &m->arena, &m->sources);
}

static ModelStatus parse(Model *m) {
  ParseContext ctx = { &m->arena, &m->names, &m->sources, &m->diags, model_library ? model_library : no_library };
  if (!m->source) return MODEL_UNREADABLE;
  m->ast = parse_file(&ctx, m->source);
  return m->diags.errors ? MODEL_WRONG : MODEL_OK;
}

ModelStatus model_open(Model *m, const char *path) {
  begin(m);
  m->source = src_load(&m->sources, path, &m->why);
  return parse(m);
}

ModelStatus model_open_text(Model *m, const char *path, const char *text, size_t len) {
  begin(m);
  m->source = src_add_text(&m->sources, path, text, len);
  return parse(m);
}

void model_close(Model *m) { arena_deinit(&m->arena); }

const char *pragma_text(const AstPragma *x, const char *word) {
  size_t n = strlen(word);
  if (strncmp(x->text, word, n) != 0 || !strchr(": \t", x->text[n])) return NULL;
  return x->text + n;
}

/* Names of `//! sync: a, b`. */
static void add_sync(Model *m, const char *text, const char ***names, size_t *n, size_t *cap) {
  while (*text) {
    text += strspn(text, ":, \t");
    size_t len = strcspn(text, ", \t");
    if (!len) break;
    if (*n == *cap) *names = vec_grow(&m->arena, *names, cap, sizeof **names);
    (*names)[(*n)++] = arena_strndup(&m->arena, text, len);
    text += len;
  }
}

static bool read_pragma(Model *m, Options *o, const AstPragma *x) {
  const char *text = pragma_text(x, "options");
  if (!text) return true;
  text += strspn(text, ": \t");
  unsigned command = o->command;
  o->command = CMD_CHECK;                    /* the line speaks of check, whatever command reads it */
  bool ok = opt_read_words(o, text);
  o->command = command;
  if (ok) return true;
  char why[sizeof o->error];
  Place at = src_place(&m->sources, x->span);
  memcpy(why, o->error, sizeof why);
  snprintf(o->error, sizeof o->error, "%s:%u: in the options line: %.300s", at.path, at.line, why);
  return false;
}

ModelStatus model_options(Model *m, Options *o, unsigned command, int argc, char *const *argv) {
  const char **sync = NULL;
  size_t n = 0, cap = 0;
  opt_init(o, command, &m->arena);
  o->statement = m->ast.thesis;
  for (const AstPragma *x = m->ast.pragmas; x; x = x->next) {
    const char *text = pragma_text(x, "sync");
    if (text) add_sync(m, text, &sync, &n, &cap);
    if (!read_pragma(m, o, x)) return MODEL_USAGE;
  }
  if (!opt_read(o, argc, argv)) return MODEL_USAGE;
  o->limits.sync = sync;
  o->limits.nsync = n;
  return MODEL_OK;
}

/* --- compiling --- */

/* "; it has N, BUG" */
static const char *has(Options *o, const char *const *names, size_t n) {
  const char *all = n ? "; it has" : "; it has none";
  for (size_t i = 0; i < n && i < 8; i++) all = arena_printf(o->arena, "%s%s %s", all, i ? "," : "", names[i]);
  return n > 8 ? arena_printf(o->arena, "%s, ...", all) : all;
}

static bool undefined(Options *o, const BcProgram *p, const BcDefine *d) {
  const char **names = ARENA_ARRAY(o->arena, const char *, p->nparams + 1);
  for (uint32_t i = 0; i < p->nparams; i++) names[i] = p->params[i].name;
  const char *near = diag_nearest(d->name, names, p->nparams);
  if (near) snprintf(o->error, sizeof o->error, "-D %s: the model has no const or param '%s'; did you mean '%s'?", d->name, d->name, near);
  else snprintf(o->error, sizeof o->error, "-D %s: the model has no const or param '%s'%s", d->name, d->name, has(o, names, p->nparams));
  return false;
}

ModelStatus model_compile(Model *m, Options *o) {
  BcOptions b = { &m->arena, &m->names, o->defines, o->ndefines, o->statement, o->loop, model_library };
  m->program = bc_compile(&m->ast, &m->sources, &b, &m->diags);
  if (!m->program) return MODEL_WRONG;
  for (size_t i = 0; i < o->ndefines; i++)
    if (!o->defines[i].used && !undefined(o, m->program, &o->defines[i])) return MODEL_USAGE;
  return MODEL_OK;
}
