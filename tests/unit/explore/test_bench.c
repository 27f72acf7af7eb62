/* tests/unit/explore/test_bench.c -- the grid of a bench, and what is written of results. */
#include "tests/greatest.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "explore/bench.h"

static Arena a;
static void begin(void *unused) { (void)unused; arena_init(&a); }
static void done(void *unused) { (void)unused; arena_deinit(&a); }

TEST sweeps(void) {
  static const struct { const char *text; size_t n; const char *first, *last; } right[] = {
    { "N=2..6", 5, "2", "6" }, { "N=-1..1", 3, "-1", "1" }, { "N=3..3", 1, "3", "3" }, { "B=false,true", 2, "false", "true" }, { "N=8,4,8", 3, "8", "8" },
  };
  for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
    BenchSweep s;
    ASSERT_EQ(NULL, bench_sweep(&a, right[i].text, &s));
    ASSERT_EQ(right[i].n, s.n);
    ASSERT_STR_EQ(right[i].first, s.values[0]);
    ASSERT_STR_EQ(right[i].last, s.values[s.n - 1]);
  }
  static const char *const wrong[] = { "N", "N=", "=2..3", "N=6..2", "N=a..b", "N=1..", "N=..3", "N=1,,2", "N=1,", "N=1..99999", "N=1..99999999999999999999" };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    BenchSweep s;
    ASSERT(bench_sweep(&a, wrong[i], &s) != NULL);
  }
  PASS();
}

static Bench grid(const char *first, const char *second) {
  static const char *algos[] = { "naive", "dc" };
  Bench b = { .arena = &a, .path = "m.d", .algos = algos, .nalgos = 2, .cap = 10, .jobs = 1, .times = true };
  b.sweeps = ARENA_ARRAY(&a, BenchSweep, 2);
  if (first) bench_sweep(&a, first, &b.sweeps[b.nsweeps++]);
  if (second) bench_sweep(&a, second, &b.sweeps[b.nsweeps++]);
  bench_grid(&b);
  return b;
}

TEST the_first_sweep_is_walked_along(void) {
  Bench b = grid("N=1..3", "M=x,y");
  ASSERT_EQ(12u, b.ncells);
  ASSERT_STR_EQ("1", b.cells[0].values[0]);
  ASSERT_STR_EQ("2", b.cells[2].values[0]);
  ASSERT_STR_EQ("x", b.cells[5].values[1]);
  ASSERT_STR_EQ("y", b.cells[6].values[1]);
  ASSERT_EQ(NULL, b.cells[0].before);
  ASSERT_EQ(&b.cells[0], b.cells[2].before);
  ASSERT_EQ(&b.cells[1], b.cells[3].before);
  ASSERT_EQ(NULL, b.cells[6].before);
  ASSERT_EQ(b.cells[1].series, b.cells[5].series);
  ASSERT(b.cells[1].series != b.cells[7].series);
  b = grid(NULL, NULL);
  ASSERT_EQ(2u, b.ncells);
  PASS();
}

TEST a_grid_has_an_end(void) {
  Bench b = grid("N=1..1000", "M=1..1000");
  ASSERT_EQ(0u, b.ncells);
  PASS();
}

static void set(BenchCell *c, CellState state, const char *verdict, uint64_t executions, double seconds, const char *why) {
  c->result = (BenchResult){ .state = state, .executions = executions, .states = executions * 3, .seconds = seconds, .bytes = 2048 };
  snprintf(c->result.verdict, sizeof c->result.verdict, "%s", verdict);
  snprintf(c->result.why, sizeof c->result.why, "%s", why);
}

static Bench results(void) {
  Bench b = grid("N=1..3", NULL);
  set(&b.cells[0], CELL_DONE, "ok", 6, 0.001, "");
  set(&b.cells[1], CELL_DONE, "FAIL(deadlock)", 2, 0.5, "");
  set(&b.cells[2], CELL_TIMEOUT, "", 0, 10, "");
  set(&b.cells[3], CELL_REFUSED, "", 0, 0, "cannot, \"really\"");
  set(&b.cells[4], CELL_SKIPPED, "", 0, 0, "");
  set(&b.cells[5], CELL_SKIPPED, "", 0, 0, "");
  bench_notes(&b);
  return b;
}

static char *printed(const Bench *b, void (*rep)(const Bench *, FILE *)) {
  static char *text;
  size_t len;
  free(text);
  FILE *out = open_memstream(&text, &len);
  rep(b, out);
  fclose(out);
  return text;
}

