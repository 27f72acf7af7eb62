/* tests/unit/lang/test_diag.c -- every code with its place, recovery, and how a report looks. */
#include "tests/greatest.h"
#include <time.h>
#include "tests/unit/lang/support.h"

typedef struct { const char *text, *errors; } Case;

/* Statements are wrapped in a thread, so their first line is line 2. */
static const Case statement_cases[] = {
  {"x = 1", "E0107 2:3"},
  {"x == 1", "E0108 2:1"},
  {"x", "E0108 2:1"},
  {"x + 1", "E0108 2:1"},
  {"x++", "E0109 2:2"},
  {"++x", "E0109 2:1"},
  {"x--", "E0109 2:2"},
  {"--x", "E0109 2:1"},
  {"x++\nx := 1\nx--\ny == 1", "E0109 2:2 E0109 4:2 E0108 5:1"},
  {"x := (1 + 2\ny := 3", "E0112 2:6"},
  {"f(1, 2", "E0112 2:2"},
  {"x := a[1\ny := 2\nz = 3", "E0112 2:7 E0107 4:3"},
  {"x := 1 & 2", "E0115 2:8"},
  {"x := 1 | 2", "E0115 2:8"},
  {"x := a and b", "E0115 2:8"},
  {"x := a or b", "E0115 2:8"},
  {"print 'x'", "E0116 2:7"},
  {"assert 1 < 2 < 3", "E0117 2:8"},
  {"f() := 1", "E0118 2:1"},
  {"for (int i = 0; i < 3; i++) { skip }", "E0119 2:5"},
  {"for i in 3 { skip }", "E0119 2:12"},
  {"for i = 1..3 { skip }", "E0119 2:7"},
  {"int x := 0", "E0120 2:7"},
  {"var x = 1", "E0121 2:1"},
  {"let x = 1", "E0121 2:1"},
  {"if x == 1 then { skip }", "E0122 2:11"},
  {"if x == 1\n  skip", "E0122 2:10"},
  {"while x > 1 x := 2", "E0122 2:13"},
  {"if x\n{ skip }", "E0122 3:1"},
  {"receive { M(x) { skip } }", "E0123 2:16"},
  {"receive { M(x) -> { skip } }", "E0123 2:16"},
  {"p ! M", "E0124 2:5"},
  {"recv { M() => { } }", "E0129 2:1"},
  {"recieve { M() => { } }", "E0129 2:1"},
  {"if x { skip } elif y { skip }", "E0129 2:15"},
  {"awiat x > 1", "E0129 2:1"},
  {"whlie (x) { skip }", "E0129 2:1"},
  {"int exit = 3", "E0130 2:5"},
  {"x := \"text\"", "E0131 2:6"},
  {"x := 12abc", "E0106 2:6"},
  {"x := 1.5", "E0106 2:6"},
  {"x := \xC3\xA9", "E0102 2:6 E0101 2:8"},
  {"x := 1 + * 2", "E0101 2:10"},
  {"x := y z", "E0101 2:8"},
  {"print \"open", "E0104 2:7"},
  {"void x", "E0127 2:1"},
  {"a := )\nb := ]\nc := 1", "E0101 2:6 E0101 3:6"},
  {"if x { y = 1 } else { z = 2 }\nw = 3", "E0107 2:10 E0107 2:25 E0107 3:3"},
};

static const Case item_cases[] = {
  {"thread A { skip }", "E0114 1:1"},
  {"function f() { }", "E0114 1:1"},
  {"def f() { }", "E0114 1:1"},
  {"proc f() { }", "E0114 1:1"},
  {"mesage M()", "E0114 1:1"},
  {"invarient a : x", "E0114 1:1"},
  {"deamon Thread A { skip }", "E0114 1:1"},
  {"var x = 1", "E0121 1:1"},
  {"const N = 1", "E0121 1:7"},
  {"record R { int a, b }\nint x +", "E0121 1:19 E0101 2:7"},
  {"x := 1", "E0128 1:1"},
  {"if x { }", "E0128 1:1"},
  {"message M", "E0124 1:10"},
  {"void x", "E0127 1:1"},
  {"import no.such", "E0125 1:8"},
  {"import std.nosuch", "E0125 1:8"},
  {"Thread A {\n  if x {\n    skip\n}\nThread B { skip }", "E0110 2:8"},
  {"Thread A {\n  skip\nThread B { x = 1 }", "E0110 1:10 E0107 3:14"},
  {"Thread A { skip } }\nThread B { x = 1 }", "E0111 1:19 E0107 2:14"},
  {"Thread A(int x) { skip }", "E0101 1:9"},
  {"Thread A\n{ skip }\nThread B { x = 1 }", "E0122 2:1 E0107 3:14"},
  {"int x /* never", "E0105 1:7"},
  {"enum E { A B }\nint x = 12a", "E0101 1:12 E0106 2:9"},
  {"enum E { }", "E0101 1:10"},
  {"int x\n)\nint y = 1a", "E0101 2:1 E0106 3:9"},
  {"int[ x", "E0112 1:4"},
  {"int[3 x\nint y = 1a", "E0112 1:4 E0106 2:9"},
  {"int\nbool b = 1a", "E0101 1:1 E0106 2:10"},
};

