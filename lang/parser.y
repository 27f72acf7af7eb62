/* lang/parser.y -- the grammar of dmc. Each action is one call; the token loop (parse.c) has already decided which
 * words are keywords here, which names begin a type, and where statements end. */
%name Grammar
%token_prefix T_
%token_type {Tok}
%extra_argument {Parser *p}
%stack_size 0
%include {
#include <assert.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include "lang/build.h"
static const char *expected_tokens(void *parser, Arena *a);
void GrammarForgive(void *parser);
}
%syntax_error { parse_syntax_error(p, yymajor, TOKEN, expected_tokens(yypParser, p->arena)); }
%parse_failure { p->stop = true; }

%left OROR.
%left ANDAND.
%left EQEQ NE LT GT LE GE.
%left PLUS MINUS.
%left STAR SLASH PERCENT.
%right UNARY.

%type items {AstList}
%type item {AstList}
%type shared {AstList}
%type messages {AstList}
%type members {AstList}
%type fields {AstList}
%type params {AstList}
%type paramlist {AstList}
%type path {AstList}
%type stmts {AstList}
%type ors {AstList}
%type printed {AstList}
%type clauses {AstList}
%type pats {AstList}
%type patlist {AstList}
%type args {AstList}
%type arglist {AstList}
%type binds {AstList}
%type head {ThreadHead}
%default_type {AstNode *}

file ::= items.

items ::= .
items ::= items item(X) NL.                      { ast_item(p, X.first); }
items ::= items error NL.

/* ---- items ---- */
item(R) ::= IMPORT(K) NAME(N) path(L).           { R = list_one(ast_import(p, K, N, L)); }
path(R) ::= .                                    { R = list_none(); }
path(R) ::= path(L) DOT NAME(N).                 { R = list_add(L, ast_path_part(p, N)); }
path(R) ::= path(L) DOT ATOMIC(N).               { R = list_add(L, ast_path_part(p, N)); }
item(R) ::= CONST(K) type(T) NAME(N) EQUALS expr(E). { R = list_one(ast_const(p, K, T, N, E, 0)); }
item(R) ::= PARAM(K) type(T) NAME(N) EQUALS expr(E). { R = list_one(ast_const(p, K, T, N, E, AST_PARAM)); }
item(R) ::= shared(L).                           { R = L; }
shared(R) ::= type(T) NAME(N) init(E).           { R = list_one(ast_shared(p, T, N, E)); }
shared(R) ::= shared(L) COMMA NAME(N) init(E).   { R = ast_shared_more(p, L, N, E); }
init(R) ::= .                                    { R = NULL; }
init(R) ::= EQUALS expr(E).                      { R = E; }
item(R) ::= ENUM(K) NAME(N) LBRACE members(L) trail RBRACE(E). { R = list_one(ast_named_list(p, N_ENUM, K, N, L, E)); }
members(R) ::= NAME(N).                          { R = list_one(ast_member(p, N)); }
members(R) ::= members(L) COMMA NAME(N).         { R = list_add(L, ast_member(p, N)); }
trail ::= .
trail ::= NL.
trail ::= COMMA.
item(R) ::= RECORD(K) NAME(N) LBRACE fields(L) RBRACE(E). { R = list_one(ast_named_list(p, N_RECORD, K, N, L, E)); }
fields(R) ::= .                                  { R = list_none(); }
fields(R) ::= fields(L) type(T) NAME(N) trail.   { R = list_add(L, ast_param(p, NULL, T, N)); }
item(R) ::= messages(L).                         { R = L; }
messages(R) ::= MESSAGE(K) NAME(N) params(L) RPAREN(E). { R = list_one(ast_named_list(p, N_MESSAGE, K, N, L, E)); }
messages(R) ::= messages(M) COMMA NAME(N) params(L) RPAREN(E). { R = ast_message_more(p, M, N, L, E); }
params(R) ::= LPAREN.                            { R = list_none(); }
params(R) ::= LPAREN paramlist(L).               { R = L; }
paramlist(R) ::= param(X).                       { R = list_one(X); }
paramlist(R) ::= paramlist(L) COMMA param(X).    { R = list_add(L, X); }
param(R) ::= type(T) NAME(N).                    { R = ast_param(p, NULL, T, N); }
param(R) ::= REF(K) type(T) NAME(N).             { R = ast_param(p, &K, T, N); }
item(R) ::= type(T) NAME(N) params(L) RPAREN block(B). { R = list_one(ast_function(p, NULL, T, N, L, B)); }
item(R) ::= PURE(K) type(T) NAME(N) params(L) RPAREN block(B). { R = list_one(ast_function(p, &K, T, N, L, B)); }
item(R) ::= THREAD(K) head(H) NAME(N) block(B).  { R = list_one(ast_thread(p, K, H, N, B, 0)); }
item(R) ::= DAEMON(K) THREAD head(H) NAME(N) block(B). { R = list_one(ast_thread(p, K, H, N, B, AST_DAEMON)); }
head(R) ::= .                                    { R = (ThreadHead){NULL, list_none(), false}; }
head(R) ::= LPAREN bind(X) RPAREN.               { R = (ThreadHead){X, list_none(), false}; }
head(R) ::= params(L) RPAREN.                    { R = (ThreadHead){NULL, L, true}; }
item(R) ::= INIT(K) block(B).                    { R = list_one(ast_body(p, N_INIT, K, B)); }
item(R) ::= FINALLY(K) block(B).                 { R = list_one(ast_body(p, N_FINALLY, K, B)); }
item(R) ::= INVARIANT(K) NAME(N) COLON expr(E).  { R = list_one(ast_property(p, N_INVARIANT, K, N, E)); }
item(R) ::= COVER(K) NAME(N) COLON expr(E).      { R = list_one(ast_property(p, N_COVER, K, N, E)); }
item(R) ::= FAULT(K) FAULTKIND(W) NAME(N) bound(E). { R = list_one(ast_fault(p, K, W, N, E)); }
bound(R) ::= .                                   { R = NULL; }
bound(R) ::= LE expr(E).                         { R = E; }

