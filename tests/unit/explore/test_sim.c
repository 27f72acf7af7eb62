/* tests/unit/explore/test_sim.c -- a session of `dmc sim`: steps and the way back, judged as the search judges. */
#include <string.h>
#include "explore/model.h"
#include "explore/replay.h"
#include "explore/sim.h"
#include "tests/greatest.h"

static Model model;
static Options opts;
static Sim sim;

static void begin(const char *text) {
  if (model_open_text(&model, "t.d", text, strlen(text)) != MODEL_OK || model_options(&model, &opts, CMD_SIM, 0, NULL) != MODEL_OK ||
      model_compile(&model, &opts) != MODEL_OK || !sim_open(&sim, model.program, &opts.limits, &model.arena)) {
    diag_print(&model.diags, stderr, false);
    abort();
  }
}

static void end(void) {
  sim_close(&sim);
  model_close(&model);
}

/* The Kth of the enabled steps, from 1. */
static bool pick(size_t k) {
  const VmAction *a;
  const char *limit;
  size_t n = sim_actions(&sim, &a);
  return n != SIZE_MAX && k <= n && sim_step(&sim, a[k - 1], &limit);
}

static size_t possible(void) {
  const VmAction *a;
  return sim_actions(&sim, &a);
}

static bool picks(const char *digits) {
  for (; *digits; digits++)
    if (!pick((size_t)(*digits - '0'))) return false;
  return true;
}

static int failed(size_t *at) {
  const ExFinding *f = sim_failure(&sim, at);
  return f ? (int)f->what : -1;
}

static const char counter[] = "int x\nThread(i in 1..2) A { x := x + 1 }\nfinally { assert x == 2 }\n";

TEST steps(void) {
  size_t at = 0;
  begin(counter);
  ASSERT_EQ((size_t)2, possible());
  ASSERT(picks("121"));
  ASSERT_EQ((size_t)3, sim.at);
  ASSERT_EQ(-1, failed(&at));
  ASSERT_EQ((int)END_NONE, (int)sim_here(&sim)->end);
  ASSERT(pick(1));
  ASSERT_EQ((int)FIND_FINALLY, failed(&at));
  ASSERT_EQ((size_t)4, at);
  ASSERT_EQ((int)END_TERMINAL, (int)sim_here(&sim)->end);
  ASSERT_EQ((size_t)0, possible());
  ASSERT(!pick(1));
  ASSERT(replay_confirm(model.program, &opts.limits, sim_failure(&sim, NULL), &model.arena));
  end();
  PASS();
}

TEST not_enabled(void) {
  const char *limit;
  begin("mutex m\nThread(i in 1..2) A { lock(m); unlock(m) }\n");
  ASSERT(pick(1));
  ASSERT(!sim_step(&sim, (VmAction){ 1, 0 }, &limit));         /* waits */
  ASSERT(!sim_step(&sim, (VmAction){ 0, 7 }, &limit));         /* no such choice */
  ASSERT(!sim_step(&sim, (VmAction){ 200, 0 }, &limit));       /* no such thread */
  ASSERT_EQ(NULL, limit);
  ASSERT_EQ((size_t)1, sim.at);
  end();
  PASS();
}

TEST back_and_forth(void) {
  size_t at = 0;
  begin(counter);
  ASSERT(picks("1211"));
  sim_goto(&sim, 1);
  ASSERT_EQ((size_t)1, sim.at);
  ASSERT_EQ((size_t)4, sim_length(&sim));
  ASSERT_EQ(-1, failed(&at));
  ASSERT_EQ((size_t)2, possible());
  sim_goto(&sim, 4);
  ASSERT_EQ((int)FIND_FINALLY, failed(&at));
  sim_goto(&sim, 0);
  ASSERT(pick(1));                           /* as before: the rest can still be redone */
  ASSERT_EQ((size_t)4, sim_length(&sim));
  ASSERT(pick(1));                           /* another way: what came after is forgotten */
  ASSERT_EQ((size_t)2, sim_length(&sim));
  ASSERT(picks("11"));
  ASSERT_EQ(-1, failed(&at));
  ASSERT_EQ((int)END_TERMINAL, (int)sim_here(&sim)->end);
  end();
  PASS();
}

