/* tests/unit/explore/test_lanes.c -- how a trace is laid out: statements, widths, which steps are lines, where lanes stand. */
#include <string.h>
#include "explore/report/lanes.h"
#include "tests/greatest.h"

/* --- source.c --- */

/* The statement of LINE around the span between two `@`. */
static const struct { const char *line, *statement; } statements[] = {
  { "@x := x + 1@", "x := x + 1" },
  { "Thread T { @x := x + 1@ }", "x := x + 1" },
  { "Thread T { x := @x@ + 1; y := 2 }", "x := x + 1" },
  { "Thread T { x := x + 1; @y := 2@ }", "y := 2" },
  { "  if @x@ == 1 { y := 2 }", "if x == 1" },
  { "  @atomic { x := 1; y := 2 }@; z := 3", "atomic { x := 1; y := 2 }" },
  { "  @receive {@", "receive {" },
  { "receive { A(n) => { @x := n@ } }", "x := n" },
  { "receive { @A(n)@ => { x := n } }", "A(n) =>" },
  { "  A(n) when n > 1 => @x := n@", "x := n" },
  { "@lock(m)@; wait(c, m)", "lock(m)" },
  { "assert @x@ == 1, \"a; b { c\"   // why", "assert x == 1, \"a; b { c\"" },
  { "print \"{;}\"; @y := 1@", "y := 1" },
  { "print @\"{;}\"@; y := 1", "print \"{;}\"" },
  { "@@// nothing but a comment", "" },
  { "@@", "" },
  { "\t@x := 1@\r", "x := 1" },
};

TEST statement(size_t i) {
  char line[200];
  size_t n = 0, at[2] = { 0, 0 }, marks = 0, begin, end;
  for (const char *s = statements[i].line; *s; s++) {
    if (*s == '@') at[marks++] = n;
    else line[n++] = *s;
  }
  rep_statement(line, n, at[0], at[1], &begin, &end);
  line[end] = 0;
  ASSERT_STR_EQ(statements[i].statement, line + begin);
  PASS();
}

TEST columns(void) {
  ASSERT_EQ(0u, rep_columns("", 0));
  ASSERT_EQ(3u, rep_columns("abc", 3));
  ASSERT_EQ(3u, rep_columns("\xc3\xbc\xe2\x86\x92\xf0\x9f\x90\x9b", 9));
  ASSERT_EQ(2u, rep_columns("\xff\xc3", 2));                  /* no UTF-8: a column a byte */
  ASSERT_EQ(5u, rep_bytes("\xc3\xbc\xe2\x86\x92x", 6, 2));
  PASS();
}

TEST cut(void) {
  Arena a;
  arena_init(&a);
  ASSERT_STR_EQ("a b c ?", rep_clean(&a, "a\tb\nc \x1b", 7));
  ASSERT_STR_EQ("\xc3\xbc?", rep_clean(&a, "\xc3\xbc\xc3", 3));
  ASSERT_STR_EQ("??", rep_clean(&a, "\x7f\xc2\x9b", 3));
  ASSERT_STR_EQ("abcdef", rep_fit(&a, "abcdef", 6));
  ASSERT_STR_EQ("ab...", rep_fit(&a, "abcdef", 5));
  ASSERT_STR_EQ("\xc3\xbc\xc3\xbc...", rep_fit(&a, "\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc", 5));
  ASSERT_STR_EQ("", rep_fit(&a, "abcdef", 2));
  ASSERT_STR_EQ("abc ... xyz", rep_middle(&a, "abcdefghijklmnopqrstuvwxyz", 11));
  ASSERT_STR_EQ("abcdefghijk", rep_middle(&a, "abcdefghijk", 11));
  arena_deinit(&a);
  PASS();
}

/* --- lanes.c --- */

static Arena arena;

static Layout lay(size_t width, size_t nlanes, const size_t *names, size_t nrows, const RowSize *rows) {
  LayoutTask t = { .width = width, .number = 2, .place = 5, .nlanes = nlanes, .names = names, .rows = rows, .nrows = nrows };
  return layout_of(&t, &arena);
}