/* ---- types and ranges ---- */
type(R) ::= TYPENAME(N).                         { R = ast_type(p, N, NULL, N); }
type(R) ::= GENERIC(N) TLT type(T) TGT(E).       { R = ast_type(p, N, T, E); }
type(R) ::= type(T) LBRACKET expr(E) RBRACKET(C). { R = ast_type_dims(p, T, E, C); }
range(R) ::= expr(A) DOTDOT expr(B).             { R = ast_range(p, A, B); }
bind(R) ::= NAME(N) IN range(X).                 { R = ast_bind(p, N, X); }
binds(R) ::= bind(X).                            { R = list_one(X); }
binds(R) ::= binds(L) COMMA bind(X).             { R = list_add(L, X); }

/* ---- statements ---- */
block(R) ::= LBRACE(O) stmts(L) RBRACE(C).       { R = ast_block(p, O, L, C); }
stmts(R) ::= .                                   { R = list_none(); }
stmts(R) ::= stmts(L) stmt(X) NL.                { R = list_add(L, X); }
stmts(R) ::= stmts(L) error NL.                  { R = L; }

stmt(R) ::= type(T) NAME(N) init(E).             { R = ast_var(p, T, N, E); }
stmt(R) ::= expr(A) ASSIGN expr(B).              { R = ast_assign(p, AST_SET, A, B); }
stmt(R) ::= expr(A) PLUSEQ expr(B).              { R = ast_assign(p, AST_PLUS, A, B); }
stmt(R) ::= expr(A) MINUSEQ expr(B).             { R = ast_assign(p, AST_MINUS, A, B); }
stmt(R) ::= expr(A) EQUALS(K) expr(B).           { R = ast_assign_equals(p, A, K, B); }
stmt(R) ::= UNDERSCORE(K) ASSIGN expr(E).        { R = ast_discard(p, K, E); }
stmt(R) ::= expr(E).                             { R = ast_expr_stmt(p, E); }
stmt(R) ::= SKIP(K).                             { R = ast_word(p, N_SKIP, K); }
stmt(R) ::= BREAK(K).                            { R = ast_word(p, N_BREAK, K); }
stmt(R) ::= CONTINUE(K).                         { R = ast_word(p, N_CONTINUE, K); }
stmt(R) ::= EXIT(K).                             { R = ast_word(p, N_EXIT, K); }
stmt(R) ::= RETURN(K).                           { R = ast_expr_word(p, N_RETURN, K, NULL); }
stmt(R) ::= RETURN(K) expr(E).                   { R = ast_expr_word(p, N_RETURN, K, E); }
stmt(R) ::= AWAIT(K) expr(E).                    { R = ast_expr_word(p, N_AWAIT, K, E); }
stmt(R) ::= ASSUME(K) expr(E).                   { R = ast_expr_word(p, N_ASSUME, K, E); }
stmt(R) ::= JOIN(K) expr(E).                     { R = ast_expr_word(p, N_JOIN, K, E); }
stmt(R) ::= if(X).                               { R = X; }
if(R) ::= IF(K) expr(E) block(B).                { R = ast_if(p, K, E, B, NULL); }
if(R) ::= IF(K) expr(E) block(B) ELSE block(C).  { R = ast_if(p, K, E, B, C); }
if(R) ::= IF(K) expr(E) block(B) ELSE if(C).     { R = ast_if(p, K, E, B, C); }
stmt(R) ::= WHILE(K) expr(E) block(B).           { R = ast_while(p, K, E, B); }
stmt(R) ::= LOOP(K) block(B).                    { R = ast_body(p, N_LOOP, K, B); }
stmt(R) ::= ATOMIC(K) block(B).                  { R = ast_body(p, N_ATOMIC, K, B); }
stmt(R) ::= FOR(K) NAME(N) IN range(X) block(B). { R = ast_for(p, K, N, X, B); }
stmt(R) ::= CRITICAL(K) NAME(N) block(B).        { R = ast_critical(p, K, N, B); }
stmt(R) ::= EITHER(K) block(B) ors(L).           { R = ast_either(p, K, B, L); }
ors(R) ::= .                                     { R = list_none(); }
ors(R) ::= ors(L) OR block(B).                   { R = list_add(L, B); }
stmt(R) ::= ASSERT(K) expr(E).                   { R = ast_assert(p, K, E, NULL); }
stmt(R) ::= ASSERT(K) expr(E) COMMA STRING(S).   { R = ast_assert(p, K, E, &S); }
stmt(R) ::= PRINT(K) printed(L).                 { R = ast_print(p, K, L); }
printed(R) ::= shown(X).                         { R = list_one(X); }
printed(R) ::= printed(L) COMMA shown(X).        { R = list_add(L, X); }
shown(R) ::= expr(E).                            { R = E; }
shown(R) ::= STRING(S).                          { R = ast_string(p, S); }
stmt(R) ::= expr(E) BANG NAME(N) LPAREN args(L) RPAREN(C). { R = ast_send(p, E, ast_call(p, N_CALL, N, N, L, C)); }
stmt(R) ::= RECEIVE(K) LBRACE clauses(L) RBRACE(C). { R = ast_receive(p, K, L, C); }
clauses(R) ::= .                                 { R = list_none(); }
clauses(R) ::= clauses(L) clause(X) NL.          { R = list_add(L, X); }
clauses(R) ::= clauses(L) error NL.              { R = L; }
clause(R) ::= NAME(N) LPAREN pats(L) RPAREN when(E) DARROW block(B). { R = ast_clause(p, N, L, E, B); }
clause(R) ::= AFTER(K) DARROW block(B).          { R = ast_after(p, K, B); }
when(R) ::= .                                    { R = NULL; }
when(R) ::= WHEN expr(E).                        { R = E; }
pats(R) ::= .                                    { R = list_none(); }
pats(R) ::= patlist(L).                          { R = L; }
patlist(R) ::= pat(X).                           { R = list_one(X); }
patlist(R) ::= patlist(L) COMMA pat(X).          { R = list_add(L, X); }
pat(R) ::= NAME(N).                              { R = ast_pattern(p, N_PBIND, N); }
pat(R) ::= UNDERSCORE(K).                        { R = ast_pattern(p, N_PANY, K); }
pat(R) ::= EQUALS(K) expr(E).                    { R = ast_pattern_value(p, K, E, 0); }
pat(R) ::= INT(N).                               { R = ast_pattern_value(p, N, ast_int(p, N), AST_LITERAL); }
pat(R) ::= MINUS(K) INT(N).                      { R = ast_pattern_value(p, K, ast_unary(p, AST_NEG, K, ast_int(p, N)), AST_LITERAL); }
pat(R) ::= TRUE(N).                              { R = ast_pattern_value(p, N, ast_bool(p, N, 1), AST_LITERAL); }
pat(R) ::= FALSE(N).                             { R = ast_pattern_value(p, N, ast_bool(p, N, 0), AST_LITERAL); }

