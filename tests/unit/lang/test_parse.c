/* tests/unit/lang/test_parse.c -- what the text means: trees, statement ends, contextual words, pragmas, imports. */
#include "tests/greatest.h"
#include "tests/unit/lang/support.h"

/* The dump of all items, on one line; or the errors. */
static char dumped[4000];
static const char *dump(const char *text) {
  Job j;
  job_parse(&j, text);
  char *s;
  size_t len;
  FILE *f = open_memstream(&s, &len);
  if (j.diags.errors) fputs(job_errors(&j), f);
  else for (const AstNode *n = j.ast.file->list; n; n = n->next) print_tree(n, f);
  fclose(f);
  size_t k = 0;
  for (size_t i = 0; i < len && k + 2 < sizeof dumped; i++) {
    if (s[i] == '\n') dumped[k++] = ';';
    else if (s[i] != ' ' || (i && s[i - 1] != ' ' && s[i - 1] != '\n')) dumped[k++] = s[i];
  }
  dumped[k] = 0;
  free(s);
  job_done(&j);
  return dumped;
}

static int statements(const char *text) {
  Job j;
  job_parse(&j, text);
  int n = 0;
  if (j.diags.errors || !j.ast.file->list) n = -1;
  else for (const AstNode *x = j.ast.file->list->b->list; x; x = x->next) n++;
  job_done(&j);
  return n;
}

TEST newlines_end_statements(void) {
  ASSERT_EQ(2, statements("Thread T {\n x := 1\n y := 2\n}"));
  ASSERT_EQ(2, statements("Thread T { x := 1; y := 2 }"));
  ASSERT_EQ(2, statements("Thread T { x := 1;; y := 2; }"));
  ASSERT_EQ(2, statements("Thread T { if x { skip } y := 2 }"));
  ASSERT_EQ(1, statements("Thread T { x := 1 +\n 2 }"));
  ASSERT_EQ(1, statements("Thread T { x :=\n\n 1 }"));
  ASSERT_EQ(1, statements("Thread T { f(1\n, 2\n) }"));
  ASSERT_EQ(1, statements("Thread T { x := a[\n1\n] }"));
  ASSERT_EQ(1, statements("Thread T { if x { skip }\n else { skip } }"));
  ASSERT_EQ(1, statements("Thread T { either { skip }\n\n or { skip }\n or { skip } }"));
  ASSERT_EQ(1, statements("Thread T { receive { A() => { }  after => { } } }"));
  ASSERT_EQ(1, statements("Thread T { receive {\n A() =>\n { }\n after => { }\n } }"));
  ASSERT_EQ(2, statements("Thread T { x := y // c\n z := 1 /* d */ }"));
  ASSERT_EQ(0, statements("Thread T { }"));
  ASSERT_EQ(0, statements("Thread T {\n\n}"));
  ASSERT_EQ(2, statements("Thread T {\r\n x := 1\r\n y := 2\r\n}\r\n"));
  PASS();
}

TEST precedence_is_that_of_c(void) {
  ASSERT_STR_EQ("N_COVER c;a: N_BINARY ||;a: N_NAME a;b: N_BINARY &&;a: N_BINARY ==;a: N_BINARY +;a: N_INT 1;b: N_BINARY *;"
                "a: N_INT 2;b: N_INT 3;b: N_INT 7;b: N_UNARY !;a: N_NAME b;",
                dump("cover c: a || 1 + 2 * 3 == 7 && !b"));
  ASSERT_STR_EQ("N_COVER c;a: N_BINARY -;a: N_BINARY -;a: N_INT 1;b: N_INT 2;b: N_INT 3;", dump("cover c: 1 - 2 - 3"));
  ASSERT_STR_EQ("N_COVER c;a: N_BINARY -;a: N_INT 1;b: N_BINARY - +parens;a: N_INT 2;b: N_INT 3;", dump("cover c: 1 - (2 - 3)"));
  ASSERT_STR_EQ("N_COVER c;a: N_UNARY -;a: N_INDEX;a: N_FIELD f;a: N_NAME r;b: N_INT 0;", dump("cover c: -r.f[0]"));
  PASS();
}