/* The same failure is met whenever its step is taken, not only the first time. */
TEST met_again(void) {
  size_t at = 0;
  begin("int x\ninvariant small: x < 2\nThread A { x := 1; x := 2; x := 1; x := 3 }\n");
  for (int i = 0; i < 3; i++) {
    ASSERT(picks("11"));
    ASSERT_EQ((int)FIND_INVARIANT, failed(&at));
    ASSERT_EQ((size_t)2, at);
    sim_goto(&sim, i % 2);
    ASSERT_EQ(-1, failed(&at));
    sim_goto(&sim, 0);
  }
  ASSERT(picks("1111"));
  ASSERT_EQ((size_t)1, sim.steps.at[2].found.count);
  ASSERT_EQ((size_t)0, sim.steps.at[3].found.count);
  ASSERT_EQ((size_t)1, sim.steps.at[4].found.count);
  end();
  PASS();
}

TEST kinds(void) {
  static const struct { const char *text, *picks; ExWhat what; size_t at; } cases[] = {
    { "int x\nThread A { x := 1; assert x == 2 }", "11", FIND_ASSERT, 2 },
    { "int[2] a\nint i = 2\nThread A { a[i] := 1 }", "1", FIND_ERROR, 1 },
    { "mutex m, n\nThread A { lock(m); lock(n) }\nThread B { lock(n); lock(m) }", "12", FIND_DEADLOCK, 2 },
    { "int x\nThread(i in 1..2) A { critical c { x := 1 } }", "12", FIND_CRITICAL, 2 },
    { "int x\nThread A { assert x == 1; x := 2 }", "1", FIND_ASSERT, 1 },
    { "int x\nThread A { int y = 0; y := 1 / y; x := y }", "", FIND_ERROR, 0 },
    { "int x\ninit { assert x == 1 }\nThread A { x := 2 }", "", FIND_ASSERT, 0 },
    { "int x\ninvariant one: x == 1\nThread A { x := 2 }", "", FIND_INVARIANT, 0 },
    { "int x\ninit { x := choose(1..2) }\nThread A { assert x == 1 }", "21", FIND_ASSERT, 2 },
    { "int x\nThread(i in 1..0) A { x := 1 }\nfinally { assert x == 1 }", "", FIND_FINALLY, 0 },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    size_t at = 99;
    begin(cases[i].text);
    ASSERT(picks(cases[i].picks));
    ASSERT_EQ((int)cases[i].what, failed(&at));
    ASSERT_EQ(cases[i].at, at);
    end();
  }
  PASS();
}

TEST ends(void) {
  begin("int x\ninit { assume x == 1 }\nThread A { x := 1 }");
  ASSERT(!sim.begun);
  ASSERT_EQ((int)END_BLOCKED, (int)sim_here(&sim)->end);
  ASSERT_EQ((size_t)0, possible());
  end();
  begin("int x\nThread(i in 1..0) A { x := 1 }");
  ASSERT_EQ((int)END_TERMINAL, (int)sim_here(&sim)->end);
  ASSERT_EQ(-1, failed(NULL));
  end();
  begin("int x\nThread A { x := 1; assume x == 2 }");
  ASSERT(picks("11"));
  ASSERT_EQ((int)END_BLOCKED, (int)sim_here(&sim)->end);
  ASSERT_EQ(-1, failed(NULL));
  end();
  begin("//! options: --no-deadlock\nint x\nThread A { await x == 1 }");
  ASSERT_EQ((int)END_DEADLOCK, (int)sim_here(&sim)->end);
  ASSERT_EQ(-1, failed(NULL));
  end();
  PASS();
}

/* Races and unread messages fail a model that says so, at the step that completes them. */
TEST whole_runs(void) {
  size_t at = 0;
  begin("//! options: --races=error\nint x\nThread(i in 1..2) A { x := 1 }");
  ASSERT(pick(1));
  sim_judge(&sim, 0);
  ASSERT_EQ(-1, failed(&at));
  ASSERT(pick(1));
  sim_judge(&sim, 1);
  ASSERT_EQ((int)FIND_RACE, failed(&at));
  ASSERT_EQ((size_t)2, at);
  ASSERT(sim_ahead(&sim, 0, 1000).found);
  end();
  begin("//! options: --unread=error\nmessage M()\nint x\nThread A { B ! M() }\nThread B { x := 1 }");
  ASSERT(picks("11"));
  sim_judge(&sim, 0);
  ASSERT_EQ((int)FIND_UNREAD, failed(&at));
  end();
  PASS();
}

