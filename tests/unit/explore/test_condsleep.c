/* tests/unit/explore/test_condsleep.c -- conditional sleep sets, rule by rule. */
#include "explore/algo/condsleep.h"
#include "tests/greatest.h"
#include "tests/unit/explore/hand.h"

static Hand h;
enum { X = 0, Y = 1 };
#define R(obj) ((Foot)((obj) << 2 | ACC_R))
#define W(obj) ((Foot)((obj) << 2 | ACC_W))
#define RW(obj) ((Foot)((obj) << 2 | ACC_RW))

static void start(void *none) { (void)none; hand(&h, "int x, y\nThread A { x := 1 }\nThread B { y := 1 }\n"); }
static void end(void *none) { (void)none; hand_done(&h); }

static Act act(VmTid tid, Foot foot) { return (Act){ .tid = tid, .foot = foot }; }
static Act bound(VmTid tid, Foot foot, uint32_t obj) { return (Act){ .tid = tid, .foot = foot, .bound = true, .unless = obj }; }
static Act debt(uint32_t obj) { return (Act){ .tid = COND_DEBT, .bound = true, .unless = obj }; }
static Foot several(uint32_t n, const VmAcc *acc) { return foot_of(&h.feet, &(VmEvent){ .nacc = n, .acc = acc }); }

/* One sleeper and one event: "redundant", "awake", "asleep", "unless 0" or "debt 0". */
static const char *after(Act b, Act x, bool seen) {
  uint32_t n = 1;
  if (!cond_step(&h.feet, &b, &n, &x, seen)) return "redundant";
  if (!n) return "awake";
  if (b.tid == COND_DEBT) return arena_printf(&h.model.arena, "debt %u", b.unless);
  return b.bound ? arena_printf(&h.model.arena, "unless %u", b.unless) : "asleep";
}

/* --- rules --- */

TEST reads_pay(void) {
  ASSERT_STR_EQ("awake", after(debt(X), act(1, R(X)), false));
  ASSERT_STR_EQ("awake", after(debt(X), act(1, RW(X)), false));    /* reads before it writes */
  ASSERT_STR_EQ("debt 0", after(debt(X), act(1, R(Y)), false));
  ASSERT_STR_EQ("awake", after(debt(X), act(1, several(2, (VmAcc[]){ X << 2 | ACC_R, Y << 2 | ACC_R })), false));
  PASS();
}

TEST a_write_before_the_debt_is_paid(void) {
  ASSERT_STR_EQ("redundant", after(debt(X), act(1, W(X)), false));
  ASSERT_STR_EQ("redundant", after(debt(X), act(1, W(X)), true));
  ASSERT_STR_EQ("debt 0", after(debt(X), act(1, W(Y)), true));
  PASS();
}

TEST a_write_over_a_sleeping_write(void) {
  ASSERT_STR_EQ("unless 0", after(act(0, W(X)), act(1, W(X)), false));
  ASSERT_STR_EQ("asleep", after(act(0, W(X)), act(1, W(Y)), false));
  PASS();
}

TEST a_write_that_is_read_wakes(void) {
  ASSERT_STR_EQ("awake", after(act(0, W(X)), act(1, W(X)), true));
  ASSERT_STR_EQ("awake", after(bound(0, W(X), X), act(1, W(X)), true));
  ASSERT_STR_EQ("asleep", after(act(0, W(X)), act(1, W(Y)), true));
  PASS();
}

TEST its_own_event(void) {
  ASSERT_STR_EQ("redundant", after(act(0, W(X)), act(0, W(X)), false));
  ASSERT_STR_EQ("redundant", after(act(0, R(X)), act(0, R(X)), false));
  PASS();
}

TEST its_own_event_under_a_condition(void) {
  ASSERT_STR_EQ("debt 0", after(bound(0, W(X), X), act(0, W(X)), false));
  PASS();
}

TEST its_own_event_with_another_choice(void) {
  ASSERT_STR_EQ("awake", after(act(0, 0), (Act){ .tid = 0, .choice = 1 }, false));
  PASS();
}

