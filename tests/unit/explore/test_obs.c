/* tests/unit/explore/test_obs.c -- happens-before with observers: edges and observers of sequences made by hand, and whether
 * conditional sleep sets say the same. */
#include "explore/algo/obs.h"
#include "explore/algo/condsleep.h"
#include "tests/greatest.h"
#include "tests/unit/explore/hand.h"

static Hand h;
static Obs obs;
static const char memory_model[] = "int x, y, z\nThread A { x := 1 }\nThread B { y := 1 }\n";

static void open(const char *text) {
  hand(&h, text);
  memset(&obs, 0, sizeof obs);
  if (!obs_open(&obs, &h.run, &h.feet)) abort();
}
static void start(void *none) { (void)none; open(memory_model); }
static void close(void) { obs_close(&obs); hand_done(&h); }
static void end(void *none) { (void)none; close(); }

#define MODE(obj, mode) ((Foot)((obj) << 2 | (mode)))
static Foot several(uint32_t n, const VmAcc *acc) { return foot_of(&h.feet, &(VmEvent){ .nacc = n, .acc = acc }); }
static Foot one(VmOp p) { return foot_of(&h.feet, &(VmEvent){ .nops = 1, .ops = &p }); }

/* "0x 1X 2=x": thread 0 writes x, 1 reads it, 2 does both; '!' is the finally. */
static void sequence(const char *text) {
  uint32_t n = 0;
  obs_room(&obs, 64);
  for (const char *p = text; *p; p++) {
    if (*p == ' ') continue;
    VmTid tid = *p == '!' ? OBS_FINAL : (VmTid)(*p - '0');
    bool rmw = *++p == '=';
    p += rmw;
    uint32_t obj = (uint32_t)(*p | 32) - 'x';
    obs.seq[n++] = (Act){ .tid = tid, .foot = MODE(obj, rmw ? ACC_RW : *p < 'a' ? ACC_R : ACC_W) };
  }
  obs_compute(&obs, n);
}

/* "0-2 1-2": pairs of different threads that are ordered. */
static const char *edges(void) {
  const char *s = "";
  for (uint32_t k = 0; k < obs.n; k++)
    for (uint32_t i = 0; i < k; i++)
      if (obs.seq[i].tid != obs.seq[k].tid && obs_before(&obs, i, k)) s = arena_printf(&h.model.arena, "%s%s%u-%u", s, *s ? " " : "", i, k);
  return s;
}

static const char *heard;
static void hear(void *none, uint32_t at) { (void)none; heard = arena_printf(&h.model.arena, "%s%s%u", heard, *heard ? " " : "", at); }
static uint32_t observer(uint32_t i, uint32_t k) { heard = ""; return obs_observer(&obs, i, k, hear, NULL); }

/* --- memory --- */

TEST writes_that_nobody_reads(void) { sequence("0x 1x"); ASSERT_STR_EQ("", edges()); PASS(); }

TEST writes_and_a_read(void) {
  sequence("0x 1x 2X");
  ASSERT_STR_EQ("0-1 0-2 1-2", edges());
  ASSERT_EQ(2u, observer(0, 1));
  PASS();
}

TEST earlier_writes_among_themselves(void) { sequence("0x 1x 2x 3X"); ASSERT_STR_EQ("0-2 1-2 0-3 1-3 2-3", edges()); PASS(); }

TEST what_is_written_after_the_read(void) { sequence("0x 1X 2x"); ASSERT_STR_EQ("0-1 0-2 1-2", edges()); PASS(); }

TEST a_write_and_its_read(void) {
  sequence("0x 1X");
  ASSERT_STR_EQ("0-1", edges());
  ASSERT_EQ(OBS_NOBODY, observer(0, 1));                     /* unconditional */
  PASS();
}

TEST a_read_and_a_later_write(void) {
  sequence("0X 1x");
  ASSERT_STR_EQ("0-1", edges());
  ASSERT_EQ(OBS_NOBODY, observer(0, 1));
  PASS();
}

TEST reads(void) { sequence("0X 1X"); ASSERT_STR_EQ("", edges()); PASS(); }
TEST other_objects(void) { sequence("0x 1y 2Z"); ASSERT_STR_EQ("", edges()); PASS(); }

