/* tests/unit/explore/test_shorten.c -- schedules that are long on purpose, of each kind of finding, and what becomes of them. */
#include <string.h>
#include "explore/model.h"
#include "explore/seek.h"
#include "explore/shorten.h"
#include "explore/trace.h"
#include "explore/trim.h"
#include "tests/greatest.h"

static Model model;
static Options opts;
static ExResult result;
static const ExFinding *finding;
static Shortened note;

static bool compile(const char *text) {
  opts = (Options){ 0 };
  if (model_open_text(&model, "t.d", text, strlen(text)) == MODEL_OK && model_options(&model, &opts, CMD_CHECK, 0, NULL) == MODEL_OK &&
      model_compile(&model, &opts) == MODEL_OK) return true;
  diag_print(&model.diags, stderr, false);
  return false;
}

/* --- schedules by hand: "A B.1 C! A*3": a step of A, choice 1 of B, a crash of C, three steps of A --- */

static int tid_of(VmState *s, const char *name, size_t len) {
  char b[100];
  for (unsigned t = 0; t < vm_nthreads(s); t++)
    if (strlen(vm_thread_name(s, (VmTid)t, b, sizeof b)) == len && memcmp(b, name, len) == 0) return (int)t;
  fprintf(stderr, "no thread %.*s\n", (int)len, name);
  return -1;
}

static bool take(VmState *s, ExFinding *f, VmAction a) {
  VmEvent ev;
  VmStatus x = vm_step(s, a.tid, a.choice, &ev);
  f->schedule[f->nschedule++] = a;
  if (x != VM_OK && x != VM_FAULT) fprintf(stderr, "step %zu is not enabled\n", f->nschedule);
  return x == VM_OK || x == VM_FAULT;
}

static bool word(VmState *s, ExFinding *f, const char *w, size_t len) {
  size_t name = strcspn(w, " .!*");
  int tid = tid_of(s, w, name < len ? name : len);
  unsigned choice = 0, times = 1;
  if (w[name] == '.') sscanf(w + name + 1, "%u", &choice);
  if (w[name] == '!') choice = VM_CRASH;
  const char *star = memchr(w, '*', len);
  if (star) sscanf(star + 1, "%u", &times);
  for (; tid >= 0 && times; times--)
    if (!take(s, f, (VmAction){ (VmTid)tid, choice })) return false;
  return tid >= 0;
}

/* The finding WHAT, by this schedule; a cycle begins after '|'. */
static bool by_hand(ExWhat what, const char *schedule) {
  ExFinding *f = ARENA_NEW(&model.arena, ExFinding);
  Mem mem;
  opts.limits.all = true;
  opts.limits.lasso = what == FIND_PROGRESS ? LASSO_ANY : LASSO_OFF;
  opts.limits.races = opts.limits.unread = LEVEL_ERROR;
  ex_run(model.program, ex_algorithm("stateful:reach")->algo, &opts.limits, &model.arena, &result);
  const ExFindings *list = what == FIND_RACE ? &result.races : what == FIND_UNREAD ? &result.unread : &result.findings;
  const ExFinding *like = list->first;
  while (like && like->what != what) like = like->next;
  if (!like) return false;
  *f = *like;
  f->schedule = ARENA_ARRAY(&model.arena, VmAction, 2000);
  f->nschedule = f->loop = 0;
  mem_init(&mem, 0);
  VmState *s = vm_new(model.program, &mem);
  bool ok = s && vm_adopt(s, like->numbering);
  for (const char *w = schedule; ok && *w;) {
    size_t len = strcspn(w, " ");
    if (*w == '|') f->loop = f->nschedule;
    else ok = word(s, f, w, len);
    w += len + strspn(w + len, " ");
  }
  f->numbering = vm_numbering(s, &model.arena);
  vm_free(s);
  mem_deinit(&mem);
  finding = f;
  return ok && trace_build(model.program, &opts.limits, f, 0, &model.arena)->confirmed;
}

