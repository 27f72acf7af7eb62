/* tests/unit/explore/test_hb.c -- happens-before of executions stepped by hand: clocks, races, what is undone on the way back. */
#include "explore/algo/hb.h"
#include "tests/greatest.h"
#include "tests/unit/explore/hand.h"

static Hand h;
static bool before(uint32_t i, uint32_t k) { return hb_before(&h.hb, i, k); }

#define DONE() do { hand_done(&h); PASS(); } while (0)

/* --- memory --- */

TEST a_read_after_a_write(void) {
  hand(&h, "int x, y, z\nThread A { y := 1; x := 1 }\nThread B { int l = x; z := l }\n");
  hand_steps(&h, "AAB");
  ASSERT(before(0, 1) && before(1, 2) && before(0, 2));
  ASSERT_STR_EQ("1", hand_races(&h, 2));
  DONE();
}

TEST different_objects(void) {
  hand(&h, "int x, y\nThread A { y := 1 }\nThread B { x := 1 }\n");
  hand_steps(&h, "AB");
  ASSERT_FALSE(before(0, 1));
  ASSERT_STR_EQ("", hand_races(&h, 1));
  DONE();
}

TEST reads_are_not_ordered(void) {
  hand(&h, "int x, p, q\nThread A { p := x }\nThread B { q := x }\nThread C { x := 1 }\n");
  hand_steps(&h, "ABC");
  ASSERT_FALSE(before(0, 1));
  ASSERT_STR_EQ("0 1", hand_races(&h, 2));                   /* the write races with both */
  DONE();
}

TEST itself(void) {
  hand(&h, "int x\nThread A { x := 1; x := 2 }\n");
  hand_steps(&h, "AA");
  ASSERT(before(0, 0) && before(1, 1));
  ASSERT_FALSE(before(1, 0));
  ASSERT_EQ(0u, h.hb.ev[0].index);
  ASSERT_EQ(1u, h.hb.ev[1].index);
  ASSERT_EQ(1u, h.hb.ev[1].prev);
  DONE();
}

/* The write of A is before that of C by way of B's read. */
TEST nothing_may_be_between(void) {
  hand(&h, "int x, p\nThread A { x := 1 }\nThread B { p := x }\nThread C { x := 2 }\n");
  hand_steps(&h, "ABC");
  ASSERT(before(0, 2));
  ASSERT_STR_EQ("1", hand_races(&h, 2));
  DONE();
}

TEST nothing_between_in_its_own_thread(void) {
  hand(&h, "int x\nThread A { x := 1 }\nThread B { x := x + 1 }\n");
  hand_steps(&h, "ABB");
  ASSERT_STR_EQ("0", hand_races(&h, 1));
  ASSERT_STR_EQ("", hand_races(&h, 2));
  DONE();
}

/* Two reasons are one race. */
TEST once(void) {
  hand(&h, "int x, y\nThread A { atomic { x := 1; y := 1 } }\nThread B { atomic { x := 2; y := 2 } }\n");
  hand_steps(&h, "AB");
  ASSERT_EQ(1u, h.hb.ev[1].nraces);
  DONE();
}

/* Of two direct predecessors one may be before the other. */
TEST between_by_another_object(void) {
  hand(&h, "int x, y, p\nThread A { x := 1; y := 1 }\nThread B { atomic { p := x + y } }\nThread C { skip; y := 3 }\n");
  hand_steps(&h, "AACB");
  ASSERT(before(0, 2) && before(1, 2));
  ASSERT_STR_EQ("2", hand_races(&h, 3));                     /* x := 1 is before y := 3 too */
  DONE();
}

TEST what_a_thread_knows(void) {
  hand(&h, "int x, y, z\nThread A { x := 1 }\nThread B { y := x; z := 1 }\n");
  hand_step(&h, "A");
  VmTid b = hand_tid(&h, "B");
  ASSERT_FALSE(hb_known(&h.hb, 0, b));
  hand_step(&h, "B");
  ASSERT(hb_known(&h.hb, 0, b));
  DONE();
}

SUITE(memory) {
  RUN_TEST(a_read_after_a_write);
  RUN_TEST(different_objects);
  RUN_TEST(reads_are_not_ordered);
  RUN_TEST(itself);
  RUN_TEST(nothing_may_be_between);
  RUN_TEST(nothing_between_in_its_own_thread);
  RUN_TEST(once);
  RUN_TEST(between_by_another_object);
  RUN_TEST(what_a_thread_knows);
}

/* --- mailboxes --- */

