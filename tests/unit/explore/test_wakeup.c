/* tests/unit/explore/test_wakeup.c -- footprints as one word; weak initials; wakeup trees and what is put into them. */
#include "explore/algo/wakeup.h"
#include "tests/greatest.h"
#include "tests/unit/explore/hand.h"

static Hand h;
static Wake w;
enum { X = 0, Y = 1, Z = 2 };                /* locations of the model */

static void start(void *none) {
  (void)none;
  hand(&h, "int x, y, z\nmessage M(int n), N()\nThread() W { x := 1 }\nThread A { x := 1 }\nThread B { receive { M(1) => { } after => { } } }\n"
           "Thread C { atomic { x := 1; y := 1 } }\n");
  wake_init(&w, &h.feet);
}

static void end(void *none) {
  (void)none;
  wake_deinit(&w);
  hand_done(&h);
}

/* --- footprints --- */

static Foot several(uint32_t nacc, const VmAcc *acc) { return foot_of(&h.feet, &(VmEvent){ .nacc = nacc, .acc = acc }); }
static Foot op(VmOp o) { return foot_of(&h.feet, &(VmEvent){ .nops = 1, .ops = &o }); }
static Foot send(VmTid to, Word msg) { return op((VmOp){ .kind = EV_SEND, .peer = to, .copies = 1, .msg = msg }); }
#define R(obj) ((Foot)((obj) << 2 | ACC_R))
#define W(obj) ((Foot)((obj) << 2 | ACC_W))
#define RW(obj) ((Foot)((obj) << 2 | ACC_RW))

TEST nothing_is_zero(void) {
  ASSERT_EQ(0u, foot_of(&h.feet, &(VmEvent){ .nacc = 0 }));
  ASSERT_EQ(0u, op((VmOp){ .kind = EV_SEND, .peer = 1, .copies = 0, .msg = 8 }));    /* dropped: nobody can notice */
  ASSERT_FALSE(foot_dependent(&h.feet, 0, 0, 1, W(X)));
  PASS();
}

TEST one_access_is_inline(void) {
  ASSERT_EQ(W(Y), several(1, (VmAcc[]){ Y << 2 | ACC_W }));
  ASSERT_EQ((size_t)0, h.feet.n);
  VmEvent e;
  FootRoom room;
  foot_get(&h.feet, W(Y), &room, &e);
  ASSERT_EQ(1u, e.nacc);
  ASSERT_EQ((VmAcc)(Y << 2 | ACC_W), e.acc[0]);
  ASSERT_EQ(0u, e.nops);
  PASS();
}

TEST inline_dependence(void) {
  ASSERT(foot_dependent(&h.feet, 0, R(X), 1, W(X)) && foot_dependent(&h.feet, 0, W(X), 1, R(X)) && foot_dependent(&h.feet, 0, W(X), 1, W(X)));
  ASSERT(foot_dependent(&h.feet, 0, RW(X), 1, R(X)));
  ASSERT_FALSE(foot_dependent(&h.feet, 0, R(X), 1, R(X)));
  ASSERT_FALSE(foot_dependent(&h.feet, 0, W(X), 1, W(Y)));
  PASS();
}

TEST lives(void) {
  Foot spawn = op((VmOp){ .kind = EV_SPAWN, .peer = 2 }), join = op((VmOp){ .kind = EV_JOIN, .peer = 2 });
  ASSERT_NEQ(spawn, join);
  ASSERT_EQ((size_t)0, h.feet.n);                            /* both inline */
  VmEvent e;
  FootRoom room;
  foot_get(&h.feet, spawn, &room, &e);
  ASSERT(e.nops == 1 && e.ops[0].kind == EV_SPAWN && e.ops[0].peer == 2);
  foot_get(&h.feet, join, &room, &e);
  ASSERT(e.nops == 1 && e.ops[0].kind == EV_JOIN && e.ops[0].peer == 2);
  PASS();
}