/* Shortens it, and replays what comes of it. */
static bool shorter(const ShortenWork *work) {
  const ExFinding *before = finding;
  shorten(model.program, &opts.limits, work, false, &finding, 1, &note, &model.arena);
  return trace_build(model.program, &opts.limits, finding, 0,
         &model.arena)->confirmed && finding->what == before->what && finding->key == before->key;
}

static size_t switches(void) { return seek_switches(finding->schedule, finding->nschedule); }

static const ShortenWork blind = { .seek = 1, .trim = 12000000, .trim_all = 12000000 };      /* nothing is found outright */

static size_t nloop;

/* TEXT's finding WHAT by SCHEDULE becomes a run of N steps with so many switches: outright, and where only what can be left out is
 * tried. A cycle then begins after NLOOP steps. */
static enum greatest_test_res becomes(const char *text, ExWhat what, const char *schedule, size_t n, size_t nswitches) {
  ASSERT(compile(text));
  ASSERT(by_hand(what, schedule));
  const ExFinding *f = finding;
  ASSERT(shorter(&shorten_usual));
  ASSERT_EQ(n, finding->nschedule);
  ASSERT_EQ(nswitches, switches());
  ASSERT_EQ(f->nschedule, note.found);
  ASSERT_EQ(what != FIND_RACE && what != FIND_PROGRESS, note.shortest);
  ASSERT(what != FIND_PROGRESS || finding->loop == nloop);
  finding = f;
  ASSERT(shorter(&blind));
  ASSERT_EQ(n, finding->nschedule);
  ASSERT_EQ(nswitches, switches());
  ASSERT(!note.shortest);
  model_close(&model);
  PASS();
}

/* --- each kind --- */

TEST an_assert(void) {
  return becomes("int x, y\nThread A { loop { x := 1 - x } }\nThread B { loop { y := x } }\n"
                 "Thread C { y := 7; assert x == 0 }\n", FIND_ASSERT,
                 "A*2 B*5 A*2 B A*2 B*3 C A A B*2 A*2 C", 4, 1);
}

TEST an_error(void) {
  return becomes("int[3] a\nint k\nThread A { loop { k := (k + 1) % 9 } }\nThread B { a[k] := 1 }\n", FIND_ERROR, "A*12 B", 7, 1);
}

/* The words are those of the run that is shown. */
TEST with_its_own_words(void) {
  ASSERT(compile("int[3] a\nint k\nThread A { loop { k := (k + 1) % 9 } }\nThread B { a[k] := 1 }\n"));
  ASSERT(by_hand(FIND_ERROR, "A*16 B"));
  const ExFinding *f = finding;
  ASSERT(shorter(&shorten_usual));
  ASSERT(strstr(finding->text, "3") && !strstr(finding->text, "8"));
  finding = f;
  ASSERT(shorter(&blind));
  ASSERT(strstr(finding->text, "3") && !strstr(finding->text, "8"));
  model_close(&model);
  PASS();
}

TEST an_invariant(void) {
  return becomes("int x, y\ninvariant small: x + y < 4\nThread A { loop { x := (x + 1) % 4 } }\nThread B { loop { y := (y + 1) % 4 } }\n",
                 FIND_INVARIANT, "A*2 B*2 A*2 B A B", 8, 1);
}

TEST a_finally(void) {
  return becomes("int x\nThread A { while choose(bool) { x := 0 }; x := 1 }\nThread B { x := 2 }\n"
                 "finally { assert x == 1 }\n", FIND_FINALLY,
                 "A.1 A A.1 A A.1 A A A B", 3, 1);
}

TEST a_critical_section(void) {
  return becomes("int x\nThread A { loop { critical c { x := 1 } } }\nThread B { x := 2; x := 3; critical c { skip } }\n", FIND_CRITICAL,
                 "A*6 B A*3 B A B", 4, 1);
}