#define MAIL "message M(int n), N()\nint x\n"

TEST sends_to_one_mailbox(void) {
  hand(&h, MAIL "Thread A { C ! M(1) }\nThread B { C ! M(2); A ! M(3) }\nThread C { receive { M(_) => { } } }\n");
  hand_steps(&h, "AB");
  ASSERT(before(0, 1));
  ASSERT_STR_EQ("0", hand_races(&h, 1));
  hand_step(&h, "B");
  ASSERT_STR_EQ("", hand_races(&h, 2));                      /* another mailbox */
  DONE();
}

TEST a_receive_after_its_send(void) {
  hand(&h, MAIL "Thread A { C ! M(1) }\nThread B { C ! N() }\nThread C { receive { N() => { } }; receive { M(_) => { } } }\n");
  hand_steps(&h, "AB");
  uint32_t r = hand_step(&h, "C");
  ASSERT(before(1, r));
  ASSERT_EQ(1u, (uint32_t)h.hb.mail[hand_tid(&h, "C")].n);
  ASSERT_EQ(0u, h.hb.mail[hand_tid(&h, "C")].at[0]);         /* the message of A is left */
  ASSERT(h.hb.ev[r].taken);
  DONE();
}

TEST the_sender_of_what_is_there(void) {
  hand(&h, MAIL "Thread A { C ! M(1) }\nThread B { C ! N() }\nThread C { receive { N() => { x := 1 } } }\n");
  hand_steps(&h, "AB");
  VmEvent e;
  ASSERT_EQ(VM_OK, vm_peek(h.run.vm, hand_tid(&h, "C"), 0, &e));
  ASSERT_EQ(2u, hb_sender(&h.hb, &e, 0));
  ASSERT(hb_waits_for_message(&h.hb, &e));
  DONE();
}

/* A receive and a later send commute. */
TEST later_sends(void) {
  hand(&h, MAIL "Thread A { C ! M(1) }\nThread B { C ! M(2) }\nThread C { receive { M(_) => { } }; x := 1 }\n");
  hand_steps(&h, "ACB");
  ASSERT_FALSE(before(1, 2));
  ASSERT_STR_EQ("0", hand_races(&h, 2));                     /* the two sends */
  DONE();
}

TEST nothing_found_then_sent(void) {
  hand(&h, MAIL "Thread A { C ! M(1) }\nThread C { receive { M(1) => { } after => { } }; x := 1 }\n");
  hand_steps(&h, "CA");
  ASSERT(before(0, 1));
  ASSERT_STR_EQ("0", hand_races(&h, 1));
  DONE();
}

TEST nothing_found_and_not_meant(void) {
  hand(&h, MAIL "Thread A { C ! M(2) }\nThread C { receive { M(1) => { } after => { } }; x := 1 }\n");
  hand_steps(&h, "CA");
  ASSERT_FALSE(before(0, 1));
  hand_back(&h, 0);
  hand_steps(&h, "AC");                                      /* nor the other way round */
  ASSERT_FALSE(before(0, 1));
  DONE();
}

/* Both receives of one block find the mailbox without what the block took before. */
TEST two_in_one_block(void) {
  hand(&h, MAIL "Thread A { C ! M(1) }\nThread B { C ! N() }\n"
           "Thread C { atomic { receive { M(_) => { } }; receive { N() => { } } }; x := 1 }\n");
  hand_steps(&h, "ABC");
  ASSERT(before(0, 2) && before(1, 2));
  ASSERT_EQ((size_t)0, h.hb.mail[hand_tid(&h, "C")].n);
  hand_back(&h, 2);
  ASSERT_EQ((size_t)2, h.hb.mail[hand_tid(&h, "C")].n);
  ASSERT_EQ(0u, h.hb.mail[hand_tid(&h, "C")].at[0]);
  ASSERT_EQ(1u, h.hb.mail[hand_tid(&h, "C")].at[1]);
  DONE();
}

TEST a_taken_message_comes_back_to_its_place(void) {
  hand(&h, MAIL "Thread A { C ! M(1); C ! N(); C ! M(2) }\nThread C { receive { N() => { } }; x := 1 }\n");
  hand_steps(&h, "AAAC");
  hand_back(&h, 3);
  const HbList *mail = &h.hb.mail[hand_tid(&h, "C")];
  ASSERT_EQ((size_t)3, mail->n);
  for (uint32_t i = 0; i < 3; i++) ASSERT_EQ(i, mail->at[i]);
  DONE();
}

