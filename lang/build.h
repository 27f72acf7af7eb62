/* lang/build.h -- what the grammar and the token loop share: tokens with their text, the parser's state, and one
 * constructor per construct (build.c). Private to lang. */
#ifndef LANG_BUILD_H
#define LANG_BUILD_H
#include "lang/ast.h"
#include "lang/lex.h"
#include "lang/parse.h"
#include "lang/vec.h"

#define BUILD_MAX_HEIGHT 1000        /* of the tree: a chain of 1000 `+` or `else if` is generated text */

typedef struct { Span span; const Name *name; } Tok;             /* name: the token's text, for words only */
typedef struct { AstNode *first, *last; } AstList;
typedef struct { AstNode *bind; AstList params; bool spawned; } ThreadHead;
typedef VEC(LexToken) LexTokens;

typedef struct Parser {
  ParseContext *ctx;
  Arena *arena;
  Diags *diags;
  Source *src;
  uint16_t file;
  LexTokens toks;
  size_t at;                 /* the token being fed; for a statement end that is no token, the one after it */
  size_t stmt;               /* the first token of the statement, clause or item it is in */
  int prev;                  /* code fed last; T_NL at the start */
  size_t open[PARSE_MAX_DEPTH + 2];                /* brackets that are open: indices of tokens */
  size_t depth;
  size_t suspect;            /* a `{` whose `}` stands further left than its line; 0: none */
  bool syntax_error;         /* Lemon met one in the call just made */
  bool quiet;                /* and need not say so */
  bool stop;                 /* no use going on */
  bool too_deep;             /* said so already */
  VEC(size_t) reserved;      /* tokens that are reserved words where names belong: reported, and not again where they are used */
  AstList items;
} Parser;

/* ---- tokens (parse.c) ---- */
int tok_code(const Parser *p, size_t i);         /* LEX_END behind the last one */
size_t tok_match(const Parser *p, size_t i);     /* the bracket on its line that closes the one at I, or 0 */
Span tok_span(const Parser *p, size_t i);
bool tok_is(const Parser *p, size_t i, const char *text);
bool tok_is_any(const Parser *p, size_t i, const char *const *words, size_t n);
const char *tok_text(const Parser *p, size_t i); /* in the arena, shortened when long */
bool open_paren(const Parser *p);                /* the innermost open bracket is ( or [ */
size_t open_braces(const Parser *p);

/* ---- refused.c, called by parser.y ---- */
/* Text of the tokens that would have been right, e.g. "`{`", or NULL when they are too many to say. */
void parse_syntax_error(Parser *p, int code, Tok t, const char *expected);

/* ---- slips.c: what is wrong, in words a user understands ---- */
bool slip_at_start(Parser *p, size_t i);         /* statement or item at I is a known slip: reported, to be skipped */
bool slip_token(Parser *p, size_t i, int *code); /* token I is no token: reported; *CODE is what to take it for, 0: drop it */
void slip_brace(Parser *p);                      /* a missing `}` */
bool slip_binary(Parser *p);                     /* the file is no text: reported */
bool slip_is_type(const Parser *p, size_t i);    /* token I is the name of a type of the language */
const char *slip_near(const char *word, bool item);              /* the word for an item, or a statement, that is spelt like it; NULL: none */
bool word_item(const Parser *p, size_t i, int *code);            /* the item word at I, as a token code */

/* ---- lists ---- */
AstList list_none(void);
AstList list_one(AstNode *n);
AstList list_add(AstList l, AstNode *n);         /* n may be NULL, or itself the first of a chain */

/* ---- nodes; SPAN arguments are the first and last token of the construct ---- */
AstNode *ast_new(Parser *p, AstKind k, Span span);
AstNode *ast_done(Parser *p, AstNode *n);        /* computes the height, complains when too large */

