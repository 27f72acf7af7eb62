/* compiler/sema_names.c -- names at the top level: the model's and the library's, which live apart, and what of the library is
 * used. A model's own names hide those of the library; the library sees its own only, so that no model can break it. */
#include "compiler/sema_int.h"

/* By the text, not the address: the order of suggestions is the same in every run. */
static unsigned hash_name(const Name *n) {
  unsigned h = 0;
  for (const char *c = n->text; *c; c++) h = h * 31 + (unsigned char)*c;
  return (h ^ h >> 8) & 255u;
}

Sym *sema_named(Program *p, const Name *name, bool library) {
  for (Sym *s = p->globals[hash_name(name)]; s; s = s->hash_next) if (s->name == name && s->library == library) return s;
  return NULL;
}

void sema_enter(Program *p, Sym *s) {
  Sym **head = &p->globals[hash_name(s->name)];
  s->hash_next = *head;
  *head = s;
}

bool sema_in_library(const Program *p, const AstNode *n) { return p->sources->files[n->span.file]->library; }

Sym *sema_global(Program *p, const AstNode *use) {
  Sym *own = sema_in_library(p, use) ? NULL : sema_named(p, use->name, false);
  return own ? own : sema_named(p, use->name, true);
}

void sema_tell_hidden(Program *p, const Sym *own) {
  const Sym *hidden = own->library || own->kind == SYM_LOCAL ? NULL : sema_named(p, own->name, true);
  if (!hidden) return;
  Place at = src_place(p->sources, own->node->name_span);
  diag_help(p->d, "the model's own `%s` at %s:%u:%u hides the one of %s", own->name->text, at.path, at.line, at.col,
            p->sources->files[hidden->node->span.file]->path);
}

/* --- what of the library is used --- */

static void mark_called(const AstNode *n) {
  if (n->kind == N_TYPE) return;
  Sym *f = n->kind == N_CALL && n->sem ? sem_of(n)->sym : NULL;
  if (f && f->kind == SYM_FUNC && f->library && !f->called) { f->called = true; mark_called(f->node->b); }
  const AstNode *kids[3] = { n->a, n->b, n->c };
  for (int i = 0; i < 3; i++) if (kids[i]) mark_called(kids[i]);
  for (const AstNode *l = n->list; l; l = l->next) mark_called(l);
}

/* An import brings much that a model does not call. It is checked and left out: what it would do (wait, loop, choose) must not
 * count when a search is picked for the model. */
void sema_drop_uncalled(Program *p) {
  for (uint32_t i = 0; i < p->nfuncs; i++) if (!p->funcs[i]->library) mark_called(p->funcs[i]->node->b);
  for (uint32_t i = 0; i < p->nthreads; i++) mark_called(p->threads[i]->node->b);
  for (uint32_t i = 0; i < p->ninvariants; i++) mark_called(p->invariants[i]->a);
  for (uint32_t i = 0; i < p->ncovers; i++) mark_called(p->covers[i]->a);
  if (p->init) mark_called(p->init->b);
  if (p->finally_) mark_called(p->finally_->b);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < p->nfuncs; i++) {
    Sym *f = p->funcs[i];
    if (f->library && !f->called) continue;
    f->base = kept;
    p->funcs[kept++] = f;
  }
  p->nfuncs = kept;
}