TEST the_mailbox_of_the_dead(void) {
  hand(&h, MAIL "Thread A { C ! M(1); C ! M(2) }\nThread C { x := 1 }\n");
  VmTid c = hand_tid(&h, "C");
  hand_steps(&h, "AC");
  ASSERT_EQ((size_t)0, h.hb.mail[c].n);                      /* ended: what was left is gone */
  hand_step(&h, "A");
  ASSERT_EQ((size_t)0, h.hb.mail[c].n);
  ASSERT_STR_EQ("", hand_races(&h, 2));
  hand_back(&h, 1);
  ASSERT_EQ((size_t)1, h.hb.mail[c].n);
  DONE();
}

TEST two_copies(void) {
  hand(&h, MAIL "fault duplicate M <= 1\nThread A { C ! M(1) }\nThread C { receive { M(_) => { } }; receive { M(_) => { } }; x := 1 }\n");
  hand_choose(&h, "A", 1);
  ASSERT_EQ((size_t)2, h.hb.mail[hand_tid(&h, "C")].n);
  hand_steps(&h, "CC");
  ASSERT(before(0, 1) && before(0, 2));
  DONE();
}

SUITE(mailboxes) {
  RUN_TEST(sends_to_one_mailbox);
  RUN_TEST(a_receive_after_its_send);
  RUN_TEST(the_sender_of_what_is_there);
  RUN_TEST(later_sends);
  RUN_TEST(nothing_found_then_sent);
  RUN_TEST(nothing_found_and_not_meant);
  RUN_TEST(two_in_one_block);
  RUN_TEST(a_taken_message_comes_back_to_its_place);
  RUN_TEST(the_mailbox_of_the_dead);
  RUN_TEST(two_copies);
}

/* --- threads and locks --- */

TEST spawned_then_joined(void) {
  hand(&h, "int x, y\nThread() W { y := 1 }\nThread A { x := 1; pid p = spawn W(); join p; x := 2 }\n");
  hand_steps(&h, "AA");
  hand_step(&h, "W#1");
  hand_step(&h, "A");
  ASSERT(before(1, 2) && before(0, 2));                      /* the spawn, and what was before it */
  ASSERT_EQ(0u, h.hb.ev[2].index);
  ASSERT(before(2, 3));
  ASSERT_STR_EQ("2", hand_races(&h, 3));
  DONE();
}

TEST joined_by_another(void) {
  hand(&h, "int x, y\nThread A { x := 1 }\nThread B { join A; y := 1 }\nThread C { y := 2 }\n");
  hand_steps(&h, "ACB");
  ASSERT(before(0, 2));
  ASSERT_FALSE(before(1, 2));
  DONE();
}

/* A look whether a thread has ended, which found it running, is before what the thread does next. */
TEST looked_at_and_not_ended(void) {
  hand(&h, "int x, y\nThread A { x := 1 }\nThread B { either { join A } or { skip }; y := 1 }\n");
  hand_choose(&h, "B", 1);
  ASSERT(h.ev.nops == 1 && h.ev.ops[0].kind == EV_JOIN);
  hand_step(&h, "A");
  ASSERT(before(0, 1));
  ASSERT_STR_EQ("0", hand_races(&h, 1));
  DONE();
}

/* More threads than the rows of clocks had room for. */
TEST wider_rows(void) {
  hand(&h, "int[40] a\nThread(int i) W { a[i] := 1 }\nThread A { for i in 1..30 { _ := spawn W(i) }; int s = 0; for i in 1..30 { s := s + a[i] } }\n");
  char name[16];
  uint32_t stride = h.hb.stride;
  for (int i = 1; i <= 30; i++) {
    hand_step(&h, "A");
    snprintf(name, sizeof name, "W#%d", i);
    hand_step(&h, name);
  }
  ASSERT(h.hb.stride > stride);
  for (uint32_t i = 0; i < 60; i++)
    for (uint32_t k = i; k < 60; k++) ASSERT_EQ(i == k || i % 2 == 0, before(i, k));
  uint32_t r = hand_step(&h, "A");
  ASSERT(before(1, r) && !before(3, r));
  DONE();
}

#define LOCKS "mutex m, n\nint x\n"

TEST owners(void) {
  hand(&h, LOCKS "Thread A { lock(m); unlock(m) }\nThread B { lock(n); lock(m); unlock(m); unlock(n) }\n");
  hand_steps(&h, "AABB");
  ASSERT_EQ(0u, h.hb.ev[0].owner);
  ASSERT_EQ(0u, h.hb.ev[2].owner);                           /* another mutex */
  ASSERT_EQ(1u, h.hb.ev[3].owner);                           /* A's lock, not its unlock */
  ASSERT_STR_EQ("1", hand_races(&h, 3));
  ASSERT_NEQ(UINT32_MAX, h.hb.ev[3].lock);
  DONE();
}

