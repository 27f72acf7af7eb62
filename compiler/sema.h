/* compiler/sema.h -- names, types, constants and what each function may do. Annotates the tree: every expression's
 * `sem` is a Sem, every declaration's and every use's symbol a Sym. emit.c reads the annotations, nothing else.
 * Owns: nothing; all in the arena. */
#ifndef COMPILER_SEMA_H
#define COMPILER_SEMA_H
#include "compiler/bytecode.h"
#include "compiler/compile.h"

enum { BIF_LVALUE = 1, BIF_PURE = 2 };
typedef enum {
  BI_NONE,
#define X(id, name, args, flags) id,
#include "compiler/intrinsics.def"
#undef X
  BI_COUNT
} Builtin;

typedef enum { SYM_CONST, SYM_SHARED, SYM_LOCAL, SYM_TYPE, SYM_MEMBER, SYM_MESSAGE, SYM_FUNC, SYM_THREAD, SYM_PROP } SymKind;

enum {                               /* what running a function or block can do, callees included */
  FX_READ = 1,                       /* reads shared data */
  FX_WRITE = 2,                      /* writes shared data, or through a ref */
  FX_BLOCK = 4,                      /* await, lock, receive without after, join, choose from a set or a range that may be empty */
  FX_CHOOSE = 8,
  FX_COMM = 16,                      /* send, receive, lock, unlock, spawn, join, critical, exit */
  FX_IMPURE_CALL = 32,               /* calls a function that is not pure */
  FX_AWAIT = 64
};

typedef struct Sym Sym;
struct Sym {
  SymKind kind;
  const Name *name;
  AstNode *node;                     /* declaration */
  const BcType *type;
  mpz_srcptr value;                  /* const scalar, enum member */
  uint8_t state;                     /* 0 new, 1 being resolved, 2 done (cycle check) */
  bool ref, readonly, assigned, warned, library, declared_init, called;
  uint32_t base;                     /* shared: first location; local: slot (emit); thread, message, function: index */
  uint32_t fx;                       /* functions, threads: FX_ bits */
  Sym *hash_next;
};

typedef struct {
  const BcType *type;
  Sym *sym;                          /* name, call, spawn, message */
  mpz_srcptr value;                  /* constant value (int, bool, enum), or NULL */
  Builtin builtin;
} Sem;

typedef struct {
  BcOptions *opt;
  const Sources *sources;
  Diags *d;
  Arena *arena;
  Sym *globals[256];
  Sym **shared; uint32_t nshared;
  Sym **funcs; uint32_t nfuncs;
  Sym **threads; uint32_t nthreads;
  Sym **messages; uint32_t nmessages;
  Sym **consts; uint32_t nconsts;
  Sym **types; uint32_t ntypes;      /* records and enums */
  AstNode **invariants; uint32_t ninvariants;
  AstNode **covers; uint32_t ncovers;
  AstNode **faults; uint32_t nfaults;
  AstNode *init, *finally_;
  uint32_t nlocs;
  uint32_t nstatic;
} Program;

/* False: errors were reported. */
bool sema_program(Program *p, const Ast *ast);

static inline Sem *sem_of(const AstNode *n) { return (Sem *)n->sem; }
static inline const BcType *type_of(const AstNode *n) { return sem_of(n)->type; }
/* Bounds of a static thread's index; valid after sema. */
void sema_thread_range(const Sym *thread, int32_t *lo, int32_t *hi);
/* FX_ bits of a statement list, callees included (after sema_program). */
uint32_t sema_effects(const AstNode *n);
/* Shared accesses of an expression or simple statement, saturating at 2. */
uint32_t sema_accesses(const AstNode *n);
#endif