/* ---- expressions ---- */
expr(R) ::= postfix(X).                          { R = X; }
expr(R) ::= expr(A) OROR expr(B).                { R = ast_binary(p, AST_OR, A, B); }
expr(R) ::= expr(A) ANDAND expr(B).              { R = ast_binary(p, AST_AND, A, B); }
expr(R) ::= expr(A) EQEQ expr(B).                { R = ast_binary(p, AST_EQ, A, B); }
expr(R) ::= expr(A) NE expr(B).                  { R = ast_binary(p, AST_NE, A, B); }
expr(R) ::= expr(A) LT expr(B).                  { R = ast_binary(p, AST_LT, A, B); }
expr(R) ::= expr(A) GT expr(B).                  { R = ast_binary(p, AST_GT, A, B); }
expr(R) ::= expr(A) LE expr(B).                  { R = ast_binary(p, AST_LE, A, B); }
expr(R) ::= expr(A) GE expr(B).                  { R = ast_binary(p, AST_GE, A, B); }
expr(R) ::= expr(A) PLUS expr(B).                { R = ast_binary(p, AST_ADD, A, B); }
expr(R) ::= expr(A) MINUS expr(B).               { R = ast_binary(p, AST_SUB, A, B); }
expr(R) ::= expr(A) STAR expr(B).                { R = ast_binary(p, AST_MUL, A, B); }
expr(R) ::= expr(A) SLASH expr(B).               { R = ast_binary(p, AST_DIV, A, B); }
expr(R) ::= expr(A) PERCENT expr(B).             { R = ast_binary(p, AST_MOD, A, B); }
expr(R) ::= BANG(K) expr(A). [UNARY]             { R = ast_unary(p, AST_NOT, K, A); }
expr(R) ::= MINUS(K) expr(A). [UNARY]            { R = ast_unary(p, AST_NEG, K, A); }

