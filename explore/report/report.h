/* explore/report/report.h -- what the user sees of a verdict. Reporters read results and traces and cannot tell which
 * algorithm ran; they print to the stream given and nowhere else. */
#ifndef EXPLORE_REPORT_H
#define EXPLORE_REPORT_H
#include <stdio.h>
#include "explore/check.h"

typedef struct Report {
  const Check *check;
  ExTrace **traces;              /* per finding of the check, NULL where there is no schedule */
  const ExTrace *sample;         /* a run to show where there is no finding; NULL: none */
  bool color;
} Report;

/* Readable text: findings with traces, notes. Without the result line. */
void rep_text(const Report *r, FILE *out);
/* One trace, step by step, a lane a thread. */
void rep_trace(const Report *r, const ExTrace *t, FILE *out);
/* The trace as a message chart. */
void rep_msc(const Check *c, const ExTrace *t, FILE *out);
/* One self-contained page: the verdict with the trace of the first finding; without findings R's sample, the lines not reached, the numbers. */
void rep_html(const Report *r, FILE *out);
/* The trace of the first finding that has one, else the sample; NULL: there is nothing to show. */
const ExTrace *rep_first_trace(const Report *r);
/* That trace, which there must be, as a file that `dmc replay` reads; schema: docs/trace.md. */
void rep_trace_file(const Report *r, FILE *out);
/* line:col in the main file, path:line:col in others. */
const char *rep_place(const Check *c, Span span, char *buf, size_t size);
/* "TITLE x = 0, y = 1" on a line of its own; nothing when N is 0. */
void rep_values(FILE *out, int indent, const char *title, const ExValue *v, size_t n);
/* LEAD and TEXT, wrapped at blanks to the width of the output; further lines stand under the first one's text. */
void rep_paragraph(const Check *c, const char *lead, const char *text, FILE *out);
/* The last line, with newline. */
void rep_result_line(const Check *c, FILE *out);
/* One JSON object; schema: docs/json.md. */
void rep_json(const Report *r, FILE *out);
/* Parts of it, for others that write JSON: an object as value, twice; "params": {...}; NAME: {file, line, ...} or null. */
struct Json;
void rep_json_trace(struct Json *j, const Check *c, const ExTrace *t);
void rep_json_finding(struct Json *j, const Check *c, const ExFinding *f);             /* without its trace */
void rep_json_params(struct Json *j, const BcProgram *p);
void rep_json_place(struct Json *j, const Check *c, const char *name, Span span);
#endif
