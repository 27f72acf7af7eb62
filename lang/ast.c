/* lang/ast.c -- names of kinds and operators, and comparison of trees; see ast.h. */
#include "lang/ast.h"
#include <string.h>

const char *ast_kind_name(AstKind k) {
  static const char *const names[] = {
#define X(kind, text) text,
#include "lang/ast.def"
#undef X
  };
  return k < N_KIND_COUNT ? names[k] : "?";
}

const char *ast_kind_id(AstKind k) {
  static const char *const names[] = {
#define X(kind, text) #kind,
#include "lang/ast.def"
#undef X
  };
  return k < N_KIND_COUNT ? names[k] : "?";
}

const char *ast_op_text(AstOp op) {
  switch (op) {
    case AST_NONE: return "";
    case AST_SET: return ":=";
    case AST_PLUS: return "+=";
    case AST_MINUS: return "-=";
    case AST_NOT: return "!";
    case AST_NEG: return "-";
    case AST_OR: return "||";
    case AST_AND: return "&&";
    case AST_EQ: return "==";
    case AST_NE: return "!=";
    case AST_LT: return "<";
    case AST_GT: return ">";
    case AST_LE: return "<=";
    case AST_GE: return ">=";
    case AST_ADD: return "+";
    case AST_SUB: return "-";
    case AST_MUL: return "*";
    case AST_DIV: return "/";
    case AST_MOD: return "%";
    case AST_CHOOSE_BOOL: return "choose bool";
    case AST_CHOOSE_RANGE: return "choose range";
    case AST_CHOOSE_SET: return "choose set";
    case AST_FORALL: return "forall";
    case AST_EXISTS: return "exists";
    case AST_COUNT: return "count";
    case AST_SUM: return "sum";
    case AST_CRASH: return "crash";
    case AST_DROP: return "drop";
    case AST_DUPLICATE: return "duplicate";
  }
  return "?";
}

/* By text, so that trees of different compilations compare. */
static bool same_name(const Name *x, const Name *y) {
  return x == y || (x && y && x->len == y->len && memcmp(x->text, y->text, x->len) == 0);
}

static bool same_text(const char *x, const char *y) { return x == y || (x && y && strcmp(x, y) == 0); }

static bool same_number(mpz_srcptr x, mpz_srcptr y) { return x == y || (x && y && mpz_cmp(x, y) == 0); }

static bool same_node(const AstNode *x, const AstNode *y) {
  return x->kind == y->kind && x->op == y->op && ((x->flags ^ y->flags) & ~(uint32_t)(AST_PARENS | AST_NATIVE)) == 0 &&
         same_name(x->name, y->name) && same_text(x->str, y->str) && same_number(x->num, y->num);
}

bool ast_equal(const AstNode *x, const AstNode *y) {
  if (!x || !y) return x == y;
  if (!same_node(x, y)) return false;
  /* An import is its path: the imported file is another tree. */
  if (x->kind == N_IMPORT) return true;
  if (!ast_equal(x->a, y->a) || !ast_equal(x->b, y->b) || !ast_equal(x->c, y->c)) return false;
  const AstNode *s = x->list, *t = y->list;
  for (; s && t; s = s->next, t = t->next)
    if (!ast_equal(s, t)) return false;
  return s == t;
}
