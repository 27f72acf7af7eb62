/* lang/diag.c -- collecting and printing diagnostics; see diag.h. */
#include "lang/diag.h"
#include <ctype.h>
#include <stdarg.h>
#include <string.h>
#include <strings.h>

const DiagCode diag_codes[] = {
#define X(code, title, text, wrong, right) {code, title, text, wrong, right},
#include "lang/codes.def"
#undef X
};
const size_t diag_code_count = sizeof diag_codes / sizeof diag_codes[0];

const DiagCode *diag_code(const char *code) {
  for (size_t i = 0; i < diag_code_count; i++)
    if (strcasecmp(diag_codes[i].code, code) == 0) return &diag_codes[i];
  return NULL;
}

void diag_init(Diags *d, Arena *a, const Sources *s) {
  memset(d, 0, sizeof *d);
  d->arena = a;
  d->sources = s;
}

/* The text of FMT in the arena. */
static const char *text_of(Arena *a, const char *fmt, va_list args) {
  va_list again;
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, fmt, again);
  va_end(again);
  char *p = arena_alloc(a, (size_t)(n < 0 ? 0 : n) + 1);
  if (n >= 0) vsnprintf(p, (size_t)n + 1, fmt, args);
  return p;
}

/* One slip often shows twice; the first report is the better one. */
static bool same_place(const Diags *d, DiagSeverity sev, Span span) {
  for (size_t i = 0; i < d->count; i++) {
    const Diag *x = &d->items[i];
    if (x->severity == sev && sev == DIAG_ERROR && x->span.file == span.file && x->span.start == span.start) return true;
  }
  return false;
}

static bool room(Diags *d, DiagSeverity sev, Span span) {
  if (same_place(d, sev, span)) return false;
  if (sev == DIAG_ERROR && d->errors >= DIAG_MAX) return d->dropped++, false;
  if (d->count == d->cap) {
    d->cap = d->cap ? d->cap * 2 : 16;
    Diag *items = ARENA_ARRAY(d->arena, Diag, d->cap);
    if (d->count) memcpy(items, d->items, d->count * sizeof *items);
    d->items = items;
  }
  return true;
}

static void add(Diags *d, DiagSeverity sev, const char *code, Span span, const char *fmt, va_list args) {
  d->kept = room(d, sev, span);
  if (!d->kept) return;
  Diag *x = &d->items[d->count++];
  *x = (Diag){sev, code, span, text_of(d->arena, fmt, args), NULL};
  if (sev == DIAG_ERROR) d->errors++;
  if (sev == DIAG_WARNING) d->warnings++;
}

bool diag_error(Diags *d, const char *code, Span span, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  add(d, DIAG_ERROR, code, span, fmt, args);
  va_end(args);
  return false;
}

bool diag_warn(Diags *d, const char *code, Span span, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  add(d, DIAG_WARNING, code, span, fmt, args);
  va_end(args);
  return false;
}

bool diag_hint(Diags *d, const char *code, Span span, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  add(d, DIAG_HINT, code, span, fmt, args);
  va_end(args);
  return false;
}

void diag_help(Diags *d, const char *fmt, ...) {
  if (!d->kept || d->items[d->count - 1].help) return;
  va_list args;
  va_start(args, fmt);
  d->items[d->count - 1].help = text_of(d->arena, fmt, args);
  va_end(args);
}

/* ---- printing ---- */

enum { WIDTH = 100, LEFT = 30 };     /* columns of source shown, and of those how many before the caret */

static const char *const words[] = {"error", "warning", "hint"};
static const char *const colors[] = {"\033[1;31m", "\033[1;33m", "\033[1;36m"};

/* Which bytes of the line are shown: all, or a window around the caret. */
typedef struct { size_t from, to; } Window;
static Window window(const Place *p) {
  Window w = {0, p->line_len};
  if (p->line_len <= WIDTH) return w;
  size_t col = p->col - 1;
  w.from = col > LEFT && col + (WIDTH - LEFT) > WIDTH ? col - LEFT : 0;
  if (w.from + WIDTH < w.to) w.to = w.from + WIDTH;
  while (w.from > 0 && (p->line_text[w.from] & 0xC0) == 0x80) w.from--;
  while (w.to < p->line_len && (p->line_text[w.to] & 0xC0) == 0x80) w.to++;
  return w;
}

/* Length of the well-formed UTF-8 sequence at S, of at most LEFT bytes; 0: it is none. */
static size_t sequence(const char *s, size_t left) {
  unsigned char c = (unsigned char)*s;
  size_t n = c < 0x80 ? 1 : c >= 0xF0 && c < 0xF5 ? 4 : c >= 0xE0 ? 3 : c >= 0xC2 ? 2 : 0;
  if (c >= 0xF5 || n > left) return 0;
  for (size_t i = 1; i < n; i++)
    if ((s[i] & 0xC0) != 0x80) return 0;
  return n;
}