TEST cas_after_cas(void) {
  sequence("0=x 1=x");
  ASSERT_STR_EQ("0-1", edges());
  ASSERT_EQ(OBS_NOBODY, observer(0, 1));
  PASS();
}

/* The cas observes the write it reads from, so an earlier one is before that. */
TEST a_cas_observes(void) {
  sequence("0x 1x 2=x");
  ASSERT_STR_EQ("0-1 0-2 1-2", edges());
  ASSERT_EQ(2u, observer(0, 1));
  PASS();
}

TEST all_observers(void) {
  sequence("0x 1x 2X 3X");
  ASSERT_EQ(2u, observer(0, 1));
  ASSERT(strcmp(heard, "2 3") == 0 || strcmp(heard, "3 2") == 0);
  PASS();
}

TEST a_read_of_another_write_observes_nothing(void) {
  sequence("0x 1x 2x 3X");
  ASSERT_EQ(OBS_NOBODY, observer(0, 1));
  ASSERT_EQ(3u, observer(0, 2));
  PASS();
}

/* One object in read/write conflict is enough. */
TEST several_objects_unconditional(void) {
  obs_room(&obs, 3);
  obs.seq[0] = (Act){ .tid = 0, .foot = several(2, (VmAcc[]){ MODE(0, ACC_W), MODE(1, ACC_R) }) };
  obs.seq[1] = (Act){ .tid = 1, .foot = several(2, (VmAcc[]){ MODE(0, ACC_W), MODE(1, ACC_W) }) };
  obs.seq[2] = (Act){ .tid = 2, .foot = MODE(0, ACC_R) };
  ASSERT(obs_compute(&obs, 3));
  ASSERT(obs_before(&obs, 0, 1));
  ASSERT_EQ(OBS_NOBODY, observer(0, 1));
  PASS();
}

TEST several_objects_observed(void) {
  Foot both = several(2, (VmAcc[]){ MODE(0, ACC_W), MODE(1, ACC_W) });
  obs_room(&obs, 4);
  obs.seq[0] = (Act){ .tid = 0, .foot = both };
  obs.seq[1] = (Act){ .tid = 1, .foot = both };
  obs.seq[2] = (Act){ .tid = 2, .foot = MODE(2, ACC_R) };
  obs.seq[3] = (Act){ .tid = 3, .foot = MODE(1, ACC_R) };
  ASSERT(obs_compute(&obs, 4));
  ASSERT(obs_before(&obs, 0, 1));
  ASSERT_EQ(3u, observer(0, 1));
  ASSERT(obs_compute(&obs, 3));                                /* without the read the edge is gone */
  ASSERT_FALSE(obs_before(&obs, 0, 1));
  PASS();
}

TEST a_finally_reads(void) {
  sequence("0x 1x !X");
  ASSERT(obs_before(&obs, 0, 1));
  ASSERT_EQ(2u, observer(0, 1));
  PASS();
}

TEST program_order(void) {
  sequence("0x 0y 1Y");
  ASSERT(obs_before(&obs, 0, 1) && obs_before(&obs, 0, 2));
  PASS();
}

TEST nothing_is_left_of_the_sequence_before(void) {
  sequence("0x 1x 2X");
  sequence("0x 1x");
  ASSERT_STR_EQ("", edges());
  PASS();
}

SUITE(memory) {
  SET_SETUP(start, NULL);
  SET_TEARDOWN(end, NULL);
  RUN_TEST(writes_that_nobody_reads);
  RUN_TEST(writes_and_a_read);
  RUN_TEST(earlier_writes_among_themselves);
  RUN_TEST(what_is_written_after_the_read);
  RUN_TEST(a_write_and_its_read);
  RUN_TEST(a_read_and_a_later_write);
  RUN_TEST(reads);
  RUN_TEST(other_objects);
  RUN_TEST(cas_after_cas);
  RUN_TEST(a_cas_observes);
  RUN_TEST(all_observers);
  RUN_TEST(a_read_of_another_write_observes_nothing);
  RUN_TEST(several_objects_unconditional);
  RUN_TEST(several_objects_observed);
  RUN_TEST(a_finally_reads);
  RUN_TEST(program_order);
  RUN_TEST(nothing_is_left_of_the_sequence_before);
}