static char reported[2000];

static enum greatest_test_res check(const Case *c, const char *text) {
  Job j;
  job_parse(&j, text);
  snprintf(reported, sizeof reported, "%s", job_errors(&j));
  job_done(&j);
  if (strcmp(c->errors, reported) != 0) fprintf(stderr, "\n%s\n", c->text);
  ASSERT_STR_EQ(c->errors, reported);
  PASS();
}

TEST statements_report_at_the_slip(void) {
  for (size_t i = 0; i < sizeof statement_cases / sizeof statement_cases[0]; i++) {
    char text[500];
    snprintf(text, sizeof text, "Thread T {\n%s\n}\n", statement_cases[i].text);
    CHECK_CALL(check(&statement_cases[i], text));
  }
  PASS();
}

TEST items_report_at_the_slip(void) {
  for (size_t i = 0; i < sizeof item_cases / sizeof item_cases[0]; i++) CHECK_CALL(check(&item_cases[i], item_cases[i].text));
  PASS();
}

static const char *tested(const DiagCode *c) {
  if (strncmp(c->code, "E01", 3) != 0) return "belongs to the compiler";
  if (!strcmp(c->code, "E0113") || !strcmp(c->code, "E0126")) return "too long, or needs files";
  return NULL;
}

/* The pages of `dmc explain` tell the truth. */
TEST wrong_examples_give_their_code(void) {
  for (size_t i = 0; i < diag_code_count; i++) {
    const DiagCode *c = &diag_codes[i];
    if (tested(c)) continue;
    Job j;
    job_parse(&j, c->wrong);
    const char *first = j.diags.count ? j.diags.items[0].code : "none";
    if (strcmp(first, c->code) != 0) fprintf(stderr, "\n%s: %s\n", c->code, job_report(&j));
    ASSERT_STR_EQ(c->code, first);
    job_done(&j);
  }
  PASS();
}

TEST right_examples_parse(void) {
  for (size_t i = 0; i < diag_code_count; i++) {
    Job j;
    if (!diag_codes[i].right || !*diag_codes[i].right) continue;
    job_parse(&j, diag_codes[i].right);
    if (j.diags.errors) fprintf(stderr, "\n%s: %s\n", diag_codes[i].code, job_report(&j));
    ASSERT_EQ(0u, j.diags.errors);
    job_done(&j);
  }
  PASS();
}

TEST codes_are_found_in_any_case(void) {
  ASSERT(diag_code("e0107"));
  ASSERT_STR_EQ("E0107", diag_code("e0107")->code);
  ASSERT_EQ(NULL, diag_code("E9999"));
  for (size_t i = 1; i < diag_code_count; i++) ASSERT(strcmp(diag_codes[i - 1].code, diag_codes[i].code) != 0);
  PASS();
}

TEST a_report_shows_line_and_caret(void) {
  Job j;
  job_parse(&j, "int x\nThread A {\n\tx = 1\n}\n");
  ASSERT_STR_EQ("error[E0107]: assignment is written `:=`\n"
                " --> test.d:3:4\n"
                "  |\n"
                "3 |  x = 1\n"
                "  |    ^\n"
                "help: `=` gives a declaration its first value; to change a variable write `:=`, to compare write `==`\n",
                job_report(&j));
  job_done(&j);
  PASS();
}

TEST long_lines_are_cut(void) {
  Job j;
  char text[3000] = "Thread A { x := ";
  for (int i = 0; i < 400; i++) strcat(text, "a+");
  strcat(text, "$");
  for (int i = 0; i < 400; i++) strcat(text, "+b");
  strcat(text, " }");
  job_parse(&j, text);
  char *report = job_report(&j);
  for (char *line = strtok(report, "\n"); line; line = strtok(NULL, "\n")) ASSERT(strlen(line) <= 120);
  job_done(&j);
  PASS();
}

TEST twenty_errors_are_enough(void) {
  Job j;
  char text[1000] = "Thread A {\n";
  for (int i = 0; i < 40; i++) strcat(text, "x = 1\n");
  job_parse(&j, strcat(text, "}\n"));
  ASSERT_EQ((size_t)DIAG_MAX, j.diags.count);
  ASSERT(j.diags.dropped > 0);
  ASSERT(strstr(job_report(&j), "further errors not shown"));
  job_done(&j);
  PASS();
}