/* A control character would disturb the terminal, a tab the caret below; bytes that are no text print as `?`. */
static void print_line(const Place *p, Window w, FILE *out) {
  if (w.from > 0) fputs("...", out);
  for (size_t i = w.from, n; i < w.to; i += n ? n : 1) {
    unsigned char c = (unsigned char)p->line_text[i];
    n = sequence(p->line_text + i, p->line_len - i);
    if (n == 0) {
      if ((c & 0xC0) != 0x80) putc('?', out);
    } else if (n == 1) {
      putc(c < 32 || c == 127 ? ' ' : c, out);
    } else {
      fwrite(p->line_text + i, 1, n, out);
    }
  }
  if (w.to < p->line_len) fputs("...", out);
  putc('\n', out);
}

static void print_caret(const Place *p, Window w, FILE *out) {
  if (w.from > 0) fputs("   ", out);
  for (size_t i = w.from; i + 1 < p->col; i++)
    if (i >= p->line_len || (p->line_text[i] & 0xC0) != 0x80) putc(' ', out);
  size_t n = 0;
  for (size_t i = p->col - 1; i + 1 < p->end_col && i < w.to; i++)
    if ((p->line_text[i] & 0xC0) != 0x80) n++, putc('^', out);
  if (n == 0) putc('^', out);
}

static void print_source(const Place *p, const char *color, const char *end, FILE *out) {
  char number[16];
  int width = snprintf(number, sizeof number, "%u", p->line);
  Window w = window(p);
  fprintf(out, "%*s |\n%s | ", width, "", number);
  print_line(p, w, out);
  fprintf(out, "%*s | %s", width, "", color);
  print_caret(p, w, out);
  fprintf(out, "%s\n", end);
}

static void print_one(const Diags *d, const Diag *x, FILE *out, bool color) {
  const char *on = color ? colors[x->severity] : "", *bold = color ? "\033[1m" : "", *off = color ? "\033[0m" : "";
  fprintf(out, "%s%s[%s]%s%s: %s%s\n", on, words[x->severity], x->code, off, bold, x->message, off);
  if (x->span.file < d->sources->count) {
    Place p = src_place(d->sources, x->span);
    fprintf(out, " --> %s:%u:%u", p.path, p.line, p.col);
    if (p.copy >= 0) fprintf(out, " ($=%d)", p.copy);
    putc('\n', out);
    print_source(&p, on, off, out);
  }
  if (x->help) fprintf(out, "%shelp%s: %s\n", bold, off, x->help);
}

void diag_print(const Diags *d, FILE *out, bool color) {
  for (size_t i = 0; i < d->count; i++) {
    if (i) putc('\n', out);
    print_one(d, &d->items[i], out, color);
  }
  if (d->dropped) fputs("\nfurther errors not shown\n", out);
}

/* ---- suggestions ---- */

enum { LONGEST = 48 };

/* Levenshtein distance where a swap of neighbours also counts one; case differences count nothing extra. */
static size_t distance(const char *s, const char *t) {
  size_t n = strlen(s), m = strlen(t);
  if (n > LONGEST || m > LONGEST) return SIZE_MAX;
  size_t d[LONGEST + 1][LONGEST + 1];
  for (size_t i = 0; i <= n; i++) d[i][0] = i;
  for (size_t j = 0; j <= m; j++) d[0][j] = j;
  for (size_t i = 1; i <= n; i++)
    for (size_t j = 1; j <= m; j++) {
      size_t same = tolower((unsigned char)s[i - 1]) == tolower((unsigned char)t[j - 1]) ? 0 : 1;
      size_t best = d[i - 1][j - 1] + same;
      if (d[i - 1][j] + 1 < best) best = d[i - 1][j] + 1;
      if (d[i][j - 1] + 1 < best) best = d[i][j - 1] + 1;
      if (i > 1 && j > 1 && s[i - 1] == t[j - 2] && s[i - 2] == t[j - 1] && d[i - 2][j - 2] + 1 < best) best = d[i - 2][j - 2] + 1;
      d[i][j] = best;
    }
  return d[n][m];
}

const char *diag_nearest(const char *word, const char *const *candidates, size_t n) {
  size_t limit = strlen(word) / 3;
  if (limit < 1) limit = 1;
  const char *best = NULL;
  for (size_t i = 0; i < n; i++) {
    size_t k = distance(word, candidates[i]);
    if (k > limit || strlen(candidates[i]) <= k) continue;
    best = candidates[i];
    if (k == 0) break;
    limit = k - 1;
  }
  return best;
}
