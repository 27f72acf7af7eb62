/* lang/diag.h -- what is wrong with the text: collected in order, printed by diag_print.
 * At most DIAG_MAX errors are kept; later ones are counted. A second error at the same place is dropped.
 * Codes live in lang/codes*.def (X(code, title, text, wrong, right)); `dmc explain CODE` prints them. */
#ifndef LANG_DIAG_H
#define LANG_DIAG_H
#include <stdbool.h>
#include <stdio.h>
#include "lang/source.h"

#define DIAG_MAX 20
typedef enum { DIAG_ERROR, DIAG_WARNING, DIAG_HINT } DiagSeverity;
typedef struct {
  DiagSeverity severity;
  const char *code;          /* "E0201" */
  Span span;
  const char *message;
  const char *help;          /* NULL: none */
} Diag;
typedef struct { Arena *arena; const Sources *sources; Diag *items; size_t count, cap; size_t errors, warnings, dropped;
                 bool kept; /* the newest report was kept, so diag_help may add to it */ } Diags;

void diag_init(Diags *d, Arena *a, const Sources *s);
/* Each returns false, so that a check can end with `return diag_error(...)`. */
bool diag_error(Diags *d, const char *code, Span span, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
bool diag_warn(Diags *d, const char *code, Span span, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
bool diag_hint(Diags *d, const char *code, Span span, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/* Adds the one help line to the newest diagnostic (if it was kept). */
void diag_help(Diags *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* severity[code]: message / --> path:line:col / source line / caret span / help */
void diag_print(const Diags *d, FILE *out, bool color);
/* The candidate nearest to WORD by edit distance (at most a third of its length, at least 1), or NULL. */
const char *diag_nearest(const char *word, const char *const *candidates, size_t n);

typedef struct { const char *code, *title, *text, *wrong, *right; } DiagCode;
extern const DiagCode diag_codes[];
extern const size_t diag_code_count;
const DiagCode *diag_code(const char *code);       /* NULL: unknown; case-insensitive */
#endif