postfix(R) ::= postfix(A) LBRACKET expr(I) RBRACKET(C). { R = ast_index(p, A, I, C); }
postfix(R) ::= postfix(A) DOT NAME(N).           { R = ast_field(p, A, N); }
postfix(R) ::= INT(N).                           { R = ast_int(p, N); }
postfix(R) ::= TRUE(N).                          { R = ast_bool(p, N, 1); }
postfix(R) ::= FALSE(N).                         { R = ast_bool(p, N, 0); }
postfix(R) ::= SELF(K).                          { R = ast_word(p, N_SELF, K); }
postfix(R) ::= NAME(N).                          { R = ast_name(p, N); }
postfix(R) ::= NAME(N) LPAREN args(L) RPAREN(C). { R = ast_call(p, N_CALL, N, N, L, C); }
postfix(R) ::= SPAWN(K) NAME(N) LPAREN args(L) RPAREN(C). { R = ast_call(p, N_SPAWN, K, N, L, C); }
postfix(R) ::= LPAREN(O) expr(E) RPAREN(C).      { R = ast_parens(p, O, E, C); }
postfix(R) ::= LBRACKET(O) arglist(L) RBRACKET(C). { R = ast_array(p, O, L, C); }
postfix(R) ::= CHOOSE(K) LPAREN choice(X) RPAREN(C). { R = ast_choose(p, K, X, C); }
choice(R) ::= expr(E).                           { R = E; }
choice(R) ::= range(X).                          { R = X; }
postfix(R) ::= QUANT(K) LPAREN binds(L) COLON expr(E) RPAREN(C). { R = ast_quant(p, K, L, E, C); }
args(R) ::= .                                    { R = list_none(); }
args(R) ::= arglist(L).                          { R = L; }
arglist(R) ::= expr(E).                          { R = list_one(E); }
arglist(R) ::= arglist(L) COMMA expr(E).         { R = list_add(L, E); }