void ast_item(Parser *p, AstNode *items);
AstNode *ast_import(Parser *p, Tok word, Tok first, AstList rest);
AstNode *ast_path_part(Parser *p, Tok name);
AstNode *ast_const(Parser *p, Tok word, AstNode *type, Tok name, AstNode *value, uint32_t flags);
AstNode *ast_shared(Parser *p, AstNode *type, Tok name, AstNode *init);
AstList ast_shared_more(Parser *p, AstList l, Tok name, AstNode *init);
AstNode *ast_named_list(Parser *p, AstKind k, Tok word, Tok name, AstList l, Tok end);    /* enum, record, message */
AstList ast_message_more(Parser *p, AstList l, Tok name, AstList params, Tok end);
AstNode *ast_member(Parser *p, Tok name);
AstNode *ast_param(Parser *p, const Tok *ref, AstNode *type, Tok name);
AstNode *ast_function(Parser *p, const Tok *pure, AstNode *type, Tok name, AstList params, AstNode *body);
AstNode *ast_thread(Parser *p, Tok word, ThreadHead head, Tok name, AstNode *body, uint32_t flags);
AstNode *ast_body(Parser *p, AstKind k, Tok word, AstNode *body);                         /* init finally loop atomic */
AstNode *ast_property(Parser *p, AstKind k, Tok word, Tok name, AstNode *e);
AstNode *ast_fault(Parser *p, Tok word, Tok what, Tok name, AstNode *bound);
AstNode *ast_type(Parser *p, Tok name, AstNode *element, Tok end);
AstNode *ast_type_dims(Parser *p, AstNode *type, AstNode *dim, Tok end);
AstNode *ast_bind(Parser *p, Tok name, AstNode *range);
AstNode *ast_range(Parser *p, AstNode *a, AstNode *b);

AstNode *ast_block(Parser *p, Tok open, AstList l, Tok close);
AstNode *ast_var(Parser *p, AstNode *type, Tok name, AstNode *init);
AstNode *ast_assign(Parser *p, AstOp op, AstNode *target, AstNode *value);
AstNode *ast_assign_equals(Parser *p, AstNode *target, Tok equals, AstNode *value);      /* a slip */
AstNode *ast_discard(Parser *p, Tok underscore, AstNode *e);
AstNode *ast_expr_stmt(Parser *p, AstNode *e);
AstNode *ast_word(Parser *p, AstKind k, Tok word);                                        /* skip break continue exit */
AstNode *ast_if(Parser *p, Tok word, AstNode *test, AstNode *then, AstNode *els);
AstNode *ast_while(Parser *p, Tok word, AstNode *test, AstNode *body);
AstNode *ast_for(Parser *p, Tok word, Tok name, AstNode *range, AstNode *body);
AstNode *ast_expr_word(Parser *p, AstKind k, Tok word, AstNode *e);                       /* return await assume join */
AstNode *ast_critical(Parser *p, Tok word, Tok name, AstNode *body);
AstNode *ast_either(Parser *p, Tok word, AstNode *first, AstList rest);
AstNode *ast_assert(Parser *p, Tok word, AstNode *e, const Tok *message);
AstNode *ast_print(Parser *p, Tok word, AstList args);
AstNode *ast_send(Parser *p, AstNode *to, AstNode *message);
AstNode *ast_receive(Parser *p, Tok word, AstList clauses, Tok end);
AstNode *ast_clause(Parser *p, Tok name, AstList pats, AstNode *when, AstNode *body);
AstNode *ast_after(Parser *p, Tok word, AstNode *body);
AstNode *ast_pattern(Parser *p, AstKind k, Tok t);
AstNode *ast_pattern_value(Parser *p, Tok first, AstNode *e, uint32_t flags);

AstNode *ast_int(Parser *p, Tok t);
AstNode *ast_bool(Parser *p, Tok t, int value);
AstNode *ast_string(Parser *p, Tok t);
AstNode *ast_name(Parser *p, Tok t);
AstNode *ast_index(Parser *p, AstNode *a, AstNode *i, Tok end);
AstNode *ast_field(Parser *p, AstNode *a, Tok name);
AstNode *ast_call(Parser *p, AstKind k, Tok first, Tok name, AstList args, Tok end);      /* N_CALL, N_SPAWN */
AstNode *ast_array(Parser *p, Tok open, AstList l, Tok close);
AstNode *ast_parens(Parser *p, Tok open, AstNode *e, Tok close);
AstNode *ast_unary(Parser *p, AstOp op, Tok t, AstNode *a);
AstNode *ast_binary(Parser *p, AstOp op, AstNode *a, AstNode *b);
AstNode *ast_choose(Parser *p, Tok word, AstNode *what, Tok end);
AstNode *ast_quant(Parser *p, Tok word, AstList binds, AstNode *body, Tok end);

AstNode *ast_number(Parser *p, Span span, unsigned long value);                           /* a number nobody wrote */

/* ---- expand.c, thesis.c ---- */
bool expand_repetitions(Parser *p);              /* `<{n text }>` in p->src; false: reported */
bool thesis_is(const Source *src);               /* the first token is `<` */
void thesis_parse(Parser *p);                    /* expands p->src and fills p->items */
#endif