TEST lives_depend_on_their_thread(void) {
  Foot join = op((VmOp){ .kind = EV_JOIN, .peer = 2 });
  ASSERT(foot_dependent(&h.feet, 0, join, 2, W(X)) && foot_dependent(&h.feet, 2, W(X), 0, join));
  ASSERT(foot_dependent(&h.feet, 0, join, 2, 0));            /* whatever it does */
  ASSERT_FALSE(foot_dependent(&h.feet, 0, join, 1, W(X)));
  ASSERT_FALSE(foot_dependent(&h.feet, 0, join, 1, join));   /* two may wait for one */
  PASS();
}

TEST watching(void) {
  ASSERT(foot_watches(&h.feet, op((VmOp){ .kind = EV_JOIN, .peer = 2 }), 2));
  ASSERT_FALSE(foot_watches(&h.feet, op((VmOp){ .kind = EV_JOIN, .peer = 2 }), 1));
  ASSERT_FALSE(foot_watches(&h.feet, op((VmOp){ .kind = EV_SPAWN, .peer = 2 }), 2));
  PASS();
}

TEST sets_are_kept_once(void) {
  const VmAcc both[] = { X << 2 | ACC_W, Y << 2 | ACC_R }, other[] = { X << 2 | ACC_W, Y << 2 | ACC_W };
  Foot a = several(2, both);
  ASSERT(a & FOOT_SET);
  ASSERT_EQ(a, several(2, both));
  ASSERT_NEQ(a, several(2, other));
  VmEvent e;
  FootRoom room;
  foot_get(&h.feet, a, &room, &e);
  ASSERT(e.nacc == 2 && e.nops == 0 && memcmp(e.acc, both, sizeof both) == 0);
  PASS();
}

TEST many_sets(void) {
  Foot f[300];
  for (uint32_t i = 0; i < 300; i++) f[i] = several(2, (VmAcc[]){ i << 2 | ACC_R, (i + 1 + i % 7) << 2 | ACC_W });
  for (uint32_t i = 0; i < 300; i++) ASSERT_EQ(f[i], several(2, (VmAcc[]){ i << 2 | ACC_R, (i + 1 + i % 7) << 2 | ACC_W }));
  ASSERT_EQ((size_t)300, h.feet.n);
  PASS();
}

TEST sets_depend_by_object(void) {
  Foot a = several(2, (VmAcc[]){ X << 2 | ACC_W, Y << 2 | ACC_R });
  ASSERT(foot_dependent(&h.feet, 0, a, 1, W(Y)) && foot_dependent(&h.feet, 1, R(X), 0, a));
  ASSERT_FALSE(foot_dependent(&h.feet, 0, a, 1, R(Y)));
  ASSERT_FALSE(foot_dependent(&h.feet, 0, a, 1, W(Z)));
  PASS();
}

/* The place in the mailbox is no part of what others notice. */
TEST places_are_left_out(void) {
  VmOp r = { .kind = EV_RECEIVE, .peer = 1, .copies = 1, .msg = 8, .pos = 3, .receive = 1 };
  Foot a = op(r);
  r.pos = 0;
  ASSERT_EQ(a, op(r));
  r.copies = 0;                                              /* looked at and left there */
  ASSERT_NEQ(a, op(r));
  PASS();
}

TEST sends(void) {
  ASSERT(foot_dependent(&h.feet, 0, send(1, 8), 2, send(1, 8)));
  ASSERT_FALSE(foot_dependent(&h.feet, 0, send(1, 8), 2, send(0, 8)));
  Foot take = op((VmOp){ .kind = EV_RECEIVE, .peer = 1, .copies = 1, .msg = 8 });
  ASSERT(foot_takes(&h.feet, send(1, 8), take));
  ASSERT_FALSE(foot_takes(&h.feet, send(1, 12), take));
  ASSERT_FALSE(foot_takes(&h.feet, send(0, 8), take));
  ASSERT_FALSE(foot_dependent(&h.feet, 0, send(1, 8), 1, take));   /* it takes an older one, whatever is sent */
  PASS();
}

SUITE(footprints) {
  SET_SETUP(start, NULL);
  SET_TEARDOWN(end, NULL);
  RUN_TEST(nothing_is_zero);
  RUN_TEST(one_access_is_inline);
  RUN_TEST(inline_dependence);
  RUN_TEST(lives);
  RUN_TEST(lives_depend_on_their_thread);
  RUN_TEST(watching);
  RUN_TEST(sets_are_kept_once);
  RUN_TEST(many_sets);
  RUN_TEST(sets_depend_by_object);
  RUN_TEST(places_are_left_out);
  RUN_TEST(sends);
}

