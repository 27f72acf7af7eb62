/* tests/unit/explore/test_trace_file.c -- a trace read back: cut short anywhere, with bytes changed, with members missing or of the
 * wrong kind. Each gets a message; what is still taken shows what was found. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "explore/report/report.h"
#include "explore/trace_file.h"
#include "tests/greatest.h"

static const char model[] = "int x = 0\nThread(i in 1..2) Inc { x := x + choose(1..2) }\n"
                            "finally { assert x == 2, \"an \\u{1f41b} was lost\" }\n";
static char dir[] = "/tmp/dmc-trace-XXXXXX";
static const char model_file[] = "m.d", trace_file[] = "m.trace";
static char *trace;              /* the text of a good one */
static size_t length;

/* A new file each time: some file systems wait for the disk when a file is cut to nothing and written again. */
static void put(const char *path, const char *text, size_t len) {
  unlink(path);
  FILE *f = fopen(path, "w");
  if (!f || fwrite(text, 1, len, f) != len || fclose(f) != 0) abort();
}

static void make(void) {
  char algo[] = "--algo", name[] = "naive";
  char *const argv[] = { algo, name };
  Check c;
  if (!mkdtemp(dir) || chdir(dir) != 0) abort();
  put(model_file, model, strlen(model));
  if (check_open(&c, model_file, CMD_CHECK, 2, argv) != MODEL_OK || check_search(&c) != MODEL_OK || !c.nfindings) abort();
  ExTrace *t = trace_build(c.model.program, &c.opt.limits, c.findings[0], 0, &c.model.arena);
  Report r = { .check = &c, .traces = &t };
  c.opt.trace = trace_file;
  FILE *f = open_memstream(&trace, &length);
  rep_trace_file(&r, f);
  fclose(f);
  check_close(&c);
}

static void unmake(void) {
  unlink(model_file);
  unlink(trace_file);
  rmdir(dir);
  free(trace);
}

static Check check;
static TraceFile opened;
static char why[1000];

static TraceStatus open_text(const char *text, size_t len) {
  put(trace_file, text, len);
  TraceStatus s = trace_open(&opened, &check, trace_file, CMD_REPLAY, 0, NULL);
  snprintf(why, sizeof why, "%s", opened.why ? opened.why : "");
  return s;
}

/* The good trace with the first FROM as TO. */
static TraceStatus with(const char *from, const char *to) {
  char *at = strstr(trace, from), *text = malloc(length + strlen(to) + 1);
  if (!at || !text) abort();
  size_t n = (size_t)(at - trace), m = strlen(to), rest = length - n - strlen(from);
  memcpy(text, trace, n);
  memcpy(text + n, to, m);
  memcpy(text + n + m, at + strlen(from), rest);
  TraceStatus s = open_text(text, n + m + rest);
  check_close(&check);
  free(text);
  return s;
}

static bool says(const char *part) {
  if (strstr(why, part)) return true;
  fprintf(stderr, "not '%s': %s\n", part, why);
  return false;
}

TEST good(void) {
  ASSERT_EQ(TRACE_OK, open_text(trace, length));
  ASSERT_EQ(1u, check.nfindings);
  ASSERT_EQ(FIND_FINALLY, check.findings[0]->what);
  ASSERT_EQ(6u, check.findings[0]->nschedule);
  ASSERT_EQ(10, check.exit);
  ASSERT_STR_EQ("replay", check.result.algorithm);
  ASSERT_EQ(7u, check.result.stats.states);
  check_close(&check);
  PASS();
}

TEST prefixes(void) {
  for (size_t n = 0; n + 2 < length; n++) {
    ASSERT_EQ(TRACE_UNREADABLE, open_text(trace, n));
    ASSERT(strncmp(why, trace_file, strlen(trace_file)) == 0);
    ASSERT(strstr(why, "this is no trace"));
    check_close(&check);
  }
  PASS();
}