TEST a_deadlock(void) {
  return becomes("mutex[2] f\nint[2] n\n"
                 "Thread(i in 0..1) P { loop { lock(f[i]); lock(f[1 - i]); n[i] := 1 - n[i]; unlock(f[i]); unlock(f[1 - i]) } }\n",
                 FIND_DEADLOCK, "P[0]*6 P[1]*12 P[0]*7 P[1]", 2, 1);
}

TEST a_race(void) {
  return becomes("//! sync: y\nint x, y\nThread A { loop { y := 1 - y } }\nThread B { y := 0; x := 1 }\nThread C { x := 2 }\n", FIND_RACE,
                 "A*6 B A*4 B A*2 C", 3, 1);
}

TEST an_unread_message(void) {
  return becomes("message M(), N()\nThread A { receive { M() => { } } }\n"
                 "Thread B { while choose(bool) { }; A ! M(); A ! N() }\n", FIND_UNREAD,
                 "B.1*5 B B A B", 4, 1);
}

/* --- what may be left out --- */

TEST spawned_threads(void) {
  return becomes("int x\nThread(int k) Kid { x := k; x := 0 }\nThread Main { for i in 1..3 { pid p = spawn Kid(i) } }\n"
                 "Thread Watch { assert x != 3 }\n",
                 FIND_ASSERT, "Main Kid#1@Main Main Kid#2@Main Kid#1@Main Main Kid#2@Main Kid#3@Main Watch", 5, 2);
}

/* Threads that the shorter run never starts stay known to the machine; numbers mean the same. */
TEST spawned_threads_left_out(void) {
  return becomes("int x, n\nThread(int k) Kid { x := k; n := 0 }\nThread A { pid p = spawn Kid(1); pid q = spawn Kid(2); n := 0 }\n"
                 "Thread B { pid p = spawn Kid(7) }\nThread Watch { assert x != 7 }\n", FIND_ASSERT,
                 "A Kid#1@A A Kid#2@A Kid#1@A B Kid#2@A Kid#1@B A Watch", 3, 2);
}

TEST faults(void) {
  return becomes("message M(int k)\nfault crash C <= 1\nfault duplicate M\nfault drop M\nint x\nThread A { B ! M(1); B ! M(2) }\n"
                 "Thread B { receive { M(k) => { x := k } }; assert x != 2 }\n"
                 "Thread C { x := x }\n", FIND_ASSERT, "C C! A.1 A.2 B B B", 5, 1);
}

TEST choices_of_init(void) {
  return becomes("int x, y\ninit { x := choose(0..3) }\nThread A { loop { y := 1 - y } }\n"
                 "Thread B { assert x != 2 }\n", FIND_ASSERT, "init.2 A*6 B", 2, 1);
}

/* --- cycles --- */

TEST a_cycle(void) {
  nloop = 3;
  return becomes("bool flag\nint seen\nThread S { while !flag { seen := 1 } }\n"
                 "Thread T { seen := 2 }\n", FIND_PROGRESS, "T S*4 | S*6", 5, 1);
}

TEST a_cycle_turned(void) {
  nloop = 3;
  return becomes("int x\nThread A { x := 5; loop { x := (x + 1) % 4 } }\n", FIND_PROGRESS, "A*7 | A*16", 11, 0);
}

/* Both go round: a cycle of one of them steps at the same places. */
TEST a_cycle_of_two(void) {
  nloop = 0;
  return becomes("int[2] z\n"
                 "Thread(i in 0..1) W { loop { z[i] := 1 - z[i] } }\n", FIND_PROGRESS, "W[0]*4 | W[0]*8 W[1] W[0]*4 W[1]*3", 8, 1);
}

/* Where x stays 0 the same thread goes round at the same places, but B could go on all the time. */
TEST a_cycle_without_starvation(void) {
  nloop = 0;
  return becomes("int x\nThread A { loop { x := choose(0..1) } }\n"
                 "Thread B { await x == 0 }\n", FIND_PROGRESS, "A A | A.1 A A.1 A A A A A", 4, 0);
}

/* --- the notes --- */