%code {
void GrammarForgive(void *parser) { ((yyParser *)parser)->yyerrcnt = -1; }

/* Would the parser, as it stands, take CODE next? Runs the reductions on a copy of the topmost states. */
static int takes(const yyParser *q, int code) {
  enum { DEEPEST = 64 };
  YYACTIONTYPE states[2 * DEEPEST];
  int have = (int)(q->yytos - q->yystack) + 1, n = have < DEEPEST ? have : DEEPEST;
  for (int i = 0; i < n; i++) states[i] = q->yytos[i - n + 1].stateno;
  for (;;) {
    YYACTIONTYPE act = yy_find_shift_action((YYCODETYPE)code, states[n - 1]);
    if (act < YY_MIN_REDUCE) return act <= YY_MAX_SHIFTREDUCE || act == YY_ACCEPT_ACTION;
    n += yyRuleInfoNRhs[act - YY_MIN_REDUCE];
    if (n < 1 || n >= 2 * DEEPEST) return 0;
    YYCODETYPE lhs = yyRuleInfoLhs[act - YY_MIN_REDUCE];
    states[n] = yy_find_reduce_action(states[n - 1], lhs);
    n++;
  }
}

typedef struct { int code; const char *text; } Spelling;
static const Spelling spellings[] = {
  {T_NL, "the end of the line"}, {T_LBRACE, "`{`"}, {T_RBRACE, "`}`"}, {T_LPAREN, "`(`"}, {T_RPAREN, "`)`"},
  {T_RBRACKET, "`]`"}, {T_COMMA, "`,`"}, {T_COLON, "`:`"}, {T_EQUALS, "`=`"}, {T_DARROW, "`=>`"}, {T_DOTDOT, "`..`"},
  {T_IN, "`in`"}, {T_NAME, "a name"}, {T_TYPENAME, "a type"}, {T_STRING, "a string"}, {T_ASSIGN, "`:=`"},
  {T_THREAD, "`Thread`"}, {T_TGT, "`>`"}, {T_FAULTKIND, "`crash`, `drop` or `duplicate`"},
};

static const char *expected_tokens(void *parser, Arena *a) {
  const yyParser *q = parser;
  if (takes(q, T_INT)) return "an expression";
  const char *text = NULL, *last = NULL;
  int n = 0, operators = takes(q, T_PLUS);
  for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
    int code = spellings[i].code;
    if (!takes(q, code) || (operators && (code == T_LPAREN || code == T_ASSIGN || code == T_EQUALS))) continue;
    if (last) text = text ? arena_printf(a, "%s, %s", text, last) : last;
    last = spellings[i].text;
    n++;
  }
  if (n == 0 || n > 3) return NULL;
  return text ? arena_printf(a, "%s or %s", text, last) : last;
}
}