TEST owners_come_back(void) {
  hand(&h, LOCKS "Thread A { lock(m); unlock(m) }\nThread B { lock(m); unlock(m); x := 1 }\nThread C { lock(m); unlock(m); x := 2 }\n");
  hand_steps(&h, "AABB");
  hand_back(&h, 2);
  hand_step(&h, "C");
  ASSERT_EQ(1u, h.hb.ev[2].owner);
  DONE();
}

TEST owners_by_trylock(void) {
  hand(&h, LOCKS "Thread A { if trylock(m) { unlock(m) } }\nThread B { lock(m); unlock(m) }\nThread C { _ := trylock(m); x := 1 }\n");
  hand_step(&h, "A");
  hand_step(&h, "C");                                        /* fails: only looks */
  hand_steps(&h, "AB");
  ASSERT_EQ(1u, h.hb.ev[3].owner);
  DONE();
}

TEST owners_by_an_atomic_block(void) {
  hand(&h, LOCKS "Thread A { atomic { lock(m); x := 1 }; unlock(m) }\nThread B { lock(m); unlock(m) }\n");
  hand_steps(&h, "AAB");
  ASSERT_EQ(UINT32_MAX, h.hb.ev[0].lock);                    /* no plain lock */
  ASSERT_EQ(1u, h.hb.ev[2].owner);
  DONE();
}

TEST what_is_fixed(void) {
  hand(&h, LOCKS "Thread A { x := 1; _ := cas(x, 1, 2); lock(m); unlock(m); atomic { await x == 2; x := 3 }; _ := choose(bool); await x == 3; x := 4 }\n");
  hand_steps(&h, "AAAAAAAA");
  const bool fixed[] = { true, false, true, true, false, false, false, true };
  for (int i = 0; i < 8; i++) ASSERT_EQ(fixed[i], h.hb.ev[i].fixed);
  DONE();
}

TEST an_init_with_choices_is_before_all(void) {
  hand(&h, "int x, y\ninit { x := choose(0..1) }\nThread A { y := 1 }\nThread B { y := 2 }\n");
  VmAction a;
  ASSERT_EQ(VM_OK, vm_some_action(h.run.vm, 0, &a));
  h.mark[0] = vm_save(h.run.vm);
  ASSERT_EQ(VM_OK, vm_step(h.run.vm, a.tid, a.choice, &h.ev));
  ASSERT(hb_push(&h.hb, &h.ev));
  hand_step(&h, "B");
  ASSERT(before(0, 1));
  ASSERT_STR_EQ("", hand_races(&h, 1));
  hand_back(&h, 0);
  ASSERT_EQ(0u, h.hb.init);
  DONE();
}

SUITE(threads) {
  RUN_TEST(spawned_then_joined);
  RUN_TEST(joined_by_another);
  RUN_TEST(looked_at_and_not_ended);
  RUN_TEST(wider_rows);
  RUN_TEST(owners);
  RUN_TEST(owners_come_back);
  RUN_TEST(owners_by_trylock);
  RUN_TEST(owners_by_an_atomic_block);
  RUN_TEST(what_is_fixed);
  RUN_TEST(an_init_with_choices_is_before_all);
}

/* --- going back --- */

/* All that later events depend on, as text. */
static const char *frontier(void) {
  Arena *a = &h.model.arena;
  const BcProgram *p = h.model.program;
  const char *s = arena_printf(a, "%zu %zu %zu %zu;", h.hb.n, h.hb.nrace, h.hb.naccess, h.hb.nlog);
  for (uint32_t i = 0; i < OBJ_COUNT(p); i++) if (h.hb.write[i] || h.hb.reads[i]) s = arena_printf(a, "%s %u:%u,%u", s, i, h.hb.write[i], h.hb.reads[i]);
  for (uint32_t i = 0; i < p->nlocs; i++) if (h.hb.owner[i]) s = arena_printf(a, "%s o%u:%u", s, i, h.hb.owner[i]);
  for (unsigned t = 0; t <= VM_MAX_THREADS; t++) {
    if (h.hb.last[t]) s = arena_printf(a, "%s last %u:%u", s, t, h.hb.last[t]);
    const HbList *const l[] = { &h.hb.sends[t], &h.hb.mail[t], &h.hb.afters[t], &h.hb.watch[t] };
    for (int k = 0; k < 4; k++)
      for (size_t i = 0; i < l[k]->n; i++) s = arena_printf(a, "%s %c%u:%u", s, "smaw"[k], t, l[k]->at[i]);
  }
  return s;
}