TEST looks_ahead(void) {
  begin(counter);
  SimAhead h = sim_ahead(&sim, 0, 1000);
  ASSERT(h.found);
  ASSERT_EQ((size_t)4, h.steps);
  ASSERT_EQ((int)FIND_FINALLY, (int)h.what);
  for (int i = 0; i < 4; i++) {              /* as it says, to the end */
    const char *limit;
    h = sim_ahead(&sim, sim.at, 1000);
    ASSERT(h.found);
    ASSERT_EQ((size_t)(4 - i), h.steps);
    ASSERT(sim_step(&sim, h.first, &limit));
  }
  ASSERT_EQ((int)FIND_FINALLY, failed(NULL));
  sim_goto(&sim, 0);
  ASSERT(picks("11"));                       /* one thread is done: nothing can be lost any more */
  h = sim_ahead(&sim, 2, 1000);
  ASSERT(!h.found && h.complete);
  ASSERT_EQ((uint64_t)3, h.states);
  h = sim_ahead(&sim, 0, 2);
  ASSERT(!h.found && !h.complete);
  ASSERT_STR_EQ("states", h.limit);
  end();
  PASS();
}

/* Threads and choices that the machine numbers as it meets them mean the same on the machine that looks ahead. */
TEST looks_ahead_of_spawned(void) {
  begin("int x\nThread(int k) W { x := k }\nThread A { pid p = spawn W(1); pid q = spawn W(2); join p; join q; assert x == 2 }");
  const char *limit;
  size_t left = 9;
  while (failed(NULL) < 0) {
    SimAhead h = sim_ahead(&sim, sim.at, 1000);
    ASSERT(h.found);
    ASSERT(h.steps < left);
    left = h.steps;
    ASSERT(sim_step(&sim, h.first, &limit));
  }
  ASSERT_EQ((int)FIND_ASSERT, failed(NULL));
  end();
  PASS();
}

TEST touches(void) {
  begin("int x, y\nint[2] own\nThread(i in 0..1) A { own[i] := 1; x := 1 }\nThread B { y := 1; y := 2 }");
  ASSERT(!sim_touches_others(&sim, (VmAction){ 0, 0 }));       /* nobody else looks at own[0] */
  ASSERT(!sim_touches_others(&sim, (VmAction){ 2, 0 }));
  ASSERT(pick(1));
  ASSERT(sim_touches_others(&sim, (VmAction){ 0, 0 }));        /* the other one will write x too */
  ASSERT(picks("222"));
  ASSERT(pick(1));
  end();
  begin("message M()\nThread A { B ! M() }\nThread B { receive { M() => { } } }");
  ASSERT(sim_touches_others(&sim, (VmAction){ 0, 0 }));
  end();
  PASS();
}

/* --- the property: at each state of random sessions, what the session says is what a replay of its run says --- */

static const char *const models[] = {
  counter,
  "int x, y\ninvariant sum: x + y < 3\ninvariant order: x >= y\n"
  "Thread(i in 1..2) A { x := x + 1; y := y + 1; x := 0; y := 0 }\n",
  "mutex[2] m\nint x\nThread(i in 0..1) A { lock(m[i]); lock(m[1 - i]); x := x + 1; unlock(m[i]); unlock(m[1 - i]) }\n"
  "finally { assert x == 2 }\n",
  "message Ask(pid who), Answer(int v)\nint got\nfault crash S <= 1\nfault drop Answer <= 1\n"
  "Thread S { loop { receive { Ask(w) => { w ! Answer(choose(1..2)) } } } }\n"
  "Thread(i in 0..1) C { S ! Ask(self); receive { Answer(v) => { got := got + v } after => { got := got - 1 } }\n"
  "assert got != 2 }\n",
  "int x, z\nThread(int k) W { x := x + k; assert x != 4, \"four\" }\n"
  "Thread A { pid p = spawn W(1); pid q = spawn W(3); join p; z := 6 / (x - 1); join q }\n",
  "int x\ninit { x := choose(0..2) }\n"
  "Thread(i in 0..1) A { either { await x > 0; x := x - 1 } or { await x == 0; x := 2 } critical c { skip }; assert x < 2 }\n",
};

