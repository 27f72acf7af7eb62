/* tests/unit/lang/test_print.c -- printing: round trips, layout, comments. */
#include "tests/greatest.h"
#include "tests/unit/lang/support.h"

static char printed[20000];

static enum greatest_test_res becomes(const char *text, const char *want) {
  const char *wrong = round_trip(text, printed, sizeof printed);
  if (wrong) fprintf(stderr, "\n%s: %s\n", wrong, printed);
  ASSERT_EQ(NULL, wrong);
  ASSERT_STR_EQ(want, printed);
  PASS();
}

static const char *const fixed[] = {
  "import std.sync\n",
  "const int max = 4\nparam bool B = true\n",
  "int x = 1, y, z = 3\n",
  "int[2][N] a = [1, 2]\nqueue<set<pid>>[3] q\n",
  "enum E { A, B }\n",
  "record R { int a, bool b }\n",
  "record R {\n  int a\n  bool b\n}\n",
  "message A(pid p, int n), B()\n",
  "pure int f(int a, ref R r) { return a }\nvoid g() { skip }\n",
  "Thread A { skip }\nThread(i in 0..N-1) B { skip }\nThread() C { skip }\ndaemon Thread(int a) D { skip }\n",
  "init { x := choose(1..3) }\nfinally { assert x == 1, \"no\\n\\\"\" }\n",
  "invariant i: x == 1 || y == 2\ncover c: forall(i in 0..2, j in i+1..3 : i < j)\n",
  "fault crash A <= 2\nfault drop M\nfault duplicate M\n",
  "Thread T {\n  int x = 1\n  x := x + 1\n  x += 1\n  x -= 1\n  _ := x\n  f(1, 2)\n  spawn A(1)\n  skip\n}\n",
  "Thread T {\n  if x == 1 { skip } else if y { skip } else { skip }\n  while (x) { skip }\n  loop { break }\n"
  "  for i in 1..3 { continue }\n}\n",
  "Thread T {\n  if x {\n    skip\n  } else if y {\n    skip\n  } else {\n    skip\n  }\n}\n",
  "Thread T {\n  if x { skip }\n  else { exit }\n}\n",
  "Thread T {\n  either { skip }\n  or { x := 1; y := 2 }\n  or { exit }\n}\n",
  "Thread T {\n  atomic { await x == 1; x := 2 }\n  critical cs { skip }\n  assume x > 1\n  print \"a\", x\n  join p\n  return x\n  return\n}\n",
  "Thread T {\n  p ! M(1, true)\n  A[1] ! M()\n  receive {\n    M(a, _, =x + 1, -1, true) when a > 1 => { skip }\n    after => { }\n  }\n}\n",
  "Thread T {\n  receive { A() => { } after => { } }\n  x := a[1].f[2] - -b * (c + d) % 3\n  y := !(a && b) || c\n}\n",
  "Thread T {\n  x := a - (b - c) - d\n  y := (a == b) == c\n  z := -(-x)\n  p := spawn W(1)\n  b := choose(bool)\n  e := choose(s)\n}\n",
  "//! expect: ok\n\n// about x\nint x  // trailing\n\n/* block */\nint y\n// last\n",
  "Thread T {  // open\n  // first\n\n  x := 1  // one\n\n  // two\n  y := 2\n  // end\n}  // close\n",
  "Thread T {\n  x := a &&\n      b\n  f(1,\n      2)\n}\n",
  "Thread T { /* nothing */ }\n",
  "",
};

TEST printed_text_is_stable(void) {
  for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) CHECK_CALL(becomes(fixed[i], fixed[i]));
  PASS();
}

TEST layout_is_normalised(void) {
  CHECK_CALL(becomes("int   x=1 ,y", "int x = 1, y\n"));
  CHECK_CALL(becomes("Thread T{x:=1;y:=2}", "Thread T { x := 1; y := 2 }\n"));
  CHECK_CALL(becomes("Thread T {\nx:=1;y:=2\n}", "Thread T {\n  x := 1\n  y := 2\n}\n"));
  CHECK_CALL(becomes("int x\n\n\n\nint y\n\n", "int x\n\nint y\n"));
  CHECK_CALL(becomes("Thread T {\n\n x := 1\n\n}", "Thread T {\n  x := 1\n}\n"));
  CHECK_CALL(becomes("Thread T {\n either { skip }\n or     { exit }\n}", "Thread T {\n  either { skip }\n  or { exit }\n}\n"));
  CHECK_CALL(becomes("enum E {\n A, B, }", "enum E {\n  A,\n  B\n}\n"));
  CHECK_CALL(becomes("cover c: ((x))", "cover c: (x)\n"));
  PASS();
}

