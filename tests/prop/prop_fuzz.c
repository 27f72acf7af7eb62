/* tests/prop/prop_fuzz.c -- the corpus run of the front end: 10,000 mutated files (from examples, library, goldens and
 * generated programs) through parse, print and compile, and what compiles through a few hundred steps. No crash, no
 * file over two seconds. A death names the seed: DMC_PROP_SEED=n DMC_PROP_N=1 runs it alone, DMC_FUZZ_SHOW=1 prints it. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tests/fuzz/front.h"
#include "tests/greatest.h"
#include "tests/prop/gen.h"

enum { MAX_FILES = 600, SECONDS = 2, STEPS = 300, MAX_BYTES = 1 << 19 };
static struct { char *at; size_t len; } corpus[MAX_FILES];
static unsigned nfiles;
static volatile uint64_t now_seed;

static void collect(void *ctx, const char *path) {
  (void)ctx;
  if (nfiles == MAX_FILES) return;
  corpus[nfiles].at = file_read(path, &corpus[nfiles].len);
  nfiles += corpus[nfiles].at != NULL;
}

/* Async-signal-safe: names the seed and leaves. */
static void on_death(int sig) {
  char buf[80] = "\nprop_fuzz: signal    at seed ", *p = buf + strlen(buf);
  uint64_t n = now_seed;
  char digits[24];
  int k = 0;
  buf[19] = (char)('0' + sig / 10);
  buf[20] = (char)('0' + sig % 10);
  do digits[k++] = (char)('0' + n % 10); while (n /= 10);
  while (k) *p++ = digits[--k];
  *p++ = '\n';
  if (write(2, buf, (size_t)(p - buf)) < 0) _exit(2);
  _exit(1);
}

static void replace(Text *t, size_t at, size_t cut, const char *with, size_t n) {
  Text out = { 0 };
  text_bytes(&out, t->at, at);
  text_bytes(&out, with, n);
  text_bytes(&out, t->at + at + cut, t->len - at - cut);
  text_free(t);
  *t = out;
}

/* The token that holds or follows byte AT. */
static void token(const Text *t, size_t at, size_t *start, size_t *end) {
  while (at < t->len && strchr(" \n\t", t->at[at])) at++;
  *start = at;
  while (at < t->len && (t->at[at] == '_' || (t->at[at] | 32) >= 'a' || (t->at[at] >= '0' && t->at[at] <= '9'))) at++;
  *end = at == *start && at < t->len ? at + 1 : at;
}

static void line_at(const Text *t, size_t at, size_t *start, size_t *end) {
  while (at > 0 && t->at[at - 1] != '\n') at--;
  *start = at;
  while (at < t->len && t->at[at] != '\n') at++;
  *end = at < t->len ? at + 1 : at;
}

static void swap_tokens(Text *t, Rng *r) {
  size_t a, b, c, d;
  token(t, rng_below(r, (unsigned)t->len), &a, &b);
  token(t, rng_below(r, (unsigned)t->len), &c, &d);
  if (b > c || a == b || c == d) return;
  Text x = { 0 }, y = { 0 };
  text_bytes(&x, t->at + a, b - a);
  text_bytes(&y, t->at + c, d - c);
  replace(t, c, d - c, x.at, x.len);
  replace(t, a, b - a, y.at, y.len);
  text_free(&x);
  text_free(&y);
}

static const char *const words[] = {
  "atomic", "await", "either", "or", "receive", "after", "when", "=>", ":=", "{", "}", "(", ")", "[", "]", "if", "else", "while",
  "for", "in", "..", "choose", "spawn", "join", "self", "ref", "pure", "daemon", "Thread", "init", "finally", "invariant x:", "cover",
  "fault crash", "fault drop", "int", "bool", "mutex", "queue<int>", "set<pid>", "pid", "record", "enum", "message", "import std.sync",
  "const int", "param bool", "critical cs", "assert", "assume", "return", "break", "continue", "exit", "skip", "loop", "print", "_", "!",
  "forall(i in 0..3 : true)", "sum(", "lock(m)", "cas(", "\"", "//", "/*", "*/", "//!", "<", "<{3", "}>", "$", "-1", "99999999999999999999",
  "0", "\\", "\t", ";", ",", ".", "..", "%", "&&", "||", "/ 0", "[1000000000]", "choose(0..1000000000)", "\r\n", "import a.b",
};

static void insert_word(Text *t, Rng *r) {
  const char *w = words[rng_below(r, sizeof words / sizeof *words)];
  char padded[64];
  int n = snprintf(padded, sizeof padded, " %s ", w);
  replace(t, rng_below(r, (unsigned)t->len + 1), 0, padded, (size_t)n);
}

static void nest(Text *t, Rng *r) {
  static const char *const open[] = { "(", "{", "[", "if x { ", "-", "!", "atomic { ", "a[", "1+(", "f(", "queue<" };
  const char *o = open[rng_below(r, sizeof open / sizeof *open)];
  Text deep = { 0 };
  for (unsigned n = rng_one_in(r, 4) ? 20000 : 300; n--;) text_add(&deep, "%s", o);
  replace(t, rng_below(r, (unsigned)t->len + 1), 0, deep.at, deep.len);
  text_free(&deep);
}

