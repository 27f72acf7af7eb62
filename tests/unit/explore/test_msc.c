/* tests/unit/explore/test_msc.c -- message charts. */
#include "tests/greatest.h"
#include "tests/unit/explore/shown.h"

static char *chart(const char *model, const char *options) {
  static char text[400000];
  Shown s;
  text[0] = 0;
  if (shown_open(&s, model, options) && s.c.nfindings && s.r.traces[0]) {
    rep_msc(&s.c, s.r.traces[0], s.out);
    snprintf(text, sizeof text, "%s", shown_text(&s));
  }
  shown_close(&s);
  return text;
}

static size_t widest(const char *text) {
  size_t most = 0;
  for (const char *s = text; *s; s += strcspn(s, "\n") + (s[strcspn(s, "\n")] == '\n'))
    if (strcspn(s, "\n") > most) most = strcspn(s, "\n");
  return most;
}

static const char *const two = "message Ping(int n), Pong()\n"
                               "Thread A { B ! Ping(1); B ! Ping(2); receive { Pong() => { } }; receive { Pong() => { } } }\n"
                               "Thread B { receive { Ping(2) => { } }; A ! Pong() }\n";

TEST messages_are_arrows_that_name_their_send(void) {
  ASSERT_STR_EQ("     A                               B\n"
                "  1  |---------- Ping(1) ---------->?|\n"
                "  2  |---------- Ping(2) ----------->|\n"
                "  3  |                               * <2 Ping(2)\n"
                "  4  |<----------- Pong() -----------|\n"
                "     |                               = ends\n"
                "  5  * <4 Pong()\n"
                "     ? waits for Pong(): its mail...\n"
                "  * <n receives what step n sent   ->? is not received in this run   ? waits\n", chart(two, ""));
  PASS();
}

TEST values_are_dotted_where_there_are_no_messages(void) {
  const char *text = chart("int x\nmutex m\nThread A { lock(m); x := 1; unlock(m) }\n"
                           "Thread B { lock(m); assert x == 0; unlock(m) }\n", "--bfs");
  ASSERT(strstr(text, "  1  o locks m      |\n"
                      "  2  o x := 1       |\n"
                      "  3  o unlocks m    |\n"
                      "     = ends         |\n"
                      "  4  |.. locks m ..>#\n"
                      "  5  |... x = 1 ...>#\n"));
  ASSERT(strstr(text, "! fails"));
  ASSERT(strstr(text, "# holds a lock"));
  PASS();
}

TEST lost_and_doubled(void) {
  const char *text = chart("message M(), N(), E()\nfault drop M\nfault duplicate N\nThread A { B ! M(); B ! N(); B ! E() }\n"
                           "Thread B { receive { E() => { } }; receive { N() => { } }; receive { N() => { } after => { exit } }\n"
                           "receive { M() => { } after => { assert false } } }\n", "");
  ASSERT(strstr(text, "--x|"));
  ASSERT(strstr(text, "->>|"));
  ASSERT(strstr(text, "-x is lost"));
  ASSERT(strstr(text, "->> arrives twice"));
  PASS();
}

TEST starts_ends_and_crashes(void) {
  const char *const model = "fault crash W\nint x\nThread M { pid p = spawn W(1); join p; assert x == 1 }\nThread(int n) W { x := n; x := 2 }\n";
  const char *text = chart(model, "--bfs");
  ASSERT(strstr(text, "  1  |======== starts =========>|\n"));
  ASSERT(strstr(text, "X crashes"));
  ASSERT(strstr(text, "... x = 0") == NULL);               /* the initial value comes from nobody */
  text = chart("Thread M { pid p = spawn W(1); join p; assert false }\nThread(int n) W { skip }\n", "");
  ASSERT(strstr(text, "  2  |<========= has ended ==========|\n"));
  PASS();
}

TEST long_texts_are_cut(void) {
  const char *text = chart("message Message_with_a_very_long_name_indeed(int a, int b)\n"
                           "Thread Sender_with_a_long_name { Receiver ! Message_with_a_very_long_name_indeed(123456789012345678901234567890, 2); await false }\n"
                           "Thread Receiver { receive { Message_with_a_very_long_name_indeed(_, _) => { } } }\n", "--width 50");
  ASSERT(strstr(text, "Message_w"));
  ASSERT(strstr(text, "... "));
  ASSERT(widest(text) <= 60);                /* the legend is no part of the chart */
  PASS();
}

TEST many_threads_share_a_lane(void) {
  const char *text = chart("message M(int i)\nThread(i in 1..200) W { Hub ! M(i) }\nThread Hub { for i in 1..200 { receive { M(_) => { } } }; assert false }\n",
                           "--algo naive --full");
  ASSERT(strstr(text, "others"));
  ASSERT(strstr(text, "W[150]: "));
  ASSERT(widest(text) <= 100);
  PASS();
}

TEST threads_without_steps_are_named(void) {
  const char *text = chart("message M()\nThread A { B ! M() }\nThread B { receive { M() => { assert false } } }\n"
                           "Thread(i in 1..9) C { await false }\n", "");
  ASSERT(strstr(text, "not shown, as nothing happens there: C[1], C[2], C[3], C[4], C[5] and 4 more"));
  PASS();
}

TEST long_runs_lose_their_middle(void) {
  const char *text = chart("int x\nThread A { for i in 1..900 { x := i }; assert false }\n", "");
  ASSERT(strstr(text, "rows left out (--full shows them)"));
  ASSERT(strstr(chart("message M()\nThread A { for i in 1..100 { B ! M(); x := i } }\nint x\n"
                      "Thread B { for i in 1..100 { receive { M() => { } } }; assert false }\n", ""), "100 steps without messages are left out"));
  PASS();
}

TEST any_width_will_do(void) {
  for (int w = 1; w < 140; w += 7) {
    char options[40];
    snprintf(options, sizeof options, "--width %d", w < 40 ? 40 : w);
    ASSERT(strstr(chart(two, options), "Ping"));
  }
  PASS();
}

TEST a_cycle_is_marked(void) {
  const char *text = chart("bool f\nThread A { loop { f := true; f := false } }\nThread B { await f && !f }\n", "--progress");
  ASSERT(strstr(text, "==== steps ") || strstr(text, "==== step "));
  PASS();
}

SUITE(msc) {
  RUN_TEST(messages_are_arrows_that_name_their_send);
  RUN_TEST(values_are_dotted_where_there_are_no_messages);
  RUN_TEST(lost_and_doubled);
  RUN_TEST(starts_ends_and_crashes);
  RUN_TEST(long_texts_are_cut);
  RUN_TEST(many_threads_share_a_lane);
  RUN_TEST(threads_without_steps_are_named);
  RUN_TEST(long_runs_lose_their_middle);
  RUN_TEST(any_width_will_do);
  RUN_TEST(a_cycle_is_marked);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(msc);
  GREATEST_MAIN_END();
}