TEST conflicts_wake(void) {
  ASSERT_STR_EQ("awake", after(act(0, R(X)), act(1, W(X)), false));
  ASSERT_STR_EQ("awake", after(act(0, W(X)), act(1, R(X)), false));
  ASSERT_STR_EQ("awake", after(act(0, RW(X)), act(1, RW(X)), false));
  ASSERT_STR_EQ("awake", after(act(0, RW(X)), act(1, W(X)), false));     /* the sleeper reads what is written */
  ASSERT_STR_EQ("awake", after(act(0, W(X)), act(1, RW(X)), false));
  ASSERT_STR_EQ("awake", after(bound(0, W(X), X), act(1, R(X)), false));
  PASS();
}

TEST the_others_sleep_on(void) {
  ASSERT_STR_EQ("asleep", after(act(0, R(X)), act(1, R(X)), false));
  ASSERT_STR_EQ("asleep", after(act(0, R(X)), act(1, W(Y)), false));
  ASSERT_STR_EQ("asleep", after(act(0, 0), act(1, W(X)), false));
  ASSERT_STR_EQ("asleep", after(act(0, W(X)), act(1, 0), false));
  PASS();
}

TEST several_reads(void) {
  Foot both = several(2, (VmAcc[]){ X << 2 | ACC_R, Y << 2 | ACC_R });
  ASSERT_STR_EQ("awake", after(act(0, both), act(1, W(Y)), false));
  ASSERT_STR_EQ("awake", after(act(0, W(Y)), act(1, both), false));
  ASSERT_STR_EQ("asleep", after(act(0, both), act(1, R(Y)), false));
  PASS();
}

TEST joins(void) {
  Foot join = foot_of(&h.feet, &(VmEvent){ .nops = 1, .ops = &(VmOp){ .kind = EV_JOIN, .peer = 0 } });
  ASSERT_STR_EQ("awake", after(act(0, W(X)), act(1, join), false));
  ASSERT_STR_EQ("awake", after(act(1, join), act(0, W(X)), false));
  ASSERT_STR_EQ("asleep", after(act(1, join), act(2, W(X)), false));
  PASS();
}

/* Each of a set on its own; those that stay keep their order. */
TEST a_whole_set(void) {
  Act s[] = { act(0, R(X)), act(1, W(Y)), debt(Y), act(2, W(X)) }, x = act(3, W(X));
  uint32_t n = 4;
  ASSERT(cond_step(&h.feet, s, &n, &x, false));
  ASSERT_EQ(3u, n);
  ASSERT(s[0].tid == 1 && !s[0].bound && s[1].tid == COND_DEBT && s[2].tid == 2 && s[2].bound && s[2].unless == X);
  PASS();
}

SUITE(rules) {
  SET_SETUP(start, NULL);
  SET_TEARDOWN(end, NULL);
  RUN_TEST(reads_pay);
  RUN_TEST(a_write_before_the_debt_is_paid);
  RUN_TEST(a_write_over_a_sleeping_write);
  RUN_TEST(a_write_that_is_read_wakes);
  RUN_TEST(its_own_event);
  RUN_TEST(its_own_event_under_a_condition);
  RUN_TEST(its_own_event_with_another_choice);
  RUN_TEST(conflicts_wake);
  RUN_TEST(the_others_sleep_on);
  RUN_TEST(several_reads);
  RUN_TEST(joins);
  RUN_TEST(a_whole_set);
}

/* --- sequences --- */

/* "0x 1X": thread 0 writes x, thread 1 reads it; a leading '=' reads and writes. */
static uint32_t sequence(const char *text, Act *v) {
  uint32_t n = 0;
  for (const char *p = text; *p; p++) {
    if (*p == ' ') continue;
    VmTid tid = (VmTid)(*p++ - '0');
    bool rmw = *p == '=';
    p += rmw;
    uint32_t obj = (uint32_t)(*p | 32) - 'x';
    v[n++] = act(tid, rmw ? RW(obj) : *p < 'a' ? R(obj) : W(obj));
  }
  return n;
}

static bool redundant(const char *sleepers, const char *text) {
  Act s[16], v[16];
  uint32_t n = sequence(sleepers, s), len = sequence(text, v);
  return cond_redundant(&h.feet, s, n, v, len);
}

TEST nobody_sleeps(void) { ASSERT_FALSE(redundant("", "0x")); PASS(); }

