/* tests/unit/lang/test_thesis.c -- the dialect of the thesis: expansion, places, the tree it gives. */
#include "tests/greatest.h"
#include "tests/unit/lang/support.h"

static const char readers[] = "<\"readers-writers\" 21, x 1, l 20>\n[x := 42]\n<{20\n  [\n    if l[$] == 0\n    if x == 0\n  ]\n}>\n";

TEST the_example_of_the_thesis(void) {
  Job j;
  job_parse(&j, readers);
  ASSERT_EQ(0u, j.diags.errors);
  ASSERT(j.ast.thesis && j.src->thesis);
  int threads = 0;
  for (const AstNode *n = j.ast.file->list; n; n = n->next) threads += n->kind == N_THREAD;
  ASSERT_EQ(21, threads);
  job_done(&j);
  PASS();
}

TEST places_tell_the_copy(void) {
  Job j;
  job_parse(&j, readers);
  const AstNode *n = j.ast.file->list;
  for (int i = 0; i < 2 + 1 + 7; i++) n = n->next;  /* x, l, the writer, copies 0..6: now copy 7 */
  const AstNode *index = n->b->list->a->a->b;       /* the 7 of l[7] */
  ASSERT_EQ(0, mpz_cmp_ui(index->num, 7));
  Place p = src_place(&j.sources, index->span);
  ASSERT_EQ(5u, p.line);
  ASSERT_EQ(10u, p.col);
  ASSERT_EQ(7, p.copy);
  p = src_place(&j.sources, n->b->list->next->span);
  ASSERT_EQ(6u, p.line);
  ASSERT_EQ(5u, p.col);
  ASSERT_EQ(14u, p.end_col);
  p = src_place(&j.sources, j.ast.file->list->span);
  ASSERT_EQ(-1, p.copy);
  job_done(&j);
  PASS();
}

typedef struct { const char *text, *want; } Case;

/* What `fmt --upgrade` prints, without its first line. */
static const Case upgrades[] = {
  {"<1, x 1>\n[x := 1]", "int x\nThread(tid in 0..0) T0 { x := 1 }\n"},
  {"<1, x 1 5, a 3 1 2,>\n[x := a[0]]", "int x = 5\nint[3] a = [1, 2, 0]\nThread(tid in 0..0) T0 { x := a[0] }\n"},
  {"<1, const n 1 4, c-d 1>\n[c-d := n - 1]", "const int n = 4\nint c_d\nThread(tid in 0..0) T0 { c_d := n - 1 }\n"},
  {"<1, a-b 1, a_b 1>\n[a-b := a_b]", "int a_b\nint a_b_\nThread(tid in 0..0) T0 { a_b := a_b_ }\n"},
  {"<1, loop 1, x 1>\n[loop := x]", "int loop_\nint x\nThread(tid in 0..0) T0 { loop_ := x }\n"},
  {"<1, local m 1, x 1>\n[x := m]", "int x\nThread(tid in 0..0) T0 { int m = 0; x := m }\n"},
  {"<1, x 4>\n[x[tid + 1 % 4] := 2 + 3 * 4]", "int[4] x\nThread(tid in 0..0) T0 { x[(tid + 1) % 4] := (2 + 3) * 4 }\n"},
  {"<1, x 1>\n[x[0] := x]", "int[1] x\nThread(tid in 0..0) T0 { x[0] := x[0] }\n"},
  {"<1, x 1>\n[if x == 0]", "int x\nThread(tid in 0..0) T0 { _ := x == 0 }\n"},
  {"<1, x 1>\n[if x < 1 then {x := 1} else {x := 2}]", "int x\nThread(tid in 0..0) T0 { if x < 1 { x := 1 } else { x := 2 } }\n"},
  {"<1, x 1>\n[cas(x, 0, 1)]", "int x\nThread(tid in 0..0) T0 { _ := cas(x, 0, 1) }\n"},
  {"<1, x 1>\n[while cas(x, 0, 1) == 0 {x := 0}]", "int x\nThread(tid in 0..0) T0 { while !cas(x, 0, 1) { x := 0 } }\n"},
  {"<1, x 1>\n[if cas(x, 0, 1) == 1 then {x := 0}]", "int x\nThread(tid in 0..0) T0 { if cas(x, 0, 1) { x := 0 } }\n"},
};

TEST statements_become_dmc(void) {
  for (size_t i = 0; i < sizeof upgrades / sizeof upgrades[0]; i++) {
    Job j;
    job_parse(&j, upgrades[i].text);
    if (j.diags.errors) fprintf(stderr, "\n%s", job_report(&j));
    ASSERT_EQ(0u, j.diags.errors);
    const char *text = job_print(&j, &j.ast, j.src), *first = "//! options: --atomicity statement\n";
    ASSERT_EQ(0, strncmp(text, first, strlen(first)));
    ASSERT_STR_EQ(upgrades[i].want, text + strlen(first));
    Source *again = src_add_text(&j.sources, "again.d", text, strlen(text));
    Ast ast = parse_file(&j.ctx, again);
    ASSERT_EQ(0u, j.diags.errors);
    ASSERT(ast_equal(j.ast.file, ast.file));
    job_done(&j);
  }
  PASS();
}