/* --- questions --- */

TEST races_are_direct(void) {
  sequence("0x 1X 1y 2Y 2x");
  ASSERT(obs_race(&obs, 0, 1) && obs_race(&obs, 2, 3));
  ASSERT(obs_before(&obs, 0, 3) && !obs_race(&obs, 0, 3));
  ASSERT(obs_before(&obs, 1, 4) && !obs_race(&obs, 1, 4));       /* 2 and 3 are between */
  PASS();
}

TEST predecessors_from_some_place_on(void) {
  sequence("0x 1y 0z 1Z");
  ASSERT(obs_has_before(&obs, 3, 0) && obs_has_before(&obs, 3, 2));
  ASSERT_FALSE(obs_has_before(&obs, 3, 3));
  ASSERT_FALSE(obs_has_before(&obs, 1, 0));
  PASS();
}

/* Rows of several words. */
TEST long_sequences(void) {
  obs_room(&obs, 200);
  for (uint32_t i = 0; i < 200; i++) obs.seq[i] = (Act){ .tid = (VmTid)(i % 2), .foot = 0 };
  obs.seq[70].foot = MODE(0, ACC_W);
  obs.seq[199].foot = MODE(0, ACC_R);
  ASSERT(obs_compute(&obs, 200));
  ASSERT(obs_before(&obs, 0, 199) && obs_before(&obs, 70, 199) && obs_before(&obs, 197, 199));
  ASSERT_FALSE(obs_before(&obs, 72, 199));                     /* of the other thread, after its write */
  ASSERT_FALSE(obs_before(&obs, 68, 197));
  ASSERT(obs_has_before(&obs, 199, 130) && obs_has_before(&obs, 199, 197) && !obs_has_before(&obs, 199, 198));
  PASS();
}

/* Could B have come at the beginning as well as at the end? */
static bool commutes(VmTid tid, Foot foot, const char *text, uint32_t from) {
  sequence(text);
  return obs_commutes(&obs, &(Act){ .tid = tid, .foot = foot }, from);
}

TEST commuting_reads(void) {
  ASSERT(commutes(5, MODE(0, ACC_R), "0X 1y", 0));
  ASSERT_FALSE(commutes(5, MODE(0, ACC_R), "0x 1y", 0));
  ASSERT(commutes(5, MODE(0, ACC_R), "0x 1y", 1));           /* only what is at or after FROM counts */
  PASS();
}

TEST commuting_writes(void) {
  ASSERT(commutes(5, MODE(0, ACC_W), "0x", 0));              /* nobody tells the two apart */
  ASSERT_FALSE(commutes(5, MODE(0, ACC_W), "0X", 0));
  ASSERT_FALSE(commutes(5, MODE(0, ACC_W), "0x 1X", 0));
  ASSERT_FALSE(commutes(5, MODE(0, ACC_W), "0x 1X 2x", 0));
  ASSERT(commutes(5, MODE(0, ACC_W), "0x 1X 2x", 2));
  PASS();
}

TEST commuting_joins(void) {
  Foot join = one((VmOp){ .kind = EV_JOIN, .peer = 1 });
  ASSERT_FALSE(commutes(5, join, "0x 1y", 0));
  ASSERT(commutes(5, join, "0x 1y 0x", 2));
  PASS();
}

SUITE(questions) {
  SET_SETUP(start, NULL);
  SET_TEARDOWN(end, NULL);
  RUN_TEST(races_are_direct);
  RUN_TEST(predecessors_from_some_place_on);
  RUN_TEST(long_sequences);
  RUN_TEST(commuting_reads);
  RUN_TEST(commuting_writes);
  RUN_TEST(commuting_joins);
}

/* --- mailboxes and threads: what was executed, as a sequence --- */

#define MAIL "message M(int n), N()\nint x\n"