/* --- weak initials --- */

static Act act(VmTid tid, Foot foot) { return (Act){ .tid = tid, .foot = foot }; }

static Initial is(Act b, const Act *v, uint32_t n) { return weak_initial(&h.feet, &b, v, n); }

TEST first_of_its_thread(void) {
  const Act v[] = { { .tid = 0, .foot = W(X) }, { .tid = 1, .foot = W(Y) } };
  ASSERT_EQ(INITIAL_IN, is(act(0, W(X)), v, 2));
  ASSERT_EQ(INITIAL_IN, is(act(1, W(Y)), v, 2));
  PASS();
}

TEST something_before_it(void) {
  const Act v[] = { { .tid = 0, .foot = W(X) }, { .tid = 1, .foot = R(X) } };
  ASSERT_EQ(INITIAL_NO, is(act(1, R(X)), v, 2));
  PASS();
}

/* What comes after its own event in v does not matter. */
TEST something_after_it(void) {
  const Act v[] = { { .tid = 0, .foot = W(X) }, { .tid = 1, .foot = R(X) } };
  ASSERT_EQ(INITIAL_IN, is(act(0, W(X)), v, 2));
  PASS();
}

TEST not_in_it(void) {
  const Act v[] = { { .tid = 0, .foot = W(X) }, { .tid = 1, .foot = W(Y) } };
  ASSERT_EQ(INITIAL_ADDED, is(act(2, W(Z)), v, 2));
  ASSERT_EQ(INITIAL_NO, is(act(2, R(Y)), v, 2));
  ASSERT_EQ(INITIAL_ADDED, is(act(2, R(Y)), v, 0));
  PASS();
}

TEST another_choice(void) {
  const Act v[] = { { .tid = 0, .choice = 1, .foot = 0 } };
  ASSERT_EQ(INITIAL_NO, is((Act){ .tid = 0, .choice = 0 }, v, 1));
  ASSERT_EQ(INITIAL_IN, is((Act){ .tid = 0, .choice = 1 }, v, 1));
  PASS();
}

/* A run may end without: a crash that v does not have is another run. */
TEST crashes_are_not_added(void) {
  const Act v[] = { { .tid = 0, .foot = W(X) } };
  ASSERT_EQ(INITIAL_NO, is((Act){ .tid = 1, .choice = VM_CRASH }, v, 1));
  ASSERT_EQ(INITIAL_NO, is((Act){ .tid = 0, .choice = VM_CRASH }, v, 1));
  const Act c[] = { { .tid = 0, .foot = W(X) }, { .tid = 1, .choice = VM_CRASH } };
  ASSERT_EQ(INITIAL_IN, is((Act){ .tid = 1, .choice = VM_CRASH }, c, 2));
  PASS();
}

TEST waits_for_an_event(void) {
  const Act v[] = { { .tid = 0, .foot = W(X) }, { .tid = 1, .foot = W(Y) } };
  ASSERT_EQ(INITIAL_NO, is(act(2, op((VmOp){ .kind = EV_JOIN, .peer = 1 })), v, 2));
  ASSERT_EQ(INITIAL_ADDED, is(act(2, op((VmOp){ .kind = EV_JOIN, .peer = 3 })), v, 2));
  PASS();
}

SUITE(initials) {
  SET_SETUP(start, NULL);
  SET_TEARDOWN(end, NULL);
  RUN_TEST(first_of_its_thread);
  RUN_TEST(something_before_it);
  RUN_TEST(something_after_it);
  RUN_TEST(not_in_it);
  RUN_TEST(another_choice);
  RUN_TEST(crashes_are_not_added);
  RUN_TEST(waits_for_an_event);
}

/* --- trees --- */

/* "0(1 2(3))": threads, with what is below them. */
static const char *shown(uint32_t list) {
  const char *s = "";
  for (uint32_t c = list; c; c = w.node[c].next) {
    const char *below = shown(w.node[c].child);
    s = arena_printf(&h.model.arena, "%s%s%u%s%s%s", s, *s ? " " : "", w.node[c].act.tid, *below ? "(" : "", below, *below ? ")" : "");
  }
  return s;
}