/* Each prefix of each of these is left and come back to. */
static const struct { const char *text, *steps; } runs[] = {
  { "int x, y\nThread A { x := 1; y := x }\nThread B { y := 1; x := y }\n", "ABABAB" },
  { "mutex m\nint x\nThread A { lock(m); x := 1; unlock(m) }\nThread B { lock(m); x := 2; unlock(m) }\n", "AAABBB" },
  { MAIL "Thread A { C ! M(1); C ! M(2); C ! N() }\nThread B { C ! N() }\n"
    "Thread C { receive { N() => { } }; receive { N() => { } after => { } }; receive { M(_) => { } } }\n", "ABACACC" },
  { MAIL "Thread A { C ! M(1) }\nThread C { receive { M(_) => { } after => { } }; join A; x := 1 }\nThread B { atomic { C ! M(2); x := 2 } }\n", "CABCC" },
  { "int x, y\nThread A { x := 1 }\nThread B { either { skip } or { join A }; y := 1 }\n", "BAB" },
};

TEST every_prefix(void) {
  for (size_t r = 0; r < sizeof runs / sizeof *runs; r++) {
    const char *at[16], *steps = runs[r].steps, *races[16];
    uint64_t hash[16];
    uint32_t n = (uint32_t)strlen(steps);
    hand(&h, runs[r].text);
    for (uint32_t i = 0; i < n; i++) {
      at[i] = frontier();
      hand_step(&h, (char[]){ steps[i], 0 });
      hash[i] = hb_hash(&h.hb, i);
      races[i] = hand_races(&h, i);
    }
    for (uint32_t to = 0; to < n; to++) {
      hand_back(&h, to);
      ASSERT_STR_EQm(steps, at[to], frontier());
      hand_steps(&h, steps + to);
      for (uint32_t i = to; i < n; i++) {
        ASSERT_EQm(steps, hash[i], hb_hash(&h.hb, i));
        ASSERT_STR_EQm(steps, races[i], hand_races(&h, i));
      }
    }
    hand_done(&h);
  }
  PASS();
}

TEST back_to_where_we_are(void) {
  hand(&h, "int x\nThread A { x := 1; x := 2 }\n");
  hand_step(&h, "A");
  const char *f = frontier();
  hb_pop(&h.hb, 1);
  hb_pop(&h.hb, 7);
  ASSERT_STR_EQ(f, frontier());
  DONE();
}

TEST hashes_do_not_see_the_order(void) {
  hand(&h, "int x, y, z\nThread A { x := 1; z := 1 }\nThread B { y := 1; z := 2 }\n");
  hand_steps(&h, "ABAB");
  uint64_t b = hb_hash(&h.hb, 3);
  hand_back(&h, 0);
  hand_steps(&h, "BAAB");
  ASSERT_EQ(b, hb_hash(&h.hb, 3));
  hand_back(&h, 2);
  hand_steps(&h, "BA");                                      /* the other order of z is another past */
  ASSERT_NEQ(b, hb_hash(&h.hb, 2));
  DONE();
}

/* Refused at every request, then once more: nothing is left of the first try. */
TEST refused(void) {
  for (uint64_t n = 1; n < 30; n++) {
    hand(&h, MAIL "Thread A { C ! M(1) }\nThread C { receive { M(_) => { } }; x := 1 }\n");
    h.mem.fail_after = n;
    uint32_t pushed = 0;
    const char *const names[] = { "A", "C", "C" };
    for (int i = 0; i < 3; i++) {
      if (vm_step(h.run.vm, hand_tid(&h, names[i]), 0, &h.ev) != VM_OK || !hb_push(&h.hb, &h.ev)) break;
      pushed++;
    }
    if (!h.mem.refused) ASSERT_EQ(3u, pushed);
    hand_done(&h);                                           /* asserts that all of it is given back */
  }
  PASS();
}

SUITE(back) {
  RUN_TEST(every_prefix);
  RUN_TEST(back_to_where_we_are);
  RUN_TEST(hashes_do_not_see_the_order);
  RUN_TEST(refused);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(memory);
  RUN_SUITE(mailboxes);
  RUN_SUITE(threads);
  RUN_SUITE(back);
  GREATEST_MAIN_END();
}