static const size_t names[] = { 6, 6, 6, 6, 6, 6, 6 };

TEST wide_enough(void) {
  RowSize rows[] = { { 0, 20, 30 }, { 1, 10, 30 }, { 0, 15, 10 } };
  Layout l = lay(100, 2, names, 3, rows);
  ASSERT_EQ(LAYOUT_LANES, l.kind);
  ASSERT_FALSE(l.stairs);
  ASSERT_EQ_FMT((size_t)6, l.at[0], "%zu");
  ASSERT_EQ_FMT((size_t)28, l.at[1], "%zu");                  /* as wide as the words */
  ASSERT_EQ_FMT((size_t)40, l.place, "%zu");
  ASSERT_EQ_FMT((size_t)30, l.source, "%zu");
  PASS();
}

TEST words_run_over_lanes(void) {
  RowSize rows[] = { { 0, 40, 13 }, { 1, 40, 13 }, { 2, 40, 13 } };
  Layout l = lay(100, 3, names, 3, rows);
  ASSERT_EQ(LAYOUT_LANES, l.kind);
  ASSERT(l.at[2] + 40 + GUTTER <= l.place);                   /* nothing is wrapped */
  ASSERT(l.at[1] < l.at[0] + 40);
  ASSERT_EQ_FMT((size_t)13, l.source, "%zu");
  PASS();
}

TEST names_on_stairs(void) {
  size_t longer[] = { 14, 14, 14 };
  RowSize rows[] = { { 0, 38, 20 }, { 1, 38, 20 }, { 2, 38, 20 } };
  Layout l = lay(90, 3, longer, 3, rows);
  ASSERT_EQ(LAYOUT_LANES, l.kind);
  ASSERT(l.stairs);
  PASS();
}

TEST too_many_lanes(void) {
  RowSize rows[] = { { 0, 10, 10 }, { 6, 10, 10 } };
  ASSERT_EQ(LAYOUT_LANES, lay(200, 6, names, 1, rows).kind);
  Layout l = lay(200, 7, names, 2, rows);
  ASSERT_EQ(LAYOUT_COLUMN, l.kind);
  ASSERT_EQ_FMT((size_t)6, l.names, "%zu");
  ASSERT_EQ_FMT((size_t)14, l.at[0], "%zu");
  PASS();
}

TEST too_narrow_for_lanes(void) {
  RowSize rows[] = { { 0, 40, 30 }, { 1, 40, 30 }, { 2, 40, 30 } };
  Layout l = lay(62, 3, names, 3, rows);
  ASSERT_EQ(LAYOUT_COLUMN, l.kind);
  ASSERT(l.place + 5 <= 62);
  ASSERT_EQ(LAYOUT_STACKED, lay(30, 3, names, 3, rows).kind);
  ASSERT_EQ(LAYOUT_STACKED, lay(20, 3, names, 3, rows).kind);
  PASS();
}

TEST few_long_rows_are_wrapped(void) {
  RowSize rows[20];
  for (size_t i = 0; i < 20; i++) rows[i] = (RowSize){ (int)(i % 2), 20, 30 };
  rows[3].words = 300;
  Layout l = lay(100, 2, names, 20, rows);
  ASSERT_EQ(LAYOUT_LANES, l.kind);
  ASSERT(l.place < 90);
  PASS();
}

TEST no_lanes_no_rows(void) {
  Layout l = lay(100, 0, names, 0, NULL);
  ASSERT(l.place <= 100);
  RowSize across = { -1, 30, 10 };
  l = lay(100, 0, names, 1, &across);
  ASSERT(l.place <= 100);
  PASS();
}

