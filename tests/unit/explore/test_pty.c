/* tests/unit/explore/test_pty.c -- `dmc sim` with somebody at a terminal: keys go in, the screen is read, and the terminal's mode
 * must be what it was, however the session ends. */
#include <ctype.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include "explore/commands.h"
#include "tests/greatest.h"

#define PATIENCE 60                          /* seconds for an answer; sanitizers are slow */

static struct {
  int master, slave;
  pid_t child;
  struct termios before;
  char text[1 << 20];            /* all that came to the screen */
  size_t len, seen;              /* what was expected already is before `seen` */
  char model[100];
} screen;

/* --- the terminal --- */

static void rest(long milliseconds) { nanosleep(&(struct timespec){ milliseconds / 1000, milliseconds % 1000 * 1000000 }, NULL); }

static void child(const char *model, const char *term) {
  char *argv[] = { (char *)model, NULL };
  setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
  setenv("TERM", term, 1);
  int code = cmd_sim(1, argv);
  exit(fflush(stdout) ? 99 : code);
}

static void start_as(const char *text, unsigned short columns, const char *term) {
  struct winsize size = { .ws_row = 24, .ws_col = columns };
  strcpy(screen.model, "/tmp/dmc-pty-XXXXXX");
  int fd = mkstemp(screen.model);
  if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text) || close(fd) != 0) abort();
  screen.len = screen.seen = 0;
  fflush(stdout);
  if (openpty(&screen.master, &screen.slave, NULL, NULL, &size) != 0) abort();
  tcgetattr(screen.slave, &screen.before);
  screen.child = fork();
  if (screen.child == 0) {
    close(screen.master);
    setsid();
    if (ioctl(screen.slave, TIOCSCTTY, 0) != 0) _exit(99);
    for (int i = 0; i < 3; i++) dup2(screen.slave, i);
    close(screen.slave);
    child(screen.model, term);
  }
}

static void start(const char *text) { start_as(text, 80, "xterm"); }

/* One gulp of what the session prints. False: nothing came in time. */
static bool listen(int milliseconds) {
  struct pollfd p = { .fd = screen.master, .events = POLLIN };
  if (poll(&p, 1, milliseconds) <= 0) return false;
  ssize_t n = read(screen.master, screen.text + screen.len, sizeof screen.text - screen.len - 1);
  if (n <= 0) return false;
  screen.len += (size_t)n;
  screen.text[screen.len] = 0;
  return true;
}

/* Waits until TEXT stands on the screen after what was expected before. */
static bool shows(const char *text) {
  screen.text[screen.len] = 0;
  for (int i = 0; i < PATIENCE * 10;) {
    char *at = strstr(screen.text + screen.seen, text);
    if (at) return screen.seen = (size_t)(at - screen.text) + strlen(text), true;
    if (!listen(100)) i++;
  }
  fprintf(stderr, "the screen lacks \"%s\" after:\n%s\n", text, screen.text + screen.seen);
  return false;
}

static bool type(const char *keys) { return write(screen.master, keys, strlen(keys)) == (ssize_t)strlen(keys); }

static bool raw_now(void) {
  struct termios t;
  return tcgetattr(screen.slave, &t) == 0 && !(t.c_lflag & ICANON) && !(t.c_lflag & ECHO);
}

static bool as_before(void) {
  struct termios t;
  return tcgetattr(screen.slave, &t) == 0 && t.c_lflag == screen.before.c_lflag && t.c_iflag == screen.before.c_iflag &&
         t.c_oflag == screen.before.c_oflag && t.c_cc[VMIN] == screen.before.c_cc[VMIN];
}

/* The session has ended by itself or by a signal (negative). What it still prints is read: it may wait for that. */
static int ended(void) {
  int status = 0;
  for (int i = 0; i < PATIENCE * 20; i++) {
    if (waitpid(screen.child, &status, WNOHANG) == screen.child) {
      while (listen(0)) continue;
      return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }
    listen(50);
  }
  kill(screen.child, SIGKILL);
  waitpid(screen.child, &status, 0);
  return 1000;
}

static void finish(void) {
  close(screen.master);
  close(screen.slave);
  unlink(screen.model);
}

/* A new prompt is there and waits for keys. One that is drawn again while a line is edited has no line end before it. */
static bool ready(void) {
  if (!shows(getenv("NO_COLOR") ? "\n\rdmc> " : "\n\r\033[1mdmc> ")) return false;
  for (int i = 0; i < PATIENCE * 100 && !raw_now(); i++) rest(10);
  return raw_now();
}

static const char counter[] = "int x\nThread(i in 1..2) Inc { x := x + 1 }\nfinally { assert x == 2, \"lost\" }\n";
/* Each step takes a while. */
static const char slow[] = "int x\nThread A { loop { int n; for k in 1..60000 { n := n + k }; x := 1 - x } }\n";