static uint32_t tree;
static bool whole;

/* Thread i of "012" writes object W[i] or, written as a capital letter, reads it: "0x 1X". */
static bool insert(const char *text) {
  Act v[16];
  uint32_t n = 0;
  for (const char *p = text; *p; p += p[2] ? 3 : 2) {
    bool reads = p[1] < 'a';
    v[n++] = act((VmTid)(p[0] - '0'), reads ? R((uint32_t)(p[1] - 'X')) : W((uint32_t)(p[1] - 'x')));
  }
  return wake_insert(&w, &tree, v, n, &whole);
}

static void start_tree(void *none) { start(none); tree = 0; whole = false; }

TEST into_nothing(void) {
  ASSERT(insert("0x 1x 2y"));
  ASSERT_STR_EQ("0(1(2))", shown(tree));
  ASSERT(whole);
  PASS();
}

TEST beside(void) {
  ASSERT(insert("0x") && insert("1x 0x"));
  ASSERT_STR_EQ("0 1(0)", shown(tree));
  ASSERT(whole);
  PASS();
}

TEST covered_by_a_leaf(void) {
  ASSERT(insert("0x") && insert("1y 0x 1z"));                /* what begins with 0x will be run, and that can */
  ASSERT_STR_EQ("0", shown(tree));
  ASSERT_FALSE(whole);                                       /* other continuations of the leaf come first */
  PASS();
}

TEST just_what_a_leaf_stands_for(void) {
  ASSERT(insert("0x 1y") && insert("1y 0x"));
  ASSERT_STR_EQ("0(1)", shown(tree));
  ASSERT(whole);
  PASS();
}

/* The branch has an event that v has not: what is explored are sequences with it. */
TEST covered_by_more(void) {
  ASSERT(insert("0x 1y") && insert("1y"));                   /* all of v is there, and more */
  ASSERT_STR_EQ("0(1)", shown(tree));
  ASSERT_FALSE(whole);
  PASS();
}

TEST part_of_a_branch(void) {
  ASSERT(insert("0x 1x 2x") && insert("0x 1x"));
  ASSERT_STR_EQ("0(1(2))", shown(tree));
  ASSERT_FALSE(whole);                                       /* only what goes on with 2 is there */
  PASS();
}

TEST below_a_node(void) {
  ASSERT(insert("0x 1x") && insert("0x 2x"));
  ASSERT_STR_EQ("0(1 2)", shown(tree));
  ASSERT_FALSE(whole);
  PASS();
}

TEST two_levels_down(void) {
  ASSERT(insert("0x 1x 2x") && insert("0x 1x 3x 2x") && insert("0x 2x 1x"));
  ASSERT_STR_EQ("0(1(2 3(2)) 2(1))", shown(tree));
  PASS();
}

/* Nodes that could come first are taken out of v wherever they are in it. */
TEST taken_out_of_the_middle(void) {
  ASSERT(insert("0x 1x") && insert("2y 0x 2x"));
  ASSERT_STR_EQ("0(1 2(2))", shown(tree));
  PASS();
}

TEST leftmost_that_fits(void) {
  ASSERT(insert("0x 1x") && insert("1x 0x") && insert("1x 2x 0x"));
  ASSERT_STR_EQ("0(1) 1(0 2(0))", shown(tree));
  PASS();
}

TEST no_second_try(void) {                                   /* a child that fits is entered, whatever its siblings */
  ASSERT(insert("0X 2x") && insert("2x") && insert("0X 1X"));
  ASSERT_STR_EQ("0(2 1) 2", shown(tree));
  PASS();
}

TEST taking(void) {
  Act a;
  ASSERT(insert("0x 1x") && insert("1x 0x"));
  uint32_t below = wake_take(&w, &tree, &a);
  ASSERT(a.tid == 0 && a.foot == W(X));
  ASSERT_STR_EQ("1", shown(below));
  ASSERT_STR_EQ("1(0)", shown(tree));
  PASS();
}

TEST taking_the_last(void) {
  Act a;
  ASSERT(insert("0x"));
  ASSERT_EQ(0u, wake_take(&w, &tree, &a));
  ASSERT_EQ(0u, tree);
  PASS();
}

