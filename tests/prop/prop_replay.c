/* tests/prop/prop_replay.c -- a recorded schedule replays to the same trace: whatever any search finds goes through its trace file,
 * into a new process as far as numbers are concerned, and comes back with the same steps, values and finding. A model that has
 * changed since is noticed, and where only comments changed it is said that every step is the same. */
#include <stdio.h>
#include <string.h>
#include "tests/greatest.h"
#include "explore/algo.h"
#include "tests/prop/gen.h"
#include "tests/prop/gen_loops.h"
#include "tests/prop/replayer.h"

#define TIME "20ms"                          /* whatever was found by then; which is not the same everywhere, and need not be */

static Replayer replayer;

/* argv entries are never written to; main's type has no const. */
typedef union { const char *in; char *out; } Argument;
static int words(char **argv, const char *const *from) {
  int n = 0;
  for (; from[n]; n++) argv[n] = ((Argument){ from[n] }).out;
  return n;
}

static bool search(const char *text, const char *const *options, uint64_t meddle) {
  char *argv[16] = { NULL };
  int argc = words(argv, options);
  if (replayer_check(&replayer, text, argc, argv, meddle)) return true;
  fprintf(stderr, "%s\nwith", replayer.why);
  for (int i = 0; i < argc; i++) fprintf(stderr, " %s", argv[i]);
  return false;
}

static bool run_through(const char *text, uint64_t seed, bool loops) {
  char number[24];
  snprintf(number, sizeof number, "%llu", (unsigned long long)seed);
  if (!search(text, (const char *[]){ "--sample", "1", "--depth", "300", "--seed", number, NULL }, seed * 7919)) return false;
  if (!search(text, (const char *[]){ "--sample", "40", "--depth", "300", "--seed", number, "--races=error", NULL }, 0)) return false;
  if (loops) {
    const char *progress = seed % 2 ? "--progress=any" : "--progress=fair";
    return search(text, (const char *[]){ "--algo", "stateful:reach", "--all", "--time", TIME, progress, NULL }, seed * 104729) &&
           search(text, (const char *[]){ "--algo", "naive", "--all", "--loop", "2", "--time", TIME, NULL }, 0);
  }
  const char *const jobs[] = { "--algo", "naive", "--all", "--time", TIME, "--jobs", "2", "--races=error", "--unread=error", NULL };
  return search(text, jobs, seed * 104729);
}

static bool algorithms(const char *text) {
  for (size_t i = 0; i < ex_algorithm_count; i++) {
    const char *const options[] = { "--algo", ex_algorithms[i].name, "--all", "--time", TIME, "--unread=error", NULL };
    if (ex_algorithms[i].algo && !search(text, options, 0)) return false;
  }
  return true;
}

static unsigned try(const Text *t, uint64_t seed, bool loops, bool all) {
  if (run_through(t->at, seed, loops) && (!all || algorithms(t->at))) return 0;
  fprintf(stderr, "\nseed %llu:\n%s", (unsigned long long)seed, t->at);
  return 1;
}

static void report(void) {
  const Replayer *r = &replayer;
  printf("  %llu searches, %llu traces of %llu steps (%llu runs without a finding), %llu changed models\n", (unsigned long long)r->searches,
         (unsigned long long)r->traces, (unsigned long long)r->steps, (unsigned long long)r->samples, (unsigned long long)r->changes);
}

TEST traces_come_back(void) {
  unsigned n = prop_count(400), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Text t = { 0 };
    gen_program(seed, i % 3 ? NULL : i % 2 ? "prwjxBq" : "pseihkd", &t, NULL);
    wrong += try(&t, seed, false, i % 4 == 0);
    text_free(&t);
  }
  report();
  ASSERT_EQ(0u, wrong);
  PASS();
}

TEST cycles_come_back(void) {
  unsigned n = prop_count(200), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Text t = { 0 };
    char used[32];
    gen_loops(seed, &t, used);
    wrong += try(&t, seed, true, false);
    text_free(&t);
  }
  report();
  ASSERT_EQ(0u, wrong);
  PASS();
}

TEST thesis_traces_come_back(void) {
  unsigned n = prop_count(100), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Text t = { 0 };
    gen_thesis(seed, &t);
    wrong += !search(t.at, (const char *[]){ "--sample", "1", "--races=error", NULL }, 0);
    if (wrong) fprintf(stderr, "\nseed %llu:\n%s", (unsigned long long)seed, t.at);
    text_free(&t);
  }
  report();
  ASSERT_EQ(0u, wrong);
  PASS();
}

SUITE(replay) {
  replayer_open(&replayer);
  RUN_TEST(traces_come_back);
  RUN_TEST(cycles_come_back);
  RUN_TEST(thesis_traces_come_back);
  replayer_close(&replayer);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(replay);
  GREATEST_MAIN_END();
}