TEST never_woken(void) {
  ASSERT(redundant("0x", ""));
  ASSERT(redundant("0x", "1y"));
  PASS();
}

TEST woken(void) {
  ASSERT_FALSE(redundant("0x", "1X"));
  ASSERT_FALSE(redundant("0x", "1X 0x"));
  ASSERT(redundant("0x", "0x 1X"));
  PASS();
}

TEST all_must_wake(void) {
  ASSERT(redundant("0x 1y", "2X"));
  ASSERT_FALSE(redundant("0x 1y", "2X 2Y"));
  PASS();
}

/* Writes that nobody reads can be swapped: 0's could have come first. */
TEST unread_writes(void) {
  ASSERT(redundant("0x", "1x 0x"));
  ASSERT(redundant("0x", "1x"));
  PASS();
}

TEST the_later_one_is_read(void) { ASSERT_FALSE(redundant("0x", "1x 0x 2X")); PASS(); }
TEST the_earlier_one_is_read(void) { ASSERT_FALSE(redundant("0x", "1x 2X 0x")); PASS(); }
TEST a_third_one_is_read(void) { ASSERT(redundant("0x", "1x 0x 2x 3X")); PASS(); }

/* Once awake it does not fall asleep again, whatever is written later. */
TEST woken_for_good(void) { ASSERT_FALSE(redundant("0x", "2x 3X 1x 0x")); PASS(); }

TEST a_cas_tells_them_apart(void) {
  ASSERT_FALSE(redundant("0=x", "1=x 0=x"));
  ASSERT_FALSE(redundant("0x", "1x 0x 2=x"));
  PASS();
}

TEST other_objects_do_not_help(void) { ASSERT(redundant("0x", "1x 0x 2Y")); PASS(); }

SUITE(sequences) {
  SET_SETUP(start, NULL);
  SET_TEARDOWN(end, NULL);
  RUN_TEST(nobody_sleeps);
  RUN_TEST(never_woken);
  RUN_TEST(woken);
  RUN_TEST(all_must_wake);
  RUN_TEST(unread_writes);
  RUN_TEST(the_later_one_is_read);
  RUN_TEST(the_earlier_one_is_read);
  RUN_TEST(a_third_one_is_read);
  RUN_TEST(woken_for_good);
  RUN_TEST(a_cas_tells_them_apart);
  RUN_TEST(other_objects_do_not_help);
}

/* --- where they apply --- */

static bool plain(Foot f) { Act a = act(0, f); return cond_plain(&h.feet, &a); }
static Foot one(VmOp o) { return foot_of(&h.feet, &(VmEvent){ .nops = 1, .ops = &o }); }

TEST applies(void) {
  ASSERT(plain(0) && plain(R(X)) && plain(W(X)) && plain(RW(X)));
  ASSERT(plain(several(2, (VmAcc[]){ X << 2 | ACC_R, Y << 2 | ACC_R })));
  ASSERT(plain(one((VmOp){ .kind = EV_SPAWN, .peer = 1 })) && plain(one((VmOp){ .kind = EV_JOIN, .peer = 1 })));
  PASS();
}

TEST does_not_apply(void) {
  ASSERT_FALSE(plain(several(2, (VmAcc[]){ X << 2 | ACC_W, Y << 2 | ACC_W })));
  ASSERT_FALSE(plain(several(2, (VmAcc[]){ X << 2 | ACC_R, Y << 2 | ACC_W })));
  ASSERT_FALSE(plain(one((VmOp){ .kind = EV_SEND, .peer = 1, .copies = 1, .msg = 8 })));
  ASSERT_FALSE(plain(one((VmOp){ .kind = EV_AFTER, .peer = 0 })));
  ASSERT_FALSE(plain(foot_of(&h.feet, &(VmEvent){ .nacc = 1, .acc = (VmAcc[]){ X << 2 | ACC_R }, .nops = 1, .ops = &(VmOp){ .kind = EV_JOIN, .peer = 1 } })));
  PASS();
}

SUITE(scope) {
  SET_SETUP(start, NULL);
  SET_TEARDOWN(end, NULL);
  RUN_TEST(applies);
  RUN_TEST(does_not_apply);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(rules);
  RUN_SUITE(sequences);
  RUN_SUITE(scope);
  GREATEST_MAIN_END();
}