/* --- tests --- */

TEST plays(void) {
  start(counter);
  ASSERT(ready());
  ASSERT(type("1\r"));
  ASSERT(shows("step 1"));
  ASSERT(ready());
  ASSERT(type("i 2\r"));
  ASSERT(shows("step 2"));
  ASSERT(shows("Inc[2]"));
  ASSERT(ready());
  ASSERT(type("1\r"));
  ASSERT(ready());
  ASSERT(type("\r"));                        /* the only one */
  ASSERT(shows("lost"));
  ASSERT(shows("You broke it in 4 steps"));
  ASSERT(ready());
  ASSERT(type("quit\r"));
  ASSERT_EQ(0, ended());
  ASSERT(as_before());
  finish();
  PASS();
}

TEST recalls(void) {
  start(counter);
  ASSERT(ready());
  ASSERT(type("1\r"));
  ASSERT(shows("step 1"));
  ASSERT(ready());
  ASSERT(type("\033[A\r"));                  /* arrow up: 1 */
  ASSERT(shows("step 2"));
  ASSERT(ready());
  ASSERT(type("undo 2\r"));
  ASSERT(shows("at the beginning; 2 steps to redo"));
  ASSERT(ready());
  ASSERT(type("i 2\033[A\033[A\033[B\033[B\r"));         /* up twice, and back to what was begun */
  ASSERT(shows("step 1") && shows("Inc[2]"));
  ASSERT(ready());
  ASSERT(type("\x04"));
  ASSERT_EQ(0, ended());
  ASSERT(as_before());
  finish();
  PASS();
}

TEST edits(void) {
  start(counter);
  ASSERT(ready());
  ASSERT(type("xtraec\033[D\033[D\177\033OC\033[3~e\001\033[3~\005\177\005"));       /* a word with slips, put right key by key */
  ASSERT(type("\025" "i 2 nonsense\027\177\r"));       /* Ctrl-U, Ctrl-W, backspace */
  ASSERT(shows("step 1") && shows("Inc[2]"));
  ASSERT(ready());
  ASSERT(type("undo\001\033[C\033[C\013\001\033[Fdo\r"));            /* home, right, Ctrl-K, end */
  ASSERT(shows("at the beginning; 1 step to redo"));
  ASSERT(ready());
  ASSERT(type("\303\251\177" "1\r"));        /* a letter of two bytes goes as one */
  ASSERT(shows("step 1") && shows("Inc[1]"));
  ASSERT(ready());
  ASSERT(type("\033\033[99;5q\033[2;3R\001\001u\014\r"));          /* keys that mean nothing; Ctrl-L */
  ASSERT(shows("at the beginning; 1 step to redo"));
  ASSERT(ready());
  ASSERT(type("q\r"));
  ASSERT_EQ(0, ended());
  finish();
  PASS();
}

TEST asks_before_it_leaves(void) {
  start(counter);
  ASSERT(ready());
  ASSERT(type("1\003"));
  ASSERT(shows("leave? (y/n)"));
  ASSERT(type("n\r"));
  ASSERT(ready());
  ASSERT(type("threads\r"));
  ASSERT(shows("Inc[2]"));
  ASSERT(ready());
  ASSERT_EQ(0, kill(screen.child, SIGINT));  /* from elsewhere */
  ASSERT(shows("leave? (y/n)"));
  ASSERT(type("y\r"));
  ASSERT_EQ(0, ended());
  ASSERT(as_before());
  finish();
  PASS();
}

TEST interrupts_a_command(void) {
  start(slow);
  ASSERT(ready());
  ASSERT(type("random 100000\r"));
  ASSERT(shows("\n"));
  rest(300);
  ASSERT(as_before());                       /* Ctrl-C is a signal while a command runs */
  ASSERT(type("\003"));
  ASSERT(shows("interrupted"));
  ASSERT(ready());
  ASSERT(type("restart\r"));
  ASSERT(shows("at the beginning"));
  ASSERT(ready());
  ASSERT(type("\004"));
  ASSERT_EQ(0, ended());
  ASSERT(as_before());
  finish();
  PASS();
}

/* The terminal is put back before the signal does what it does. */
TEST dies(void) {
  static const int signals[] = { SIGTERM, SIGHUP, SIGQUIT, SIGABRT };
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    start(counter);
    ASSERT(ready());
    ASSERT(type("so"));
    ASSERT(shows("so"));
    ASSERT_EQ(0, kill(screen.child, signals[i]));
    ASSERT_EQ(-signals[i], ended());
    ASSERT(as_before());
    finish();
  }
  PASS();
}