TEST nothing_to_do(void) {
  ASSERT(compile("int x\nThread A { x := 1 }\nThread B { assert x == 0 }\n"));
  ASSERT(by_hand(FIND_ASSERT, "A B"));
  const ExFinding *f = finding;
  ASSERT(shorter(&shorten_usual));
  ASSERT(finding == f && note.found == 0 && note.shortest);
  ASSERT(shorter(&blind));
  ASSERT(finding == f && note.found == 0 && !note.shortest);
  shorten(model.program, &opts.limits, &blind, true, &finding, 1, &note, &model.arena);      /* who found it says so */
  ASSERT(finding == f && note.shortest);
  model_close(&model);
  PASS();
}

TEST as_long_with_fewer_switches(void) {
  return becomes("int x, y, z\nThread A { x := 1; x := 2; x := 3 }\n"
                 "Thread B { y := 1; y := 2; assert x + y < 5 }\n", FIND_ASSERT, "A B A B A B B", 7, 1);
}

TEST before_the_first_step(void) {
  ASSERT(compile("int x\nThread A { x := 1 }\ninvariant wrong: x == 1\n"));
  ASSERT(by_hand(FIND_INVARIANT, ""));
  ASSERT(shorter(&shorten_usual));
  ASSERT(finding->nschedule == 0 && note.found == 0 && note.shortest);
  model_close(&model);
  PASS();
}

static int64_t interruptions(void) {
  int64_t count = 0;
  Mem mem;
  mem_init(&mem, 0);
  VmState *s = vm_new(model.program, &mem);
  for (size_t i = 0; i < finding->nschedule; i++) {
    const VmAction *a;
    VmEvent ev;
    if (i && finding->schedule[i - 1].tid != finding->schedule[i].tid) count += vm_thread_actions(s, finding->schedule[i - 1].tid, &a) > 0;
    vm_step(s, finding->schedule[i].tid, finding->schedule[i].choice, &ev);
  }
  vm_free(s);
  mem_deinit(&mem);
  return count;
}

/* Without the bound three steps are enough: A, B, B. With it A has to end first. */
TEST within_the_preemptions(void) {
  const ShortenWork *works[] = { &shorten_usual, &blind };
  ASSERT(compile("int x, y\nThread A { x := 1; y := 1; y := 2; y := 3 }\nThread B { assert x + y != 1 && x + y != 4 }\n"));
  opts.limits.preemptions = 0;
  ASSERT(by_hand(FIND_ASSERT, "A*4 B*4"));
  const ExFinding *f = finding;
  for (int i = 0; i < 2; i++, finding = f) {
    ASSERT(shorter(works[i]));
    ASSERT_EQ((size_t)8, finding->nschedule);
    ASSERT_EQ((int64_t)0, interruptions());
  }
  opts.limits.preemptions = 1;
  ASSERT(shorter(&shorten_usual));
  ASSERT_EQ((size_t)3, finding->nschedule);
  ASSERT_EQ((int64_t)1, interruptions());
  opts.limits.preemptions = -1;
  model_close(&model);
  PASS();
}

/* The finding is seven steps away, all ways of up to MOST steps are looked at. */
static Seek looked(size_t most, size_t from) {
  Seek s = { .wanted = &finding, .nwanted = 1, .from = from, .work = 10000000, .most = most };
  seek(model.program, &opts.limits, &s, &model.arena);
  return s;
}