TEST contextual_words_are_names_elsewhere(void) {
  ASSERT_EQ(9, statements("Thread T { int init = 1; int count = 2; int sum; when := after; after := 3; queue := set; ref := 1\n"
                          "crash := drop; count := count + sum(1) }"));
  ASSERT_STR_EQ("N_CONST max;a: N_TYPE int;b: N_INT 4;", dump("const int max = 4"));
  ASSERT_STR_EQ("N_SHARED Thread;a: N_TYPE int;", dump("int Thread"));
  ASSERT_STR_EQ("N_ENUM record;- N_MEMBER A;N_SHARED x;a: N_TYPE record;b: N_NAME A;", dump("enum record { A }\nrecord x = A"));
  ASSERT_STR_EQ("N_FUNCTION wait;b: N_BLOCK;- N_PARAM c +ref;a: N_TYPE cond;", dump("void wait(ref cond c) { }"));
  PASS();
}

TEST types(void) {
  ASSERT_STR_EQ("N_SHARED a;a: N_TYPE int;- N_INT 2;- N_BINARY +;a: N_NAME N;b: N_INT 1;", dump("int[2][N + 1] a"));
  ASSERT_STR_EQ("N_SHARED q;a: N_TYPE queue;a: N_TYPE set;a: N_TYPE pid;- N_INT 3;", dump("queue<set<pid>>[3] q"));
  ASSERT_STR_EQ("N_SHARED x;a: N_TYPE int;b: N_INT 1;N_SHARED y +continued;a: N_TYPE int;", dump("int x = 1, y"));
  ASSERT_STR_EQ("N_RECORD R;- N_PARAM a;a: N_TYPE int;- N_PARAM b;a: N_TYPE bool;", dump("record R { int a, bool b }"));
  ASSERT_STR_EQ("N_RECORD R;- N_PARAM a;a: N_TYPE int;- N_PARAM b;a: N_TYPE bool;", dump("record R {\n int a\n bool b\n}"));
  PASS();
}

TEST threads(void) {
  ASSERT_STR_EQ("N_THREAD A;b: N_BLOCK;", dump("Thread A { }"));
  ASSERT_STR_EQ("N_THREAD A;a: N_BIND i;a: N_RANGE;a: N_INT 1;b: N_NAME N;b: N_BLOCK;", dump("Thread(i in 1..N) A { }"));
  ASSERT_STR_EQ("N_THREAD A +spawned;b: N_BLOCK;", dump("Thread() A { }"));
  ASSERT_STR_EQ("N_THREAD A +daemon +spawned;b: N_BLOCK;- N_PARAM x;a: N_TYPE int;", dump("daemon Thread(int x) A { }"));
  PASS();
}

TEST items(void) {
  ASSERT_STR_EQ("N_FAULT T crash;a: N_INT 2;N_FAULT M drop;N_FAULT M duplicate;", dump("fault crash T <= 2\nfault drop M\nfault duplicate M"));
  ASSERT_STR_EQ("N_MESSAGE A;- N_PARAM p;a: N_TYPE pid;N_MESSAGE B +continued;", dump("message A(pid p), B()"));
  ASSERT_STR_EQ("N_CONST N +param;a: N_TYPE int;b: N_INT 2;", dump("param int N = 2"));
  ASSERT_STR_EQ("N_FUNCTION f +pure;a: N_TYPE int;b: N_BLOCK;- N_RETURN;a: N_INT 1;", dump("pure int f() { return 1 }"));
  ASSERT_STR_EQ("N_INIT;b: N_BLOCK;N_FINALLY;b: N_BLOCK;N_INVARIANT i;a: N_BOOL true;", dump("init { }\nfinally { }\ninvariant i: true"));
  PASS();
}

TEST expressions(void) {
  ASSERT_STR_EQ("N_COVER c;a: N_QUANT count;a: N_BINARY ==;a: N_NAME i;b: N_NAME j;- N_BIND i;a: N_RANGE;a: N_INT 1;b: N_INT 2;"
                "- N_BIND j;a: N_RANGE;a: N_INT 3;b: N_INT 4;",
                dump("cover c: count(i in 1..2, j in 3..4 : i == j)"));
  ASSERT_STR_EQ("N_COVER c;a: N_CHOOSE choose bool;", dump("cover c: choose(bool)"));
  ASSERT_STR_EQ("N_COVER c;a: N_CHOOSE choose range;a: N_RANGE;a: N_INT 1;b: N_INT 2;", dump("cover c: choose(1..2)"));
  ASSERT_STR_EQ("N_COVER c;a: N_CHOOSE choose set;a: N_FIELD f;a: N_NAME r;", dump("cover c: choose(r.f)"));
  ASSERT_STR_EQ("N_COVER c;a: N_ARRAY;- N_INT 1;- N_SELF;", dump("cover c: [1, self]"));
  ASSERT_STR_EQ("N_COVER c;a: N_INT 123456789012345678901234567890;", dump("cover c: 123456789012345678901234567890"));
  PASS();
}