TEST long_blocks_are_broken(void) {
  CHECK_CALL(becomes("Thread T { aaaaaaaaaaaaaaaaaaaa := bbbbbbbbbbbbbbbbbbbbbbbb; cccccccccccccccccccccc := ddddddddddddddddddddd; e := f }",
                     "Thread T {\n  aaaaaaaaaaaaaaaaaaaa := bbbbbbbbbbbbbbbbbbbbbbbb\n  cccccccccccccccccccccc := ddddddddddddddddddddd\n  e := f\n}\n"));
  PASS();
}

TEST comments_survive_everywhere(void) {
  static const char text[] = "/*a*/ Thread /*b*/ T { // c\n x := /*d*/ 1 // e\n /*f*/ if x { /*g*/ skip } // h\n else /*i*/ { } /*j*/ } // k\n//l";
  ASSERT_EQ(NULL, round_trip(text, printed, sizeof printed));
  for (char c = 'a'; c <= 'l'; c++) {
    char block[8], line[8], tight[8];
    snprintf(block, sizeof block, "/*%c*/", c);
    snprintf(line, sizeof line, "// %c", c);
    snprintf(tight, sizeof tight, "//%c", c);
    if (!strstr(printed, block) && !strstr(printed, line) && !strstr(printed, tight)) fprintf(stderr, "\nlost %c:\n%s", c, printed);
    ASSERT(strstr(printed, block) || strstr(printed, line) || strstr(printed, tight));
  }
  PASS();
}

TEST a_tree_prints_without_its_source(void) {
  Job j;
  job_parse(&j, "//! expect: ok\nint x // gone\nThread A { x := 1; if x == 1 { skip } }\n");
  ASSERT_STR_EQ("//! expect: ok\nint x\n\nThread A {\n  x := 1\n  if x == 1 {\n    skip\n  }\n}\n", job_print(&j, &j.ast, NULL));
  job_done(&j);
  PASS();
}

TEST expressions_print_alone(void) {
  Job j;
  job_parse(&j, "cover c: !exists(a in 0..N-1 : (rm[a] == x) && f(1, [2, 3]).g >= 4 % 2)");
  char *s;
  size_t n;
  FILE *f = open_memstream(&s, &n);
  print_expr(j.ast.file->list->a, f);
  fclose(f);
  ASSERT_STR_EQ("!exists(a in 0..N-1 : (rm[a] == x) && f(1, [2, 3]).g >= 4 % 2)", s);
  free(s);
  job_done(&j);
  PASS();
}

TEST equality_sees_differences(void) {
  static const char *const pairs[][2] = {
    {"int x", "int y"}, {"int x", "bool x"}, {"int x = 1", "int x = 2"}, {"int x", "int x\nint y"}, {"int x, y", "int x\nint y"},
    {"cover c: a + b", "cover c: a - b"}, {"Thread A { skip }", "daemon Thread A { skip }"}, {"cover c: true", "cover c: false"},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    Job x, y;
    job_parse(&x, pairs[i][0]);
    job_parse(&y, pairs[i][1]);
    ASSERT(ast_equal(x.ast.file, x.ast.file));
    ASSERT_FALSE(ast_equal(x.ast.file, y.ast.file));
    job_done(&x);
    job_done(&y);
  }
  Job x, y;
  job_parse(&x, "cover c:   ((a) + b)");
  job_parse(&y, "cover c: a + b");
  ASSERT(ast_equal(x.ast.file, y.ast.file));
  job_done(&x);
  job_done(&y);
  PASS();
}

SUITE(print) {
  RUN_TEST(printed_text_is_stable);
  RUN_TEST(layout_is_normalised);
  RUN_TEST(long_blocks_are_broken);
  RUN_TEST(comments_survive_everywhere);
  RUN_TEST(a_tree_prints_without_its_source);
  RUN_TEST(expressions_print_alone);
  RUN_TEST(equality_sees_differences);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(print);
  GREATEST_MAIN_END();
}