static void executed(const char *text, const char *steps) {
  open(text);
  hand_steps(&h, steps);
  obs_room(&obs, (uint32_t)h.hb.n);
  for (uint32_t i = 0; i < h.hb.n; i++) obs.seq[i] = hand_act(&h, i);
  obs_compute(&obs, (uint32_t)h.hb.n);
}

#define DONE() do { close(); PASS(); } while (0)

TEST sends_that_nobody_compares(void) {
  executed(MAIL "Thread A { C ! M(1) }\nThread B { C ! M(2) }\nThread C { receive { M(_) => { } } }\n", "AB");
  ASSERT_STR_EQ("", edges());
  DONE();
}

TEST sends_that_a_receive_compares(void) {
  executed(MAIL "Thread A { C ! M(1) }\nThread B { C ! M(2) }\nThread C { receive { M(_) => { } }; x := 1 }\n", "ABC");
  ASSERT_STR_EQ("0-1 0-2", edges());
  ASSERT_EQ(2u, observer(0, 1));
  ASSERT_EQ(OBS_NOBODY, observer(0, 2));                     /* a send and its receive */
  DONE();
}

/* It does not matter whether the second one came before or after the receive. */
TEST a_send_after_the_receive(void) {
  executed(MAIL "Thread A { C ! M(1) }\nThread B { C ! M(2) }\nThread C { receive { M(_) => { } }; x := 1 }\n", "ACB");
  ASSERT(obs_before(&obs, 0, 2));
  ASSERT_FALSE(obs_before(&obs, 1, 2));
  ASSERT_EQ(1u, observer(0, 2));
  DONE();
}

TEST sends_that_do_not_match(void) {
  executed(MAIL "Thread A { C ! N() }\nThread B { C ! M(2) }\nThread C { receive { N() => { } }; receive { M(_) => { } }; x := 1 }\n", "ABCC");
  ASSERT_FALSE(obs_before(&obs, 0, 1));
  ASSERT(obs_before(&obs, 0, 2) && obs_before(&obs, 1, 3));
  ASSERT_FALSE(obs_before(&obs, 1, 2));
  DONE();
}

/* A younger message that was taken first cannot tell: it was gone. */
TEST taken_by_an_earlier_receive(void) {
  executed(MAIL "Thread A { C ! M(1) }\nThread B { C ! M(2) }\nThread C { receive { M(2) => { } }; receive { M(_) => { } }; x := 1 }\n", "ABCC");
  ASSERT_FALSE(obs_before(&obs, 0, 1));
  DONE();
}

TEST received_later(void) {
  executed(MAIL "Thread A { C ! M(1) }\nThread B { C ! M(2) }\nThread C { receive { M(_) => { } }; receive { M(_) => { } }; x := 1 }\n", "ABCC");
  ASSERT(obs_before(&obs, 0, 1));
  ASSERT_EQ(2u, observer(0, 1));
  DONE();
}

TEST another_mailbox(void) {
  executed(MAIL "Thread A { C ! M(1) }\nThread B { D ! M(1) }\nThread C { receive { M(_) => { } }; x := 1 }\nThread D { receive { M(_) => { } }; x := 1 }\n", "ABCD");
  ASSERT_FALSE(obs_before(&obs, 0, 1) || obs_before(&obs, 0, 3));
  DONE();
}

TEST nothing_found(void) {
  executed(MAIL "Thread A { C ! M(1) }\nThread C { receive { M(_) => { } after => { } }; x := 1 }\n", "CA");
  ASSERT(obs_before(&obs, 0, 1));
  ASSERT_EQ(OBS_NOBODY, observer(0, 1));
  DONE();
}

TEST nothing_found_that_matches(void) {
  executed(MAIL "Thread A { C ! M(1) }\nThread C { receive { M(2) => { } after => { } }; x := 1 }\n", "CA");
  ASSERT_FALSE(obs_before(&obs, 0, 1));
  DONE();
}

TEST spawned_and_joined(void) {
  open("int x, y\nThread() W { y := 1; y := 2 }\nThread A { pid p = spawn W(); join p; x := 2 }\n");
  hand_step(&h, "A");
  hand_step(&h, "W#1");
  hand_step(&h, "W#1");
  hand_step(&h, "A");
  obs_room(&obs, 4);
  for (uint32_t i = 0; i < 4; i++) obs.seq[i] = hand_act(&h, i);
  ASSERT(obs_compute(&obs, 4));
  ASSERT_STR_EQ("0-1 0-2 1-3 2-3", edges());
  ASSERT_EQ(OBS_NOBODY, observer(2, 3));
  DONE();
}