TEST patterns(void) {
  ASSERT_STR_EQ("N_THREAD A;b: N_BLOCK;- N_RECEIVE;- N_CLAUSE M;a: N_NAME b;b: N_BLOCK;- N_PBIND b;- N_PANY;- N_PEQ;a: N_NAME x;"
                "- N_PEQ +literal;a: N_UNARY -;a: N_INT 1;- N_PEQ +literal;a: N_BOOL true;- N_CLAUSE +after;b: N_BLOCK;",
                dump("Thread A { receive { M(b, _, =x, -1, true) when b => { } after => { } } }"));
  PASS();
}

TEST pragmas_are_the_lines_on_top(void) {
  Job j;
  job_parse(&j, "// a comment\n//! expect: ok\n\n//!   options: --all  \nint x\n//! expect: late\n");
  ASSERT_STR_EQ("expect: ok", j.ast.pragmas->text);
  ASSERT_STR_EQ("options: --all", j.ast.pragmas->next->text);
  ASSERT_EQ(NULL, j.ast.pragmas->next->next);
  job_done(&j);
  PASS();
}

TEST a_module_is_read_once(void) {
  Job j;
  job_parse(&j, "import std.sync\nimport std.sync\n");
  ASSERT_EQ(0u, j.diags.errors);
  const AstNode *one = j.ast.file->list, *two = one->next;
  ASSERT_EQ(N_IMPORT, one->kind);
  ASSERT(one->a && one->a == two->a);
  ASSERT_STR_EQ("std.sync", one->a->str);
  ASSERT_EQ(N_RECORD, one->a->list->kind);
  job_done(&j);
  PASS();
}

/* `atomic` begins a statement, and names a module. */
TEST a_module_may_be_called_atomic(void) {
  Job j;
  job_parse(&j, "import std.atomic\n");
  ASSERT_EQ(0u, j.diags.errors);
  ASSERT_STR_EQ("std.atomic", j.ast.file->list->str);
  ASSERT_STR_EQ("import std.atomic\n", job_print(&j, &j.ast, j.src));
  job_done(&j);
  job_parse(&j, "import atomic\n");
  ASSERT_EQ(1u, j.diags.errors);
  job_done(&j);
  job_parse(&j, "import std.while\n");
  ASSERT_EQ(1u, j.diags.errors);
  job_done(&j);
  PASS();
}

TEST spans_cover_the_construct(void) {
  Job j;
  job_parse(&j, "int x\nThread A { x := (x + 1) }\n");
  const AstNode *t = j.ast.file->list->next, *s = t->b->list;
  ASSERT_EQ(6u, t->span.start);
  ASSERT_EQ(31u, t->span.end);
  ASSERT_EQ(13u, t->name_span.start);
  ASSERT_EQ(17u, s->span.start);
  ASSERT_EQ(29u, s->span.end);
  job_done(&j);
  PASS();
}

TEST a_broken_file_still_gives_its_good_items(void) {
  Job j;
  job_parse(&j, "int x\nint y = = 2\nint z\n");
  ASSERT_EQ(1u, j.diags.errors);
  ASSERT_STR_EQ("x", j.ast.file->list->name->text);
  ASSERT_STR_EQ("z", j.ast.file->list->next->name->text);
  job_done(&j);
  PASS();
}

TEST empty_files_are_files(void) {
  Job j;
  job_parse(&j, "");
  ASSERT_EQ(0u, j.diags.errors);
  ASSERT_EQ(NULL, j.ast.file->list);
  job_done(&j);
  job_parse(&j, "\n // only a comment");
  ASSERT_EQ(0u, j.diags.errors);
  job_done(&j);
  PASS();
}

SUITE(parse) {
  RUN_TEST(newlines_end_statements);
  RUN_TEST(precedence_is_that_of_c);
  RUN_TEST(contextual_words_are_names_elsewhere);
  RUN_TEST(types);
  RUN_TEST(threads);
  RUN_TEST(items);
  RUN_TEST(expressions);
  RUN_TEST(patterns);
  RUN_TEST(pragmas_are_the_lines_on_top);
  RUN_TEST(a_module_is_read_once);
  RUN_TEST(a_module_may_be_called_atomic);
  RUN_TEST(spans_cover_the_construct);
  RUN_TEST(a_broken_file_still_gives_its_good_items);
  RUN_TEST(empty_files_are_files);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(parse);
  GREATEST_MAIN_END();
}