TEST how_far_it_looked(void) {
  ASSERT(compile("int x\nThread A { loop { x := (x + 1) % 6 } }\nThread B { assert x != 3 }\n"));
  ASSERT(by_hand(FIND_ASSERT, "A*18 B"));
  for (size_t most = 1; most < 7; most++) {
    Seek s = looked(most, 0);
    ASSERT_EQ(most, s.proved);
    ASSERT(!s.ways[0].shows && !s.exact);
    ASSERT(!s.ways[0].at || s.ways[0].to > s.ways[0].n);     /* a shortcut: the states of the second round are those of the first */
  }
  Seek s = looked(7, 0);
  ASSERT(s.ways[0].shows && s.exact && s.ways[0].n == 7 && s.ways[0].to == finding->nschedule);
  ASSERT_EQ((size_t)7, s.proved);
  s = looked(7, 14);                         /* from the middle of the second round */
  ASSERT(s.ways[0].shows && s.ways[0].n == 5);
  model_close(&model);
  ASSERT(compile("int x, y\nThread A { x := 1; x := 2; x := 0 }\nThread B { assert x != 1 }\n"));
  ASSERT(by_hand(FIND_ASSERT, "A B"));
  s = looked(20, 1);
  ASSERT(s.ways[0].shows && s.ways[0].n == 1);
  s = looked(20, 0);
  ASSERT(s.ways[0].n == 2 && s.exact && seek_switches(s.ways[0].at, 2) == 1);
  model_close(&model);
  PASS();
}

/* Ctrl-C makes it give up, with what it has. */
TEST interrupted(void) {
  ASSERT(compile("int x\nThread A { loop { x := (x + 1) % 5 } }\nThread B { assert x != 1 }\n"));
  ASSERT(by_hand(FIND_ASSERT, "A*22 B"));
  ex_interrupted = 1;
  shorten(model.program, &opts.limits, &shorten_usual, false, &finding, 1, &note, &model.arena);
  ex_interrupted = 0;
  ASSERT(trace_build(model.program, &opts.limits, finding, 0, &model.arena)->confirmed);
  model_close(&model);
  PASS();
}

/* Several findings share the search, and each keeps its own. */
TEST several(void) {
  ASSERT(compile("int x\nThread A { loop { x := (x + 1) % 6 } }\nThread B { assert x != 3 }\nThread C { x := 9 }\n"
                 "invariant low: x < 5\nmutex m\nThread D { lock(m); lock(m) }\n"));
  const ExFinding *list[10];
  Shortened notes[10];
  size_t n = 0;
  opts.limits.all = true;
  ex_run(model.program, ex_algorithm("stateful:reach")->algo, &opts.limits, &model.arena, &result);
  for (const ExFinding *f = result.findings.first; f && n < 10; f = f->next) list[n++] = f;
  ASSERT_EQ((size_t)3, n);
  shorten(model.program, &opts.limits, &shorten_usual, false, list, n, notes, &model.arena);
  for (size_t i = 0; i < n; i++) {
    ASSERT(notes[i].shortest);
    ASSERT_EQ(list[i]->what == FIND_ASSERT ? 7u : list[i]->what == FIND_ERROR ? 2u : 1u, (unsigned)list[i]->nschedule);
    ASSERT(trace_build(model.program, &opts.limits, list[i], 0, &model.arena)->confirmed);
  }
  model_close(&model);
  PASS();
}

SUITE(kinds) {
  RUN_TEST(an_assert);
  RUN_TEST(an_error);
  RUN_TEST(with_its_own_words);
  RUN_TEST(an_invariant);
  RUN_TEST(a_finally);
  RUN_TEST(a_critical_section);
  RUN_TEST(a_deadlock);
  RUN_TEST(a_race);
  RUN_TEST(an_unread_message);
}

SUITE(left_out) {
  RUN_TEST(spawned_threads);
  RUN_TEST(spawned_threads_left_out);
  RUN_TEST(faults);
  RUN_TEST(choices_of_init);
}

SUITE(cycles) {
  RUN_TEST(a_cycle);
  RUN_TEST(a_cycle_turned);
  RUN_TEST(a_cycle_of_two);
  RUN_TEST(a_cycle_without_starvation);
}

SUITE(notes_and_bounds) {
  RUN_TEST(nothing_to_do);
  RUN_TEST(as_long_with_fewer_switches);
  RUN_TEST(before_the_first_step);
  RUN_TEST(within_the_preemptions);
  RUN_TEST(how_far_it_looked);
  RUN_TEST(interrupted);
  RUN_TEST(several);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(kinds);
  RUN_SUITE(left_out);
  RUN_SUITE(cycles);
  RUN_SUITE(notes_and_bounds);
  GREATEST_MAIN_END();
}
