/* tests/prop/gen_int.h -- how the generators write programs. Included after the including file has its Gen, with
 *   Rng rng;  Text body;  unsigned indent (of blocks);  and used, letters of what occurs, with room for all. */
#ifndef TESTS_PROP_GEN_INT_H
#define TESTS_PROP_GEN_INT_H
#include <stdarg.h>
#include <string.h>

typedef struct { char at[256]; } Expr;

static inline unsigned below(Gen *g, unsigned n) { return rng_below(&g->rng, n); }
static inline bool one_in(Gen *g, unsigned n) { return rng_one_in(&g->rng, n); }
static inline void use(Gen *g, char c) { if (!strchr(g->used, c)) g->used[strlen(g->used)] = c; }

static void line(Gen *g, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void line(Gen *g, const char *fmt, ...) {
  char buf[900];
  va_list ap;
  va_start(ap, fmt);
  int n = vsnprintf(buf, sizeof buf, fmt, ap);
  va_end(ap);
  CHECK(n >= 0 && (size_t)n < sizeof buf);
  text_add(&g->body, "%*s%s\n", (int)(2 * g->indent), "", buf);
}

static Expr expr(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static Expr expr(const char *fmt, ...) {
  Expr e;
  va_list ap;
  va_start(ap, fmt);
  int n = vsnprintf(e.at, sizeof e.at, fmt, ap);
  va_end(ap);
  CHECK(n >= 0 && (size_t)n < sizeof e.at);
  return e;
}

static inline void open(Gen *g, const char *head) {
  line(g, "%s {", head);
  g->indent++;
}

static inline void close(Gen *g) {
  g->indent--;
  line(g, "}");
}
#endif