TEST nodes_are_used_again(void) {
  Act a;
  ASSERT(insert("0x 1x 2x") && insert("1x 0x"));
  size_t n = w.n;
  wake_drop(&w, wake_take(&w, &tree, &a));
  wake_drop(&w, tree);
  tree = 0;
  ASSERT(insert("0x 1x 2x") && insert("1x 0x"));
  ASSERT_EQ(n, w.n);
  ASSERT_STR_EQ("0(1(2)) 1(0)", shown(tree));
  PASS();
}

TEST dropping_leaves_the_rest(void) {
  uint32_t other = 0;
  ASSERT(insert("0x 1x") && wake_append(&w, &other, &(Act){ .tid = 3 }) && wake_append(&w, &other, &(Act){ .tid = 4 }));
  wake_drop(&w, tree);
  ASSERT_STR_EQ("3 4", shown(other));
  PASS();
}

TEST grafts(void) {
  const Act v[] = { { .tid = 2 }, { .tid = 3 } };
  ASSERT(insert("0x 1x"));
  ASSERT(wake_graft(&w, &tree, tree, v, 2));
  ASSERT_STR_EQ("0(1 2(3))", shown(tree));
  ASSERT(wake_graft(&w, &tree, 0, v, 2));
  ASSERT_STR_EQ("0(1 2(3)) 2(3)", shown(tree));
  PASS();
}

TEST without(void) {
  Act v[] = { { .tid = 0 }, { .tid = 1, .choice = 1 }, { .tid = 1, .choice = 2 } };
  ASSERT_EQ(3u, wake_without(v, 3, 2));
  ASSERT_EQ(2u, wake_without(v, 3, 1));
  ASSERT(v[0].tid == 0 && v[1].choice == 2);                 /* the first of its thread goes */
  PASS();
}

/* Many, so that the pool moves while branches hang in it. */
TEST many(void) {
  for (unsigned i = 0; i < 200; i++) {
    Act v[3] = { { .tid = 0, .foot = W(X) }, { .tid = (VmTid)(i + 1), .foot = W(X) }, { .tid = 0, .foot = W(Y) } };
    ASSERT(wake_insert(&w, &tree, v, 3, &whole));
  }
  uint32_t n = 0;
  for (uint32_t c = w.node[tree].child; c; c = w.node[c].next) ASSERT_EQ(++n, w.node[c].act.tid);
  ASSERT_EQ(200u, n);
  ASSERT_EQ(0u, w.node[tree].next);
  PASS();
}

/* What could not be inserted leaves the tree as it was, and nothing is lost. */
TEST refused(void) {
  ASSERT(insert("0x 1x"));
  size_t cap = w.cap, n = w.n;
  w.cap = w.n;                                               /* full: the next node needs memory */
  h.mem.fail_after = 1;
  ASSERT_FALSE(insert("0x 2x 1x"));
  w.cap = cap;
  ASSERT_STR_EQ("0(1)", shown(tree));
  ASSERT_EQ(n, w.n);
  PASS();
}

SUITE(trees) {
  SET_SETUP(start_tree, NULL);
  SET_TEARDOWN(end, NULL);
  RUN_TEST(into_nothing);
  RUN_TEST(beside);
  RUN_TEST(covered_by_a_leaf);
  RUN_TEST(just_what_a_leaf_stands_for);
  RUN_TEST(covered_by_more);
  RUN_TEST(part_of_a_branch);
  RUN_TEST(below_a_node);
  RUN_TEST(two_levels_down);
  RUN_TEST(taken_out_of_the_middle);
  RUN_TEST(leftmost_that_fits);
  RUN_TEST(no_second_try);
  RUN_TEST(taking);
  RUN_TEST(taking_the_last);
  RUN_TEST(nodes_are_used_again);
  RUN_TEST(dropping_leaves_the_rest);
  RUN_TEST(grafts);
  RUN_TEST(without);
  RUN_TEST(many);
  RUN_TEST(refused);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(footprints);
  RUN_SUITE(initials);
  RUN_SUITE(trees);
  GREATEST_MAIN_END();
}
