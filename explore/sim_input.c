/* explore/sim_input.c -- see sim_input.h. */
#include "explore/sim_input.h"
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>
#include "explore/report/lanes.h"

/* --- the terminal's mode --- */

static const int deadly[] = { SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL };
#define NDEADLY (sizeof deadly / sizeof *deadly)

/* One terminal a process: its handlers have no other way to find it. */
static struct {
  int fd;
  struct termios saved;
  volatile sig_atomic_t raw;
  struct sigaction before[NDEADLY], interrupt, resized, resumed;
} tty;

static void cooked(void) {
  if (tty.raw) tcsetattr(tty.fd, TCSADRAIN, &tty.saved);
  tty.raw = 0;
}

static void on_deadly(int number) {
  if (tty.raw) tcsetattr(tty.fd, TCSANOW, &tty.saved);
  tty.raw = 0;
  for (size_t i = 0; i < NDEADLY; i++)
    if (deadly[i] == number) sigaction(number, &tty.before[i], NULL);
  raise(number);
}

static volatile sig_atomic_t changed;        /* the window, or dmc was stopped and goes on */

static void on_interrupt(int number) { (void)number, ex_interrupted = 1; }
static void on_change(int number) { (void)number, changed = 1; }

static void handle(int number, void (*handler)(int), struct sigaction *before) {
  struct sigaction a = { .sa_handler = handler };
  sigemptyset(&a.sa_mask);
  sigaction(number, &a, before);
  if (before->sa_handler == SIG_IGN) sigaction(number, before, NULL);
}

static bool raw(int fd) {
  struct termios t;
  if (tcgetattr(fd, &t) != 0) return false;
  if (!tty.raw) tty.saved = t;
  tty.fd = fd;
  t = tty.saved;
  t.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG | IEXTEN);
  t.c_iflag &= ~(tcflag_t)IXON;
  t.c_cc[VMIN] = 1;
  t.c_cc[VTIME] = 0;
  tty.raw = 1;
  if (tcsetattr(fd, TCSADRAIN, &t) == 0) return true;
  tty.raw = 0;
  return false;
}

bool input_window(int fd, size_t *columns, size_t *rows) {
  struct winsize w;
  if (ioctl(fd, TIOCGWINSZ, &w) != 0 || !w.ws_col || !w.ws_row) return false;
  *columns = w.ws_col;
  *rows = w.ws_row;
  return true;
}

void input_open(Input *in, int fd, FILE *out, bool color) {
  const char *term = getenv("TERM");
  *in = (Input){ .fd = fd, .out = out, .on = color ? "\033[1m" : "", .off = color ? "\033[0m" : "" };
  in->terminal = isatty(fd) && isatty(fileno(out));
  in->edit = in->terminal && term && *term && strcmp(term, "dumb") != 0;
  arena_init(&in->arena);
  for (size_t i = 0; i < NDEADLY; i++) handle(deadly[i], on_deadly, &tty.before[i]);
  handle(SIGINT, on_interrupt, &tty.interrupt);
  handle(SIGWINCH, on_change, &tty.resized);
  handle(SIGCONT, on_change, &tty.resumed);
}

void input_close(Input *in) {
  cooked();
  for (size_t i = 0; i < NDEADLY; i++) sigaction(deadly[i], &tty.before[i], NULL);
  sigaction(SIGINT, &tty.interrupt, NULL);
  sigaction(SIGWINCH, &tty.resized, NULL);
  sigaction(SIGCONT, &tty.resumed, NULL);
  arena_deinit(&in->arena);
}

void input_remember(Input *in, const char *line) {
  if (!*line || (in->history.count && strcmp(in->history.at[in->history.count - 1], line) == 0)) return;
  VEC_PUSH(&in->arena, &in->history, arena_strndup(&in->arena, line, strlen(line)));
}

/* --- bytes --- */

enum { BYTE_END = -1, BYTE_SIGNAL = -2 };

/* Waits for input, or for a signal, which may also have come just before. */
static bool wait_for(int fd) {
  sigset_t ours, before;
  fd_set set;
  FD_ZERO(&set);
  FD_SET(fd, &set);
  sigemptyset(&ours);
  sigaddset(&ours, SIGINT), sigaddset(&ours, SIGWINCH), sigaddset(&ours, SIGCONT);
  sigprocmask(SIG_BLOCK, &ours, &before);
  bool come = !ex_interrupted && !changed && (pselect(fd + 1, &set, NULL, NULL, NULL, &before) >= 0 || errno != EINTR);
  sigprocmask(SIG_SETMASK, &before, NULL);
  return come;
}