TEST copies_become_one_replicated_thread(void) {
  static const Case cases[] = {
    {readers, "int x\nint[20] l\nThread(tid in 0..0) T0 { x := 42 }\n\nThread(tid in 1..20) T1 {\n  _ := l[tid - 1] == 0\n  _ := x == 0\n}\n"},
    {"<2, x 1>\n<{2 [x := $ + 1] }>", "int x\nThread(tid in 0..1) T0 { x := tid + 1 }\n"},
    {"<2, x 1>\n[x := 1]\n[x := 2]", "int x\nThread(tid in 0..0) T0 { x := 1 }\nThread(tid in 1..1) T1 { x := 2 }\n"},
    {"<2, x0 1, x1 1>\n<{2 [x$ := 1]\n}>", "int x0\nint x1\nThread(tid in 0..0) T0 { x0 := 1 }\nThread(tid in 1..1) T1 { x1 := 1 }\n"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    Job j;
    job_parse(&j, cases[i].text);
    const char *text = job_print(&j, &j.ast, j.src);
    ASSERT_STR_EQ(cases[i].want, strchr(text, '\n') + 1);
    job_done(&j);
  }
  PASS();
}

TEST indexer_is_one_native_step_an_insertion(void) {
  Job j;
  job_parse(&j, "<1, table 128, const max 1 4, const size 1 128, local m 1, local w 1, local h 1>\n"
                "[indexer(max=max,size=size,m=m,w=w,h=h,target=table[h],nprocs=1)]");
  ASSERT_EQ(0u, j.diags.errors);
  const AstNode *t = j.ast.file->list;
  while (t->kind != N_THREAD) t = t->next;
  const AstNode *loop = t->b->list->next->next->next;
  ASSERT_EQ(N_WHILE, loop->kind);
  const AstNode *step = loop->b->list;
  ASSERT_EQ(N_ATOMIC, step->kind);
  ASSERT(step->flags & AST_NATIVE);
  const char *text = job_print(&j, &j.ast, NULL);
  ASSERT(strstr(text, "m := m + 1\n"));
  ASSERT(strstr(text, "w := m * 11 + tid\n"));
  ASSERT(strstr(text, "h := w * 7 % size\n"));
  ASSERT(strstr(text, "while !cas(table[h], 0, w) {"));
  ASSERT(strstr(text, "h := (h + 1) % size\n"));
  job_done(&j);
  PASS();
}

static const Case errors[] = {
  {"<3, x 1>\n[x := 1]\n", "E0142 1:2"},
  {"<\"n\" 1, x 1>\n<{2 [x := $] }>\n", "E0142 1:6"},
  {"<2, x 1>\n<{ [x := $] }>\n", "E0140 2:1"},
  {"<2, x 1>\n<{2 [x := $]\n", "E0140 2:1"},
  {"<2, x 1>\n<{2 <{2 [x := $] }> }>\n", "E0140 2:5"},
  {"<2, x 1>\n<{2\n[x :=\n $ $]\n}>\n", "E0141 4:4$0"},
  {"<2, x 1>\n<{2\n  [y := $]\n}>\n", "E0143 3:4$0"},
  {"<1, x 1>\n[x := x-1]", "E0143 2:7"},
  {"<1, x 2>\n[x := 1]", "E0143 2:2"},
  {"<1, x 1 2 3>\n[x := 1]", "E0144 1:11"},
  {"<1, x 1, x 1>\n[x := 1]", "E0144 1:10"},
  {"<1, x 0>\n[x := 1]", "E0144 1:7"},
  {"<1, x 1>\n[if x != 1]", "E0145 2:7"},
  {"<1, x 1>\n[x := cas(x, 0, 1)]", "E0145 2:7"},
  {"<1, x 1>\n[x = 1]", "E0107 2:4"},
  {"<1, x 1>\n[if x == 1 { x := 2 }]", "E0141 2:12"},
  {"<1, x 1>\n[x := 1\n y := 2\n z := 3]", "E0143 3:2 E0143 4:2"},
  {"<1, x 1>\n[x := 1", "E0141 2:8"},
  {"<1 x 1>\n[x := 1]", "E0141 1:4"},
  {"<{99999999999 x }>", "E0140 1:3"},
  {"<", "E0141 1:2"},
};

TEST errors_map_back(void) {
  for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
    Job j;
    job_parse(&j, errors[i].text);
    if (strcmp(errors[i].want, job_errors(&j))) fprintf(stderr, "\n%s\n", errors[i].text);
    ASSERT_STR_EQ(errors[i].want, job_errors(&j));
    job_done(&j);
  }
  PASS();
}

TEST the_count_message_names_both_numbers(void) {
  Job j;
  job_parse(&j, "<3, x 1>\n<{2 [x := $] }>\n");
  ASSERT_STR_EQ("the header says 3 threads, but there are 2 blocks", j.diags.items[0].message);
  job_done(&j);
  PASS();
}

TEST reports_tell_the_copy(void) {
  Job j;
  job_parse(&j, "<2, x 1>\n<{2\n  [y$ := 1]\n}>\n");
  ASSERT(strstr(job_report(&j), " --> test.d:3:4 ($=0)\n"));
  job_done(&j);
  PASS();
}

SUITE(thesis) {
  RUN_TEST(the_example_of_the_thesis);
  RUN_TEST(places_tell_the_copy);
  RUN_TEST(statements_become_dmc);
  RUN_TEST(copies_become_one_replicated_thread);
  RUN_TEST(indexer_is_one_native_step_an_insertion);
  RUN_TEST(errors_map_back);
  RUN_TEST(the_count_message_names_both_numbers);
  RUN_TEST(reports_tell_the_copy);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(thesis);
  GREATEST_MAIN_END();
}