/* One byte, or a piece, is another one. What is taken in spite of it must show the finding. */
TEST mutations(void) {
  unsigned counts[5] = { 0 };
  uint64_t x = 88172645463325252u;
  char *text = malloc(length);
  for (int i = 0; i < 6000; i++) {
    memcpy(text, trace, length);
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    size_t at = (size_t)(x % length), from = (size_t)(x / length % length), n = 1 + (size_t)(x >> 40) % 30;
    if (i % 2) text[at] = (char)(i % 4 == 1 ? '0' + (x >> 50) % 10 : (x >> 50) % 256);
    else memmove(text + at, trace + from, n < length - at && n < length - from ? n : 1);
    TraceStatus s = open_text(text, length);
    counts[s]++;
    ASSERT(s == TRACE_OK ? check.nfindings <= 1 : opened.why || s == TRACE_WRONG_MODEL);
    if (s == TRACE_OK && check.nfindings) ASSERT_EQ(FIND_FINALLY, check.findings[0]->what);
    check_close(&check);
  }
  free(text);
  for (TraceStatus s = TRACE_OK; s <= TRACE_DIFFERS; s++) ASSERT(counts[s] > 20);
  PASS();
}

TEST members(void) {
  ASSERT_EQ(TRACE_UNREADABLE, with("\"dmc_trace\": 1", "\"dmc_trace\": 7"));
  ASSERT(says(":2:16: the trace has format 7, written by dmc "));
  ASSERT_EQ(TRACE_UNREADABLE, with("\"dmc_trace\": 1", "\"other\": 1"));
  ASSERT(says(":1:1: this is no trace of dmc: it has no number \"dmc_trace\""));
  ASSERT_EQ(TRACE_UNREADABLE, with("\"threads\"", "\"other\""));
  ASSERT(says(":1:1: the member \"threads\" is missing in this object"));
  ASSERT_EQ(TRACE_UNREADABLE, with("\"steps\": [", "\"steps\": 1, \"other\": ["));
  ASSERT(says("\"steps\" is a list, not a whole number"));
  ASSERT_EQ(TRACE_UNREADABLE, with("\"event\": \"read\"", "\"event\": null"));
  ASSERT(says("\"event\" is a string, not null"));
  ASSERT_EQ(TRACE_UNREADABLE, with("\"instance\": 1", "\"instance\": 99999999999"));
  ASSERT(says("\"instance\" is too large"));
  ASSERT_EQ(TRACE_UNREADABLE, with("\"tid\": 0", "\"tid\": 256"));
  ASSERT(says("\"tid\" is a number from 0 to 255"));
  ASSERT_EQ(TRACE_UNREADABLE, with("\"atomicity\": \"access\"", "\"atomicity\": \"all\""));
  ASSERT(says("\"atomicity\" is access or statement"));
  ASSERT_EQ(TRACE_UNREADABLE, with("\"sync\": []", "\"sync\": [3]"));
  ASSERT(says("\"sync\" lists names"));
  ASSERT_EQ(TRACE_WRONG_MODEL, with("\"defines\": {}", "\"defines\": {\"N\": \"3\"}"));
  ASSERT_EQ(TRACE_UNREADABLE, with("\"defines\": {}", "\"defines\": {\"N\": 3}"));
  ASSERT(says("the value of \"N\" is a string, as after -D"));
  PASS();
}