static int next_byte(Input *in) {
  if (in->at < in->nblock) return (unsigned char)in->block[in->at++];
  if (in->ended) return BYTE_END;
  if (!wait_for(in->fd)) return changed = 0, BYTE_SIGNAL;
  ssize_t n = read(in->fd, in->block, sizeof in->block);
  if (n < 0 && errno == EINTR) return BYTE_SIGNAL;
  if (n <= 0) return in->ended = true, BYTE_END;
  in->nblock = (size_t)n;
  in->at = 0;
  return (unsigned char)in->block[in->at++];
}

/* --- plain lines --- */

static void echo(Input *in, bool longer) {
  Arena a;
  arena_init(&a);
  fprintf(in->out, "%s%s\n", rep_clean(&a, in->line, in->len < 200 ? in->len : 200), in->len > 200 || longer ? "..." : "");
  arena_deinit(&a);
}

static InputStatus read_plain(Input *in, const char *prompt) {
  int c;
  bool longer = false;
  in->len = 0;
  fputs(prompt, in->out);
  fflush(in->out);
  while ((c = next_byte(in)) != '\n' && c != BYTE_END) {
    if (c == BYTE_SIGNAL && ex_interrupted) return INPUT_INTERRUPT;
    if (c == BYTE_SIGNAL) continue;
    if (in->len == INPUT_MAX) longer = true;
    else in->line[in->len++] = (char)c;
  }
  if (in->len && in->line[in->len - 1] == '\r') in->len--;
  in->line[in->len] = 0;
  bool nothing = c == BYTE_END && !in->len;
  if (!nothing && !in->terminal) echo(in, longer);
  if (nothing) return INPUT_END;
  return longer ? INPUT_LONG : INPUT_LINE;
}

/* --- keys --- */

enum { KEY_UP = 1000, KEY_DOWN, KEY_LEFT, KEY_RIGHT, KEY_HOME, KEY_END, KEY_DELETE, KEY_OTHER };
#define CONTROL(c) ((c) & 31)

/* Is more there at once? An escape key pressed alone is followed by nothing. */
static bool waiting(Input *in) {
  struct pollfd p = { .fd = in->fd, .events = POLLIN };
  return in->at < in->nblock || poll(&p, 1, 50) > 0;
}

static int named(int last, int number) {
  switch (last) {
  case 'A': return KEY_UP;
  case 'B': return KEY_DOWN;
  case 'C': return KEY_RIGHT;
  case 'D': return KEY_LEFT;
  case 'H': return KEY_HOME;
  case 'F': return KEY_END;
  case '~': return number == 1 || number == 7 ? KEY_HOME : number == 4 || number == 8 ? KEY_END : number == 3 ? KEY_DELETE : KEY_OTHER;
  default: return KEY_OTHER;
  }
}

/* What follows an escape: [ or O, numbers, a letter or ~. */
static int escape(Input *in) {
  int c = 27, number = 0;
  while (c == 27) {
    if (!waiting(in)) return KEY_OTHER;
    c = next_byte(in);
  }
  if (c != '[' && c != 'O') return KEY_OTHER;
  for (c = waiting(in) ? next_byte(in) : 0; (c >= '0' && c <= '9') || c == ';'; c = waiting(in) ? next_byte(in) : 0)
    if (c != ';' && number < 100) number = number * 10 + c - '0';
  return named(c, number);
}

static int next_key(Input *in) {
  int c = next_byte(in);
  return c == 27 ? escape(in) : c;
}

/* --- the line being edited: line[0 .. len), the cursor before line[pos] --- */

typedef struct { Input *in; const char *prompt; size_t pos, recalled; char draft[INPUT_MAX + 1]; } Edit;

static size_t before(const Edit *e, size_t pos) {
  const char *s = e->in->line;
  for (pos--; pos > 0 && ((unsigned char)s[pos] & 0xc0) == 0x80; pos--) continue;
  return pos;
}

static size_t after(const Edit *e, size_t pos) { return pos + rep_bytes(e->in->line + pos, e->in->len - pos, 1); }

/* One row: of a long line the part around the cursor. */
static void redraw(const Edit *e) {
  Input *in = e->in;
  Arena a;
  size_t width = 80, rows, from = 0, to;
  arena_init(&a);
  input_window(fileno(in->out), &width, &rows);
  size_t head = rep_columns(e->prompt, strlen(e->prompt)), room = width > head + 8 ? width - head - 1 : 8;
  while (rep_columns(in->line + from, e->pos - from) >= room) from = after(e, from);
  for (to = from; to < in->len && rep_columns(in->line + from, to - from) < room; to = after(e, to)) continue;
  fprintf(in->out, "\r%s%s%s%s\033[K\r", in->on, e->prompt, in->off, rep_clean(&a, in->line + from, to - from));
  fprintf(in->out, "\033[%zuC", head + rep_columns(in->line + from, e->pos - from));
  fflush(in->out);
  arena_deinit(&a);
}