TEST locks(void) {
  executed("mutex m\nint x\nThread A { lock(m); unlock(m) }\nThread B { lock(m); unlock(m) }\n", "AABB");
  ASSERT_STR_EQ("0-2 1-2 0-3 1-3", edges());
  ASSERT_EQ(OBS_NOBODY, observer(1, 2));
  DONE();
}

TEST commuting_sends(void) {
  executed(MAIL "Thread A { C ! M(1) }\nThread B { C ! M(2); x := 1 }\nThread C { receive { M(_) => { } }; x := 1 }\n", "ACB");
  Act b = hand_act(&h, 2);
  ASSERT(obs_compute(&obs, 1));
  ASSERT(obs_commutes(&obs, &b, 0));
  ASSERT(obs_compute(&obs, 2));                                /* with the receive it would have been taken instead */
  ASSERT_FALSE(obs_commutes(&obs, &b, 0));
  DONE();
}

SUITE(operations) {
  RUN_TEST(sends_that_nobody_compares);
  RUN_TEST(sends_that_a_receive_compares);
  RUN_TEST(a_send_after_the_receive);
  RUN_TEST(sends_that_do_not_match);
  RUN_TEST(taken_by_an_earlier_receive);
  RUN_TEST(received_later);
  RUN_TEST(another_mailbox);
  RUN_TEST(nothing_found);
  RUN_TEST(nothing_found_that_matches);
  RUN_TEST(spawned_and_joined);
  RUN_TEST(locks);
  RUN_TEST(commuting_sends);
}

/* --- both answers to one question --- */

static uint32_t lot;
static uint32_t below(uint32_t n) { lot = lot * 1664525u + 1013904223u; return (lot >> 16) % n; }

/* algorithms.md 3.2: is B a weak initial of the sequence? */
static bool weak(const Act *b) {
  for (uint32_t j = 0; j < obs.n; j++) if (obs.seq[j].tid == b->tid) return !obs_has_before(&obs, j, 0);
  return obs_commutes(&obs, b, 0);
}

/* Sleepers are what a thread does first, wherever it does it. */
TEST the_same_as_conditional_sleep_sets(void) {
  static const unsigned modes[] = { ACC_R, ACC_W, ACC_W, ACC_RW };
  unsigned yes = 0, no = 0;
  lot = 7;
  obs_room(&obs, 16);
  for (int round = 0; round < 50000; round++) {
    Foot first[5];
    bool began[5] = { false };
    Act s[5];
    uint32_t n = below(9), ns = 0;
    for (VmTid t = 0; t < 5; t++) first[t] = MODE(below(2), modes[below(4)]);
    for (uint32_t i = 0; i < n; i++) {
      VmTid t = (VmTid)below(5);
      obs.seq[i] = (Act){ .tid = t, .foot = began[t] ? MODE(below(2), modes[below(4)]) : first[t] };
      began[t] = true;
    }
    ASSERT(obs_compute(&obs, n));
    bool any = false;
    for (VmTid t = 0; t < 5; t++) {
      if (below(3)) continue;
      s[ns++] = (Act){ .tid = t, .foot = first[t] };
      any |= weak(&s[ns - 1]);
    }
    ASSERT_EQ(any, cond_redundant(&h.feet, s, ns, obs.seq, n));
    any ? yes++ : no++;
  }
  ASSERT(yes > 1000 && no > 1000);
  PASS();
}

SUITE(both) {
  SET_SETUP(start, NULL);
  SET_TEARDOWN(end, NULL);
  RUN_TEST(the_same_as_conditional_sleep_sets);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(memory);
  RUN_SUITE(questions);
  RUN_SUITE(both);
  SET_SETUP(NULL, NULL);
  SET_TEARDOWN(NULL, NULL);
  RUN_SUITE(operations);
  GREATEST_MAIN_END();
}
