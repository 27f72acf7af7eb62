/* compiler/sema_int.h -- what the files of sema share. */
#ifndef COMPILER_SEMA_INT_H
#define COMPILER_SEMA_INT_H
#include "compiler/sema.h"

typedef enum { CTX_CONST, CTX_THREAD, CTX_FUNC, CTX_INIT, CTX_FINALLY, CTX_PROP, CTX_WHEN } Context;

typedef struct {
  Program *p;
  Sym *owner;                        /* function or thread being checked, NULL outside */
  Context ctx;
  Sym *locals[512];                  /* innermost last */
  uint32_t nlocals;
  int loops;                         /* enclosing loops in this function */
  bool pure;                         /* inside await, invariant, ...: only pure calls */
  const char *pure_where;
} Sema;

extern const BcType type_int, type_bool, type_pid, type_mutex, type_void, type_string, type_error;

Sym *sema_lookup(Sema *s, const AstNode *use);                /* local or global; NULL: nothing has that name */
/* The model's NAME, or the library's; NULL: it has none. */
Sym *sema_named(Program *p, const Name *name, bool library);
void sema_enter(Program *p, Sym *s);                          /* makes S known by its name */
bool sema_in_library(const Program *p, const AstNode *n);
/* Takes functions of the library that nothing calls out of P, after all has been checked. */
void sema_drop_uncalled(Program *p);
/* What USE's name means at the top level. A model's own names hide those of the library; the library sees its own only. */
Sym *sema_global(Program *p, const AstNode *use);
/* Help line where something named NAME was expected to be another thing: the model's own hides the library's. */
void sema_tell_hidden(Program *p, const Sym *own);
Sym *sema_declare_local(Sema *s, AstNode *n, const BcType *t);
const BcType *sema_type(Program *p, AstNode *n);              /* N_TYPE to type; reports */
void sema_resolve(Program *p, Sym *sym);                      /* const, record, enum, thread range: on demand */
const BcType *sema_expr(Sema *s, AstNode *n);
/* Checks N and that it has type T; WHAT names the place ("the test of if"). */
bool sema_expect(Sema *s, AstNode *n, const BcType *t, const char *what);
/* Lvalue check: reports when N cannot be written (or passed by ref). */
bool sema_lvalue(Sema *s, AstNode *n, bool write);
void sema_will_assign(Sema *s, AstNode *n);
mpz_srcptr sema_const(Program *p, AstNode *n, const BcType *t, const char *what);    /* NULL: reported */
void sema_block(Sema *s, AstNode *n);
void sema_suggest(Sema *s, const Name *name);                 /* help line with the nearest name */
/* sema_hints.c: a help line, where there is one to give, for a name that nothing has. True: it gave one. */
bool hint_type(Program *p, const char *name);
bool hint_name(Sema *s, const Name *name);
bool hint_function(Sema *s, const char *name);
bool hint_field(Sema *s, const AstNode *n);                   /* N_FIELD of a pid: a thread's variables are its own */
mpz_srcptr sema_mpz(Program *p, mpz_srcptr v);                /* copy into the arena */
mpz_srcptr sema_si(Program *p, long v);
Sem *sema_note(Sema *s, AstNode *n, const BcType *t);         /* sets n->sem */
#endif