TEST steps(void) {
  ASSERT_EQ(TRACE_DIFFERS, with("\"what\": \"reads x = 0\"", "\"what\": \"reads x = 9\""));
  ASSERT(says("the first step that differs is step 1:\n  recorded  Inc[1]  2:30  reads x = 9\n  now       Inc[1]  2:30  reads x = 0"));
  ASSERT_EQ(TRACE_DIFFERS, with("\"line\": 2, \"col\": 30", "\"line\": 2, \"col\": 31"));
  ASSERT(says("recorded  Inc[1]  2:31  reads x = 0\n  now       Inc[1]  2:30  reads x = 0"));
  ASSERT_EQ(TRACE_DIFFERS, with("\"event\": \"read\"", "\"event\": \"await\""));
  ASSERT(says("recorded  Inc[1]  2:30  reads x = 0  (await)\n  now       Inc[1]  2:30  reads x = 0  (read)"));
  ASSERT_EQ(TRACE_DIFFERS, with("\"value\": \"0\"", "\"value\": \"5\""));
  ASSERT(says("(x is 5)\n  now       Inc[1]  2:30  reads x = 0  (x is 0)"));
  ASSERT_EQ(TRACE_DIFFERS, with("\"choice\": null,\n        \"event\": \"choose\"", "\"choice\": \"7\",\n        \"event\": \"choose\""));
  ASSERT(says("and has no such choice there"));
  ASSERT_EQ(TRACE_DIFFERS, with("\"choice\": null,\n        \"event\": \"choose\"", "\"choice\": \"x\",\n        \"event\": \"choose\""));
  ASSERT(says("and has no such choice there"));
  ASSERT_EQ(TRACE_DIFFERS, with("\"item\": \"Inc\"", "\"item\": \"Dec\""));
  ASSERT(says("there is no thread Inc[1]"));
  ASSERT_EQ(TRACE_DIFFERS, with("\"parent\": null", "\"parent\": 0"));
  ASSERT(says("there is no thread Inc[1]"));
  ASSERT_EQ(TRACE_DIFFERS, with("\"what\": \"finally\"", "\"what\": \"deadlock\""));
  ASSERT(says("its 6 steps are as recorded, but they do not end in what it found"));
  PASS();
}

TEST another_model(void) {
  put(model_file, "// more\n", 8);
  FILE *f = fopen(model_file, "a");
  fputs(model, f);
  fclose(f);
  ASSERT_EQ(TRACE_DIFFERS, open_text(trace, length));
  check_close(&check);
  ASSERT(says("every step is as recorded (6 of them), and so is the finding"));
  put(model_file, "int x\nThread(i in 1..2) Inc { x := 1 }\n", 39);
  ASSERT_EQ(TRACE_DIFFERS, open_text(trace, length));
  check_close(&check);
  ASSERT(says("the model has changed since the trace was made (m.d)\nthe first step that differs is step 1:\n"
              "  recorded  Inc[1]  2:30  reads x = 0\n  now       Inc[1]  2:25  x := 1"));
  put(model_file, "int x\nThread\n", 13);
  ASSERT_EQ(TRACE_WRONG_MODEL, open_text(trace, length));
  check_close(&check);
  ASSERT(says("the model has changed since the trace was made (m.d)"));
  unlink(model_file);
  ASSERT_EQ(TRACE_UNREADABLE, with("\"model_path\": \"m.d\"", "\"model_path\": \"up/none.d\""));
  ASSERT(says("m.trace: its model is not found; looked for up/none.d, none.d, m.d\nhelp: --model FILE says where it is"));
  put(model_file, model, strlen(model));
  ASSERT_EQ(TRACE_OK, with("\"model_path\": \"m.d\"", "\"model_path\": \"up/none.d\""));
  ASSERT_EQ(TRACE_OK, with("\"model_path\": \"m.d\"", "\"model_path\": \"up/m.d\""));
  PASS();
}

TEST what_it_looks_like(void) {
  put(trace_file, trace, length);
  ASSERT(trace_is(trace_file));
  ASSERT(!trace_is(model_file));
  ASSERT(!trace_is(dir));
  ASSERT(!trace_is("/dev/zero"));
  PASS();
}

SUITE(trace_files) {
  make();
  RUN_TEST(good);
  RUN_TEST(prefixes);
  RUN_TEST(mutations);
  RUN_TEST(members);
  RUN_TEST(steps);
  RUN_TEST(another_model);
  RUN_TEST(what_it_looks_like);
  unmake();
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(trace_files);
  GREATEST_MAIN_END();
}