static void cut(Edit *e, size_t from, size_t to) {
  Input *in = e->in;
  memmove(in->line + from, in->line + to, in->len - to);
  in->len -= to - from;
  e->pos = from;
}

static void insert(Edit *e, char c) {
  Input *in = e->in;
  if (in->len == INPUT_MAX) return;
  memmove(in->line + e->pos + 1, in->line + e->pos, in->len - e->pos);
  in->line[e->pos++] = c;
  in->len++;
}

static void show(Edit *e, const char *text) {
  e->in->len = strlen(text);
  memcpy(e->in->line, text, e->in->len);
  e->pos = e->in->len;
}

/* The line being written is kept while older ones are looked at. */
static void recall(Edit *e, bool older) {
  Input *in = e->in;
  if (older ? e->recalled == 0 : e->recalled == in->history.count) return;
  if (e->recalled == in->history.count) memcpy(e->draft, in->line, in->len), e->draft[in->len] = 0;
  e->recalled += older ? (size_t)-1 : 1;
  show(e, e->recalled == in->history.count ? e->draft : in->history.at[e->recalled]);
}

static size_t word_start(const Edit *e) {
  size_t i = e->pos;
  while (i && e->in->line[i - 1] == ' ') i--;
  while (i && e->in->line[i - 1] != ' ') i--;
  return i;
}

static void suspend(Edit *e) {
  cooked();
  raise(SIGTSTP);
  raw(e->in->fd);
}

static void clear(Edit *e) { fputs("\033[H\033[2J", e->in->out); }

static void edit(Edit *e, int key) {
  Input *in = e->in;
  switch (key) {
  case KEY_UP: case CONTROL('p'): recall(e, true); return;
  case KEY_DOWN: case CONTROL('n'): recall(e, false); return;
  case KEY_LEFT: case CONTROL('b'): if (e->pos) e->pos = before(e, e->pos); return;
  case KEY_RIGHT: case CONTROL('f'): if (e->pos < in->len) e->pos = after(e, e->pos); return;
  case KEY_HOME: case CONTROL('a'): e->pos = 0; return;
  case KEY_END: case CONTROL('e'): e->pos = in->len; return;
  case 127: case CONTROL('h'): if (e->pos) cut(e, before(e, e->pos), e->pos); return;
  case KEY_DELETE: case CONTROL('d'): if (e->pos < in->len) cut(e, e->pos, after(e, e->pos)); return;
  case CONTROL('k'): cut(e, e->pos, in->len); return;
  case CONTROL('u'): cut(e, 0, e->pos); return;
  case CONTROL('w'): cut(e, word_start(e), e->pos); return;
  case CONTROL('l'): clear(e); return;
  case CONTROL('z'): suspend(e); return;
  default: if (key >= 32 && key < 256) insert(e, (char)key);
  }
}

/* A signal: Ctrl-C from elsewhere; else the window has another size, or dmc was stopped and goes on. */
static bool signalled(Edit *e) {
  if (!ex_interrupted) raw(e->in->fd);
  return ex_interrupted;
}

static InputStatus edit_line(Edit *e) {
  Input *in = e->in;
  for (;;) {
    if (in->at == in->nblock) redraw(e);     /* what is pasted is drawn once */
    int key = next_key(in);
    if (key == '\n' || key == '\r') return INPUT_LINE;
    if (key == CONTROL('c') || (key == BYTE_SIGNAL && signalled(e))) return INPUT_INTERRUPT;
    if (key == BYTE_END || (key == CONTROL('d') && !in->len)) return INPUT_END;
    if (key != BYTE_SIGNAL) edit(e, key);
  }
}

static InputStatus read_keys(Input *in, const char *prompt) {
  Edit e = { .in = in, .prompt = prompt, .recalled = in->history.count };
  in->len = 0;
  fflush(in->out);
  if (!raw(in->fd)) return read_plain(in, prompt);
  InputStatus s = edit_line(&e);
  in->line[in->len] = 0;
  e.pos = in->len;
  redraw(&e);
  cooked();
  fputs(s == INPUT_INTERRUPT ? "^C\n" : "\n", in->out);
  fflush(in->out);
  return s;
}

InputStatus input_read(Input *in, const char *prompt) {
  ex_interrupted = 0;
  return in->edit ? read_keys(in, prompt) : read_plain(in, prompt);
}
