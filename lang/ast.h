/* lang/ast.h -- the tree both dialects parse to. Kinds and the meaning of the fields per kind: lang/ast.def.
 * Nodes live in the arena of the compilation and are never freed singly. lang sets everything but `sem`, which
 * belongs to the compiler. */
#ifndef LANG_AST_H
#define LANG_AST_H
#include <gmp.h>
#include <stdbool.h>
#include "lang/intern.h"
#include "lang/source.h"

typedef enum {
#define X(kind, text) kind,
#include "lang/ast.def"
#undef X
  N_KIND_COUNT
} AstKind;

typedef enum {
  AST_NONE,
  AST_SET, AST_PLUS, AST_MINUS,                              /* N_ASSIGN */
  AST_NOT, AST_NEG,                                          /* N_UNARY */
  AST_OR, AST_AND, AST_EQ, AST_NE, AST_LT, AST_GT, AST_LE, AST_GE, AST_ADD, AST_SUB, AST_MUL, AST_DIV, AST_MOD,
  AST_CHOOSE_BOOL, AST_CHOOSE_RANGE, AST_CHOOSE_SET,
  AST_FORALL, AST_EXISTS, AST_COUNT, AST_SUM,
  AST_CRASH, AST_DROP, AST_DUPLICATE
} AstOp;

enum {                       /* AstNode.flags */
  AST_PARAM = 1, AST_CONTINUED = 2, AST_REF = 4, AST_PURE = 8, AST_DAEMON = 16, AST_SPAWNED = 32, AST_AFTER = 64,
  AST_LITERAL = 128,
  AST_PARENS = 256,          /* the user wrote ( ) around this expression; the printer keeps them */
  AST_NATIVE = 512           /* N_ATOMIC made from a thesis `indexer(...)` */
};

typedef struct AstNode AstNode;
struct AstNode {
  AstKind kind;
  AstOp op;
  uint32_t flags;
  Span span;                 /* the whole construct */
  Span name_span;            /* where `name` stands; same as span when there is no better place */
  const Name *name;
  const char *str;
  mpz_ptr num;
  AstNode *a, *b, *c;
  AstNode *list;
  AstNode *next;
  void *sem;                 /* the compiler's: symbol or type */
  uint32_t height;           /* longest way down, `list` and `next` counted as one level; bounded by the parser */
};

/* A `//!` line: expectation, options, or sync. Text is what follows `//!`, trimmed. */
typedef struct AstPragma { const char *text; Span span; struct AstPragma *next; } AstPragma;

/* What parse_file gives. */
typedef struct {
  AstNode *file;             /* N_FILE of the main file; imports hang below it */
  AstPragma *pragmas;        /* of the main file, in order */
  bool thesis;               /* statement atomicity is the rule of this file */
} Ast;

const char *ast_kind_name(AstKind k);       /* "shared variable" */
const char *ast_kind_id(AstKind k);         /* "N_SHARED" */
const char *ast_op_text(AstOp op);          /* ":=", "&&", "forall", ... */
/* Same tree; positions, parentheses and AST_NATIVE apart, which text does not carry. */
bool ast_equal(const AstNode *x, const AstNode *y);
#endif
