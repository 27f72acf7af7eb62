/* tests/unit/explore/test_options.c -- the command line. */
#include <stdio.h>
#include <string.h>
#include "explore/options.h"
#include "tests/greatest.h"

static Arena arena;
static Options opts;

static bool reads(const char *line) {
  int n;
  char **words = opt_split(&arena, line, &n);
  opt_init(&opts, CMD_CHECK, &arena);
  return opt_read(&opts, n, words);
}

TEST defaults(void) {
  ASSERT(reads("m.d"));
  ASSERT_EQ((size_t)1, opts.nfiles);
  ASSERT_STR_EQ("m.d", opts.files[0]);
  ASSERT_STR_EQ("auto", opts.algo);
  ASSERT_EQ(LEVEL_COUNT, opts.limits.races);
  ASSERT_EQ(LEVEL_LIST, opts.limits.unread);
  ASSERT_EQ(-1, opts.limits.depth);
  ASSERT_EQ((uint64_t)10000, opts.limits.events);
  ASSERT_EQ(-1, opts.loop);
  PASS();
}

TEST values(void) {
  ASSERT(reads("--algo naive m.d --depth=30 --time 5m --mem 64M --races=list --unread error --loop 3 --preemptions 2 --seed 9"));
  ASSERT_STR_EQ("naive", opts.algo);
  ASSERT_EQ(30, opts.limits.depth);
  ASSERT_EQ(300, (int)opts.limits.seconds);
  ASSERT_EQ((size_t)64 << 20, opts.limits.bytes);
  ASSERT_EQ(LEVEL_LIST, opts.limits.races);
  ASSERT_EQ(LEVEL_ERROR, opts.limits.unread);
  ASSERT_EQ(3, opts.loop);
  ASSERT_EQ(2, opts.limits.preemptions);
  ASSERT_EQ((uint64_t)9, opts.limits.seed);
  PASS();
}

TEST definitions(void) {
  ASSERT(reads("-D N=3 -DM=true m.d -D N=4"));
  ASSERT_EQ((size_t)2, opts.ndefines);
  ASSERT_STR_EQ("N", opts.defines[0].name);
  ASSERT_STR_EQ("4", opts.defines[0].value);
  ASSERT_STR_EQ("M", opts.defines[1].name);
  ASSERT(!reads("-D N m.d"));
  ASSERT(!reads("-D =3 m.d"));
  ASSERT(!reads("m.d -D"));
  PASS();
}

TEST suggestions(void) {
  ASSERT(!reads("--dpth 3"));
  ASSERT(strstr(opts.error, "--depth") != NULL);
  ASSERT(!reads("--algo naiv"));
  ASSERT(strstr(opts.error, "'naive'") != NULL);
  ASSERT(!reads("--wibble"));
  ASSERT(strstr(opts.error, "--help") != NULL);
  for (size_t i = 0; i < ex_algorithm_count; i++) {          /* known by name only, if there is one */
    char words[80];
    if (ex_algorithms[i].algo) continue;
    snprintf(words, sizeof words, "--algo %s", ex_algorithms[i].name);
    ASSERT(!reads(words));
    ASSERT(strstr(opts.error, "not available in this build") != NULL);
    ASSERT(strstr(opts.error, "stateful:reach") != NULL);
  }
  ASSERT(!reads("--memo"));
  ASSERT(strstr(opts.error, "not available in this build") != NULL);
  ASSERT(!reads("--junit f"));
  ASSERT(strstr(opts.error, "dmc test") != NULL);
  PASS();
}

TEST wrong_values(void) {
  const char *const lines[] = { "--depth", "--depth x", "--depth -1", "--depth 99999999999999999999", "--time soon", "--time 0s",
                                "--mem 64", "--mem 0G", "--races=some", "--bfs=yes", "--sample 0", "--pct 0", "--color=red" };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) ASSERTm(lines[i], !reads(lines[i]));
  PASS();
}

TEST quantities(void) {
  double s;
  size_t b;
  ASSERT(opt_seconds("500ms", &s) && s > 0.49 && s < 0.51);
  ASSERT(opt_seconds("1.5", &s) && s > 1.49 && s < 1.51);
  ASSERT(opt_seconds("2h", &s) && s > 7199 && s < 7201);
  ASSERT(!opt_seconds("s", &s) && !opt_seconds("", &s) && !opt_seconds("1x", &s) && !opt_seconds("-1s", &s));
  ASSERT(opt_bytes("512K", &b) && b == 524288);
  ASSERT(opt_bytes("2G", &b) && b == (size_t)2 << 30);
  ASSERT(!opt_bytes("2", &b) && !opt_bytes("G", &b) && !opt_bytes("2X", &b));
  PASS();
}

TEST files_after_dashes(void) {
  ASSERT(reads("-- --depth"));
  ASSERT_STR_EQ("--depth", opts.files[0]);
  ASSERT(reads("-"));
  ASSERT_STR_EQ("-", opts.files[0]);
  PASS();
}

TEST words_of_the_model(void) {
  opt_init(&opts, CMD_CHECK, &arena);
  ASSERT(opt_read_words(&opts, "--algo naive\t--depth 4 "));
  ASSERT_EQ(4, opts.limits.depth);
  ASSERT(!opt_read_words(&opts, "--all stray"));
  ASSERT(strstr(opts.error, "stray") != NULL);
  PASS();
}

/* What `dmc test` and `dmc bench` hand to the checks inside them. */
TEST passed_on(void) {
  static const struct { const char *line, *rest; } cases[] = {
    { "m.d --jobs 3 --all", "--all" },
    { "--junit=x -D N=1 m.d -DM=2", "-D N=1 -DM=2" },
    { "--seed 7 --junit --all m.d --races=off", "--seed 7 --races=off" },       /* --all is the name of a file here */
    { "--progress m.d -- --all", "--progress" },
    { "", "" },
  };
  static const char *const own[] = { "--jobs", "--junit", NULL };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int n, left;
    char **words = opt_split(&arena, cases[i].line, &n), text[200] = "";
    opt_init(&opts, CMD_TEST, &arena);
    ASSERT(opt_read(&opts, n, words));
    char **rest = opt_pass_on(&opts, n, words, own, &left);
    for (int k = 0; k < left; k++) snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", k ? " " : "", rest[k]);
    ASSERT_STR_EQ(cases[i].rest, text);
  }
  PASS();
}

SUITE(options_suite) {
  RUN_TEST(defaults);
  RUN_TEST(values);
  RUN_TEST(definitions);
  RUN_TEST(suggestions);
  RUN_TEST(wrong_values);
  RUN_TEST(quantities);
  RUN_TEST(files_after_dashes);
  RUN_TEST(words_of_the_model);
  RUN_TEST(passed_on);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  arena_init(&arena);
  RUN_SUITE(options_suite);
  arena_deinit(&arena);
  GREATEST_MAIN_END();
}