static void copy_line(Text *t, Rng *r, bool remove) {
  size_t a, b;
  line_at(t, rng_below(r, (unsigned)t->len), &a, &b);
  if (remove) { replace(t, a, b - a, "", 0); return; }
  Text l = { 0 };
  text_bytes(&l, t->at + a, b - a);
  for (unsigned n = rng_one_in(r, 30) ? 300 : 1; n--;) replace(t, rng_one_in(r, 2) ? a : 0, 0, l.at, l.len);
  text_free(&l);
}

static void mutate(Text *t, Rng *r) {
  if (t->len == 0) text_add(t, " ");
  size_t at = rng_below(r, (unsigned)t->len), a, b;
  switch (rng_below(r, 12)) {
    case 0: t->at[at] = (char)(t->at[at] ^ (1 << rng_below(r, 8))); break;
    case 1: t->at[at] = (char)rng_below(r, 256); break;
    case 2: { size_t n = 1 + rng_below(r, 20); replace(t, at, n < t->len - at ? n : t->len - at, "", 0); break; }
    case 3: copy_line(t, r, false); break;
    case 4: copy_line(t, r, true); break;
    case 5: case 6: swap_tokens(t, r); break;
    case 7: replace(t, at, t->len - at, "", 0); break;
    case 8: case 9: insert_word(t, r); break;
    case 10: token(t, at, &a, &b); if (b > a) replace(t, a, b - a, "", 0); break;
    default: if (rng_one_in(r, 6)) nest(t, r); else insert_word(t, r);
  }
}

static void make_text(uint64_t seed, Text *t) {
  Rng r = rng_new(seed);
  if (nfiles == 0 || rng_one_in(&r, 3)) {
    if (rng_one_in(&r, 6)) gen_thesis(seed, t);
    else gen_program(seed, NULL, t, NULL);
  } else {
    unsigned k = rng_below(&r, nfiles);
    text_bytes(t, corpus[k].at, corpus[k].len);
  }
  for (unsigned n = 1 + rng_below(&r, 4); n-- && t->len < MAX_BYTES;) mutate(t, &r);
}

TEST front_end_survives(void) {
  unsigned n = prop_count(10000), parsed = 0, compiled = 0;
  unsigned long steps = 0;
  uint64_t seed = prop_first_seed();
  static const char *const dirs[] = { "examples", "stdlib", "tests/golden" };
  for (int i = 0; i < 3; i++) file_each(dirs[i], collect, NULL);
  signal(SIGALRM, on_death);
  for (int s = 0; s < 4; s++) signal((int[]){ SIGSEGV, SIGABRT, SIGBUS, SIGFPE }[s], on_death);
  for (unsigned i = 0; i < n; i++, seed++) {
    Text t = { 0 };
    now_seed = seed;
    make_text(seed, &t);
    if (getenv("DMC_FUZZ_SHOW")) fwrite(t.at, 1, t.len, stdout);
    alarm(SECONDS);
    FrontResult res = front_try("fuzz.d", t.at, t.len, STEPS);
    alarm(0);
    parsed += res.parsed;
    compiled += res.compiled;
    steps += res.steps;
    text_free(&t);
  }
  printf("  %u files, %u parse, %u compile, %lu steps; corpus of %u files\n", n, parsed, compiled, steps, nfiles);
  ASSERTm("some still compile", compiled > n / 50);
  for (unsigned i = 0; i < nfiles; i++) free(corpus[i].at);
  PASS();
}

/* Inputs too large for the corpus: each within a second, and none accepted. */
TEST garbage_is_refused(void) {
  static const struct { const char *what, *unit; unsigned times; } big[] = {
    { "parentheses", "(", 4000000 }, { "blocks", "Thread T {\n", 10000 }, { "ifs", "if x {", 10000 }, { "zeros", "\0", 100000 },
    { "minus", "x := -", 1000000 }, { "letters", "abcdefghij", 1000000 }, { "bytes", "\xff\xfe", 1000000 },
    { "quotes", "\"", 1000000 }, { "comments", "/*", 1000000 }, { "digits", "9", 1000000 },
  };
  for (unsigned i = 0; i < sizeof big / sizeof *big; i++) {
    size_t unit = big[i].unit[0] ? strlen(big[i].unit) : 1;
    Text t = { 0 };
    if (i % 2) text_add(&t, "Thread T {\n");
    for (unsigned k = 0; k < big[i].times; k++) text_bytes(&t, big[i].unit, unit);
    now_seed = i;
    alarm(SECONDS);
    FrontResult res = front_try("garbage.d", t.at, t.len, 0);
    alarm(0);
    text_free(&t);
    ASSERTm(big[i].what, !res.compiled);
  }
  PASS();
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_TEST(front_end_survives);
  RUN_TEST(garbage_is_refused);
  GREATEST_MAIN_END();
}