static uint64_t state = 7;
static size_t below(size_t n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (size_t)(state >> 33) % n;
}

/* Findings of the steps up to the present one, each once. */
static size_t of_session(ExFindings *all) {
  find_init(all);
  for (size_t i = 0; i <= sim.at; i++)
    for (const ExFinding *f = sim.steps.at[i].found.first; f; f = f->next)
      if (!find_same(all, f)) find_add(all, &model.arena, f);
  return all->count;
}

static ExEnd last_end;
static void on_end(void *ctx, ExRun *run) { (void)ctx, last_end = run->end; }

static bool agrees(void) {
  ExResult r;
  ExFindings mine;
  ExFinding run = sim_run(&sim, &model.arena);
  ExLimits l = sim.limits;
  last_end = END_NONE;
  l.ended = on_end;
  replay_judge(model.program, &l, &run, &model.arena, &r);
  bool same = of_session(&mine) == r.findings.count;
  for (const ExFinding *f = r.findings.first; f; f = f->next) same &= find_same(&mine, f) != NULL;
  for (size_t i = 0; i <= sim.at; i++)
    for (const ExFinding *f = sim.steps.at[i].found.first; f; f = f->next)
      same &= replay_confirm(model.program, &opts.limits, f, &model.arena);
  if (sim_here(&sim)->end != END_NONE) same &= !sim.begun || last_end == sim_here(&sim)->end;
  return same;
}

static bool wander(int moves) {
  for (int i = 0; i < moves; i++) {
    size_t n = possible(), what = below(10);
    if (what < 6 && n) pick(1 + below(n));
    else if (what < 8) sim_goto(&sim, below(sim.at + 1));
    else sim_goto(&sim, sim.at + below(sim_length(&sim) - sim.at + 1));
    if (!agrees()) return false;
  }
  return true;
}

TEST as_the_search_judges(void) {
  size_t met = 0;
  for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
    begin(models[m]);
    for (int i = 0; i < 12; i++) {
      bool same = wander(20);
      if (!same) fprintf(stderr, "model %zu, round %d, step %zu\n", m, i, sim.at);
      ASSERT(same);
      met += sim_failure(&sim, NULL) != NULL;
      sim_goto(&sim, 0);
    }
    end();
  }
  ASSERT(met > 10);                          /* else the property was about nothing */
  PASS();
}

/* A seed gives the same steps, and all steps can be drawn. */
TEST draws(void) {
  VmAction a[4] = { { 0, 0 }, { 0, 1 }, { 0, VM_CRASH }, { 3, 0 } };
  size_t times[4] = { 0 };
  begin(counter);
  for (int i = 0; i < 2000; i++) {
    VmAction x = sim_draw(&sim, a, 4);
    for (int k = 0; k < 4; k++) times[k] += a[k].tid == x.tid && a[k].choice == x.choice;
  }
  ASSERT_EQ((size_t)2000, times[0] + times[1] + times[2] + times[3]);
  ASSERT(times[3] > 900 && times[3] < 1100);
  ASSERT(times[0] > 350 && times[1] > 350);
  ASSERT(times[2] > 20 && times[2] < 150);
  end();
  PASS();
}

SUITE(sim_suite) {
  RUN_TEST(steps);
  RUN_TEST(not_enabled);
  RUN_TEST(back_and_forth);
  RUN_TEST(met_again);
  RUN_TEST(kinds);
  RUN_TEST(ends);
  RUN_TEST(whole_runs);
  RUN_TEST(looks_ahead);
  RUN_TEST(looks_ahead_of_spawned);
  RUN_TEST(touches);
  RUN_TEST(as_the_search_judges);
  RUN_TEST(draws);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(sim_suite);
  GREATEST_MAIN_END();
}