TEST end_of_input_tells(void) {
  start(counter);
  ASSERT(ready());
  ASSERT(type("1\r2\r1\r1\r"));              /* typed ahead */
  ASSERT(shows("You broke it"));
  ASSERT(ready());
  ASSERT(type("\004"));
  ASSERT_EQ(10, ended());
  ASSERT(as_before());
  finish();
  PASS();
}

/* Columns of the widest line between FROM and TO, without what moves the cursor or colours. */
static size_t widest(size_t from, size_t to) {
  size_t columns = 0, most = 0;
  for (size_t i = from; i < to; i++) {
    unsigned char c = (unsigned char)screen.text[i];
    if (c == '\n' || c == '\r') columns = 0;
    else if (c == 27) while (i + 1 < to && !isalpha((unsigned char)screen.text[i])) i++;
    else if ((c & 0xc0) != 0x80) columns++;
    if (columns > most) most = columns;
  }
  return most;
}

TEST keeps_to_the_window(void) {
  char longer[300] = "random ";
  start_as(counter, 40, "xterm");
  ASSERT(ready());
  ASSERT(widest(0, screen.len) <= 40);
  ASSERT(type("help\r"));
  ASSERT(ready());
  ASSERT(widest(0, screen.len) <= 40);
  size_t from = screen.len;
  ASSERT_EQ(0, ioctl(screen.master, TIOCSWINSZ, &(struct winsize){ .ws_row = 24, .ws_col = 30 }));
  memset(longer + 7, '0', sizeof longer - 8);
  ASSERT(type(longer));
  ASSERT(type("7\r"));
  ASSERT(shows("1 to 100000"));
  ASSERT(ready());
  ASSERT(widest(from, screen.len) <= 30);
  ASSERT(type("q\r"));
  ASSERT_EQ(0, ended());
  finish();
  PASS();
}

TEST colours(void) {
  start(counter);
  ASSERT(ready());
  ASSERT(strstr(screen.text, "\033[1m") != NULL);
  ASSERT(type("\004"));
  ASSERT_EQ(0, ended());
  finish();
  setenv("NO_COLOR", "1", 1);
  start(counter);
  ASSERT(ready());
  ASSERT(strstr(screen.text, "\033[1m") == NULL);
  ASSERT(type("\004"));
  ASSERT_EQ(0, ended());
  finish();
  unsetenv("NO_COLOR");
  PASS();
}

/* A terminal that can do nothing gets plain lines; its own mode stays. */
TEST dumb(void) {
  start_as(counter, 80, "dumb");
  ASSERT(shows("dmc> "));
  ASSERT(type("1\n"));
  ASSERT(shows("step 1"));
  ASSERT(shows("dmc> "));
  ASSERT(as_before());
  ASSERT(type("\003"));
  ASSERT(shows("leave? (y/n)"));
  ASSERT(type("y\n"));
  ASSERT_EQ(0, ended());
  ASSERT(strstr(screen.text, "\033[K") == NULL);
  finish();
  PASS();
}

/* A line longer than any command, and bytes that are no text. */
TEST garbage(void) {
  static char many[6000];
  memset(many, 'x', sizeof many - 1);
  start(counter);
  ASSERT(ready());
  ASSERT(type(many));
  ASSERT(type("\r"));
  ASSERT(shows("There is no command"));
  ASSERT(ready());
  ASSERT(type("\377\376\200 \302\200\r"));
  ASSERT(shows("There is no command"));
  ASSERT(ready());
  ASSERT(type("1\r"));
  ASSERT(shows("step 1"));
  ASSERT(ready());
  ASSERT(type("q\r"));
  ASSERT_EQ(0, ended());
  ASSERT(as_before());
  finish();
  PASS();
}

/* The window is closed. */
TEST hangs_up(void) {
  start(counter);
  ASSERT(ready());
  close(screen.slave);
  close(screen.master);
  int status = 0;
  for (int i = 0; i < PATIENCE * 20 && waitpid(screen.child, &status, WNOHANG) == 0; i++) rest(50);
  ASSERT(WIFSIGNALED(status) ? WTERMSIG(status) == SIGHUP : WIFEXITED(status));
  unlink(screen.model);
  PASS();
}

SUITE(pty_suite) {
  RUN_TEST(plays);
  RUN_TEST(recalls);
  RUN_TEST(edits);
  RUN_TEST(asks_before_it_leaves);
  RUN_TEST(interrupts_a_command);
  RUN_TEST(dies);
  RUN_TEST(end_of_input_tells);
  RUN_TEST(keeps_to_the_window);
  RUN_TEST(colours);
  RUN_TEST(dumb);
  RUN_TEST(garbage);
  RUN_TEST(hangs_up);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  unsetenv("NO_COLOR");
  RUN_SUITE(pty_suite);
  GREATEST_MAIN_END();
}
