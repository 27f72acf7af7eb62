/* explore/report/report.h -- what the user sees of a verdict. Reporters read results and traces and cannot tell which
 * algorithm ran; they print to the stream given and nowhere else. */
#ifndef EXPLORE_REPORT_H
#define EXPLORE_REPORT_H
#include <stdio.h>
#include "explore/check.h"

typedef struct Report {
  const Check *check;
  ExTrace **traces;              /* per finding of the check, NULL where there is no schedule */
  bool color;
} Report;

/* Readable text: findings with traces, notes. Without the result line. */
void rep_text(const Report *r, FILE *out);
/* One trace, step by step. */
void rep_trace(const Check *c, const ExTrace *t, FILE *out);
/* line:col in the main file, path:line:col in others. */
const char *rep_place(const Check *c, Span span, char *buf, size_t size);
/* "TITLE x = 0, y = 1" on a line of its own; nothing when N is 0. */
void rep_values(FILE *out, int indent, const char *title, const ExValue *v, size_t n);
/* The last line, with newline. */
void rep_result_line(const Check *c, FILE *out);
/* One JSON object; schema: docs/json.md. */
void rep_json(const Report *r, FILE *out);
/* S as a JSON string with quotes; bytes that are no UTF-8 become U+FFFD. */
void rep_json_string(FILE *out, const char *s);
#endif