/* Whatever the widths: places fit, lanes ascend, and words have room. */
TEST any_width(void) {
  for (size_t width = 20; width <= 200; width += 3)
    for (size_t words = 0; words <= 330; words += 11)
      for (size_t nlanes = 1; nlanes <= 7; nlanes++) {
        RowSize rows[8];
        for (size_t i = 0; i < 8; i++) rows[i] = (RowSize){ (int)(i % nlanes), words / (i + 1), words / 3 };
        Layout l = lay(width, nlanes, names, 8, rows);
        ASSERT(l.kind == LAYOUT_STACKED || l.place + 5 <= width);
        ASSERT(l.kind != LAYOUT_LANES || nlanes <= LANES_MOST);
        for (size_t i = 1; l.kind == LAYOUT_LANES && i < nlanes; i++) ASSERT(l.at[i] >= l.at[i - 1] + 8);
        ASSERT(l.at[0] + 8 < l.place);
      }
  PASS();
}

/* --- lines.c --- */

typedef struct { Check check; ExFinding finding; ExTrace trace; ExStep steps[1000]; } Made;
static Made made;

/* A trace of N steps, the letters of WHO (then 'a' again and again) being its threads. */
static const ExTrace *trace_of(size_t n, const char *who) {
  memset(&made, 0, sizeof made);
  made.finding.what = FIND_COUNT;
  for (size_t i = 0; i < n; i++) {
    char c = i < strlen(who) ? who[i] : 'a';
    made.steps[i] = (ExStep){ .tid = (VmTid)(c - 'a'), .event = EV_WRITE, .thread = "a" };
  }
  made.trace = (ExTrace){ .finding = &made.finding, .steps = made.steps, .nsteps = n };
  return &made.trace;
}

/* "1 2 3 [4-9] 10": lines, and gaps in brackets. */
static const char *lines(void) {
  Lines l = lines_of(&made.check, &made.trace, &arena);
  const char *all = "";
  for (size_t i = 0; i < l.count; i++) {
    const Line *x = &l.at[i];
    const char *one = arena_printf(&arena, "%zu", x->first + 1);
    if (x->last > x->first) one = arena_printf(&arena, "%s-%zu", one, x->last + 1);
    all = arena_printf(&arena, x->gap ? "%s%s[%s]" : "%s%s%s", all, i ? " " : "", one);
  }
  return all;
}

TEST long_runs(void) {
  trace_of(8, "");
  ASSERT_STR_EQ("1 2 3 4 5 6 7 8", lines());
  trace_of(9, "");
  ASSERT_STR_EQ("1 2 3 [4-6] 7 8 9", lines());
  trace_of(20, "bbbbbbbbbbbaaaaaaaac");
  ASSERT_STR_EQ("1 2 3 [4-8] 9 10 11 12 13 14 15 16 17 18 19 20", lines());
  made.check.opt.full = true;
  ASSERT_STR_EQ("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20", lines());
  PASS();
}

TEST what_matters_stays(void) {
  ExRead own = { .from = 5 }, other = { .from = 10 };
  ExMessage m = { .sent = true };
  trace_of(31, "");
  made.steps[30].tid = 1;
  made.steps[30].reads = &other;                              /* of another thread, what step 10 wrote */
  made.steps[30].nreads = 1;
  made.steps[7].reads = &own;
  made.steps[7].nreads = 1;
  made.steps[19].messages = &m;
  made.steps[19].nmessages = 1;
  ASSERT_STR_EQ("1 2 3 [4-9] 10 [11-19] 20 [21-27] 28 29 30 31", lines());
  made.steps[21].note = "ends";
  ASSERT_STR_EQ("1 2 3 [4-9] 10 [11-19] 20 21 22 [23-27] 28 29 30 31", lines());       /* a gap of one is not worth it */
  ExBand band = { .from = 15 };
  made.trace.bands = &band;
  made.trace.nbands = 1;
  ASSERT_STR_EQ("1 2 3 [4-9] 10 [11-14] 15 [16-19] 20 21 22 [23-27] 28 29 30 31", lines());
  PASS();
}

TEST cycles_begin_a_run(void) {
  trace_of(20, "");
  made.trace.loop = 7;
  ASSERT_STR_EQ("1 2 3 4 5 6 7 8 9 [10-17] 18 19 20", lines());
  PASS();
}

