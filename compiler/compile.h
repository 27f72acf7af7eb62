/* compiler/compile.h -- from a tree to a sealed program.
 * Borrows: everything; the program lives in OPT's arena. Diagnostics go to D; NULL when there were errors. */
#ifndef COMPILER_COMPILE_H
#define COMPILER_COMPILE_H
#include "compiler/bytecode.h"
#include "lang/ast.h"
#include "lang/diag.h"
#include "lang/parse.h"

typedef struct { const char *name, *value; bool used; } BcDefine;      /* -D name=value */
typedef struct {
  Arena *arena;
  Intern *names;
  BcDefine *defines; size_t ndefines;
  bool statement;              /* --atomicity statement */
  int32_t loop_bound;          /* --loop n, -1 for none */
  ParseLibrary library;        /* to say which module has an unknown name; NULL: none to ask */
} BcOptions;

const BcProgram *bc_compile(const Ast *ast, const Sources *sources, BcOptions *opt, Diags *d);
#endif