TEST help_goes_to_its_own_report(void) {
  Job j;
  job_init(&j);
  src_add_text(&j.sources, "f.d", "x", 1);
  Span s = {0, 0, 1};
  diag_error(&j.diags, "E0101", s, "one");
  diag_error(&j.diags, "E0101", s, "two");         /* same place: dropped */
  diag_help(&j.diags, "for two");
  ASSERT_EQ(1u, j.diags.count);
  ASSERT_EQ(NULL, j.diags.items[0].help);
  job_done(&j);
  PASS();
}

TEST nearest_words(void) {
  static const char *const words[] = {"receive", "message", "if", "int"};
  ASSERT_STR_EQ("receive", diag_nearest("recieve", words, 4));
  ASSERT_STR_EQ("message", diag_nearest("mesage", words, 4));
  ASSERT_STR_EQ("int", diag_nearest("Int", words, 4));
  ASSERT_EQ(NULL, diag_nearest("zebra", words, 4));
  ASSERT_EQ(NULL, diag_nearest("x", words, 4));
  PASS();
}

/* Much of one character, as text. */
static char *many(const char *before, const char *unit, size_t n, const char *after) {
  size_t k = strlen(unit);
  char *s = malloc(strlen(before) + n * k + strlen(after) + 1), *p = s + sprintf(s, "%s", before);
  for (size_t i = 0; i < n; i++, p += k) memcpy(p, unit, k);
  strcpy(p, after);
  return s;
}

TEST deep_nesting_is_an_error(void) {
  static const struct { const char *before, *unit; size_t n; const char *after; } cases[] = {
    {"int x = ", "(", 1000000, "1"}, {"Thread A { ", "if x { ", 10000, ""},      {"Thread A { x := ", "!", 100000, "y }"},
    {"Thread A { x := y", " + y", 100000, " }"}, {"Thread A { if x { } ", "else if x { } ", 100000, "}"},
    {"Thread A { x := a", "[a", 1000, "] }"},     {"<1, x 1>\n[x := ", "(", 5000, "]"}, {"<1, x 1>\n[x := x", " + x", 5000, "]"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char *text = many(cases[i].before, cases[i].unit, cases[i].n, cases[i].after);
    Job j;
    clock_t start = clock();
    job_parse(&j, text);
    ASSERT((double)(clock() - start) / CLOCKS_PER_SEC < 2.0);
    ASSERT(j.diags.count >= 1);
    ASSERT_STR_EQ("E0113", j.diags.items[0].code);
    job_done(&j);
    free(text);
  }
  PASS();
}

TEST allowed_nesting_works(void) {
  char *open = many("Thread A { ", "if x { ", PARSE_MAX_DEPTH - 1, "skip"), *text = many(open, "} ", PARSE_MAX_DEPTH, "");
  Job j;
  job_parse(&j, text);
  ASSERT_EQ(0u, j.diags.errors);
  job_done(&j);
  free(open);
  free(text);
  PASS();
}

TEST binary_files_get_one_message(void) {
  Job j;
  job_parse_n(&j, "int x\0\1\2", 8);
  ASSERT_STR_EQ("E0103 1:6", job_errors(&j));
  job_done(&j);
  PASS();
}

TEST imports_may_not_go_in_circles(void) {
  Job j;
  job_init(&j);
  const char *path = "/tmp/dmc_test_circle.d";
  FILE *f = fopen(path, "w");
  ASSERT(f);
  fputs("import dmc_test_circle\n", f);
  fclose(f);
  const char *why;
  j.src = src_load(&j.sources, path, &why);
  ASSERT(j.src);
  j.ast = parse_file(&j.ctx, j.src);
  ASSERT_STR_EQ("E0126 1:8", job_errors(&j));
  remove(path);
  job_done(&j);
  PASS();
}

SUITE(diag) {
  RUN_TEST(statements_report_at_the_slip);
  RUN_TEST(items_report_at_the_slip);
  RUN_TEST(wrong_examples_give_their_code);
  RUN_TEST(right_examples_parse);
  RUN_TEST(codes_are_found_in_any_case);
  RUN_TEST(a_report_shows_line_and_caret);
  RUN_TEST(long_lines_are_cut);
  RUN_TEST(twenty_errors_are_enough);
  RUN_TEST(help_goes_to_its_own_report);
  RUN_TEST(nearest_words);
  RUN_TEST(deep_nesting_is_an_error);
  RUN_TEST(allowed_nesting_works);
  RUN_TEST(binary_files_get_one_message);
  RUN_TEST(imports_may_not_go_in_circles);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(diag);
  GREATEST_MAIN_END();
}