TEST the_table(void) {
  Bench b = results();
  b.times = false;
  ASSERT_STR_EQ("N  algorithm  executions  states  verdict\n"
                "1  naive               6      18  ok\n"
                "1  dc                  2       6  FAIL(deadlock)\n"
                "\n"
                "2  naive               -       -  more than 10 s\n"
                "2  dc                  -       -  cannot [1]\n"
                "\n"
                "[1] cannot, \"really\"\n", printed(&b, rep_bench_table));
  b.times = true;
  ASSERT(strstr(printed(&b, rep_bench_table), "1  dc                  2       6     0.50    2 KB             4  FAIL(deadlock)\n"));
  b.cells[0].result.blocked = 7;
  ASSERT(strstr(printed(&b, rep_bench_table), "executions  blocked  states"));
  PASS();
}

TEST csv_is_quoted(void) {
  Bench b = results();
  b.path = "a,b.d";
  ASSERT_STR_EQ("model,N,algorithm,verdict,executions,blocked,redundant,states,seconds,bytes,executions_per_second,note\n"
                "\"a,b.d\",1,naive,ok,6,0,0,18,0.001000,2048,6000.0,\n"
                "\"a,b.d\",1,dc,FAIL(deadlock),2,0,0,6,0.500000,2048,4.0,\n"
                "\"a,b.d\",2,naive,timeout,,,,,,,,\n"
                "\"a,b.d\",2,dc,cannot,,,,,,,,\"cannot, \"\"really\"\"\"\n", printed(&b, rep_bench_csv));
  PASS();
}

/* Every tag is closed, in order; attribute values are quoted. */
static bool well_formed(const char *s) {
  const char *open[50];
  size_t len[50], n = 0;
  while ((s = strchr(s, '<')) != NULL) {
    const char *end = strchr(s, '>'), *lt = strchr(s + 1, '<');
    size_t quotes = 0;
    if (!end || (lt && lt < end)) return false;
    for (const char *c = s; c < end; c++) quotes += *c == '"';
    if (quotes % 2) return false;
    if (s[1] == '/') {
      if (!n || strncmp(s + 2, open[n - 1], len[n - 1]) != 0 || (size_t)(end - s - 2) != len[n - 1]) return false;
      n--;
    } else if (end[-1] != '/') {
      if (n == 50) return false;
      open[n] = s + 1;
      len[n++] = strcspn(s + 1, " >");
    }
    s = end;
  }
  return n == 0;
}

TEST curves_are_well_formed(void) {
  Bench b = results();
  b.path = "<&\"x\">.d";
  const char *svg = printed(&b, rep_bench_svg);
  ASSERT(well_formed(svg));
  ASSERT(strstr(svg, "&lt;&amp;&quot;x&quot;&gt;.d"));
  ASSERT(strstr(svg, ">naive (more than 10 s at N=2)</text>"));
  ASSERT(strstr(svg, ">seconds</text>"));
  ASSERT(!strstr(svg, "nan") && !strstr(svg, "inf"));
  b.times = false;
  ASSERT(!strstr(printed(&b, rep_bench_svg), ">seconds</text>"));
  PASS();
}

TEST curves_of_nothing(void) {
  Bench b = grid("N=x,y", NULL);
  ASSERT(well_formed(printed(&b, rep_bench_svg)));
  set(&b.cells[0], CELL_DONE, "incomplete(loop)", 0, 0, "");
  set(&b.cells[1], CELL_DONE, "ok", 0, 0, "");
  set(&b.cells[3], CELL_DONE, "incomplete(depth)", 5, 0, "");
  const char *svg = printed(&b, rep_bench_svg);
  ASSERT(well_formed(svg));
  ASSERT(strstr(svg, ">dc (incomplete at N=y)</text>"));
  ASSERT(!strstr(svg, "nan") && !strstr(svg, "inf") && !strstr(svg, ">naive"));
  b = grid(NULL, NULL);
  set(&b.cells[0], CELL_DONE, "ok", 1000000000000, 1e6, "");
  ASSERT(well_formed(printed(&b, rep_bench_svg)));
  PASS();
}

SUITE(bench) {
  SET_SETUP(begin, NULL);
  SET_TEARDOWN(done, NULL);
  RUN_TEST(sweeps);
  RUN_TEST(the_first_sweep_is_walked_along);
  RUN_TEST(a_grid_has_an_end);
  RUN_TEST(the_table);
  RUN_TEST(csv_is_quoted);
  RUN_TEST(curves_are_well_formed);
  RUN_TEST(curves_of_nothing);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(bench);
  GREATEST_MAIN_END();
}