TEST calls_are_a_line(void) {
  trace_of(6, "aaaaba");
  for (size_t i = 1; i < 6; i++) made.steps[i].call = (Span){ 0, 10, 20 };
  ASSERT_STR_EQ("1 2-4 5 6", lines());
  made.steps[2].note = "ends";
  ASSERT_STR_EQ("1 2-3 4 5 6", lines());
  made.trace.loop = 3;
  ASSERT_STR_EQ("1 2 3 4 5 6", lines());
  made.check.opt.lib = true;
  ASSERT_STR_EQ("1 2 3 4 5 6", lines());
  PASS();
}

TEST too_long(void) {
  static char who[901];
  for (size_t i = 0; i < 900; i++) who[i] = i % 2 ? 'a' : 'b';
  trace_of(900, who);
  Lines l = lines_of(&made.check, &made.trace, &arena);
  ASSERT_EQ_FMT((size_t)301, l.count, "%zu");
  ASSERT(l.at[50].cut && l.at[50].first == 50 && l.at[50].last == 649);
  ASSERT_EQ_FMT((size_t)899, l.at[300].last, "%zu");
  PASS();
}

TEST failing_steps(void) {
  trace_of(6, "ababab");
  made.finding = (ExFinding){ .what = FIND_RACE, .tid = 0, .pc = 3, .tid2 = 1, .pc2 = 4 };
  made.steps[0].pc = made.steps[2].pc = 3;
  made.steps[3].pc = made.steps[5].pc = 4;
  const bool want[] = { false, false, true, false, false, true };
  for (size_t i = 0; i < 6; i++) ASSERT_EQ(want[i], lines_failing(&made.trace, i));
  made.finding = (ExFinding){ .what = FIND_INVARIANT };
  ASSERT(lines_failing(&made.trace, 5) && !lines_failing(&made.trace, 4));
  ExMessage m[2] = { { .sent = true, .text = "Done()" }, { .sent = true, .text = "DoneToo()" } };
  made.finding = (ExFinding){ .what = FIND_UNREAD, .name = "Done" };
  made.steps[1].messages = &m[0], made.steps[1].nmessages = 1;
  made.steps[2].messages = &m[1], made.steps[2].nmessages = 1;
  ASSERT(lines_failing(&made.trace, 1) && !lines_failing(&made.trace, 2));
  m[0].other = 4;
  ASSERT_FALSE(lines_failing(&made.trace, 1));
  PASS();
}

TEST words_grow(void) {
  Words w = { .arena = &arena };
  for (int i = 0; i < 100; i++) words_add(&w, i % 2 ? STYLE_NEW : STYLE_PLAIN, "%03d", i);
  ASSERT_EQ_FMT((size_t)300, w.n, "%zu");
  ASSERT_STR_EQ("098099", w.s + 294);
  ASSERT(w.style[294] == STYLE_PLAIN && w.style[299] == STYLE_NEW);
  PASS();
}

SUITE(text) {
  for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) RUN_TESTp(statement, i);
  RUN_TEST(columns);
  RUN_TEST(cut);
  RUN_TEST(words_grow);
}

SUITE(layout) {
  RUN_TEST(wide_enough);
  RUN_TEST(words_run_over_lanes);
  RUN_TEST(names_on_stairs);
  RUN_TEST(too_many_lanes);
  RUN_TEST(too_narrow_for_lanes);
  RUN_TEST(few_long_rows_are_wrapped);
  RUN_TEST(no_lanes_no_rows);
  RUN_TEST(any_width);
}

SUITE(folding) {
  RUN_TEST(long_runs);
  RUN_TEST(what_matters_stays);
  RUN_TEST(cycles_begin_a_run);
  RUN_TEST(calls_are_a_line);
  RUN_TEST(too_long);
  RUN_TEST(failing_steps);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  arena_init(&arena);
  RUN_SUITE(text);
  RUN_SUITE(layout);
  RUN_SUITE(folding);
  arena_deinit(&arena);
  GREATEST_MAIN_END();
}
