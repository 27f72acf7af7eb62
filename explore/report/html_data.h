/* explore/report/html_data.h -- what the page knows: verdict, findings with their traces, sources; as one JSON object.
 * Places are [file, line, col, end_col] with `file` an index into files[], and a fifth number where a thesis file has copies;
 * columns count bytes from 1. Of a step only what is there is written: no empty lists, no nulls.
 *   reads   [location, name, value, step that wrote it]      changes  [location, name, before, after]
 *   writes  locations                                        mail     [tid, before, after]
 *   joins   [thread, step in which it ended]
 *   locals  [name, value]                                    at       [tid, status, enabled, place, call] where it changed
 *   options [tid, [[what, place, choice, call], ...]] where they changed; one step's are those before it
 * No times and no memory: same search, same bytes. */
#ifndef EXPLORE_HTML_DATA_H
#define EXPLORE_HTML_DATA_H
#include "explore/report/json_out.h"
#include "explore/report/report.h"

/* FILES: per source of the model, is its text wanted? Set by whoever writes a place. */
typedef struct { const Report *report; Json json; bool *files; } HtmlData;

void html_place(HtmlData *d, const char *name, Span span);   /* NAME NULL: an element; end 0: null */
void html_text(HtmlData *d, const char *text);               /* an element; NULL: null */
void html_count(HtmlData *d, uint64_t n);                    /* an element */
void html_trace(HtmlData *d, const ExTrace *t);              /* explore/report/html_trace.c: a value */

/* The whole object. */
void html_data(const Report *r, FILE *out);
/* The same as it stands in a page: `<`, `>` and `&` escaped, so that no text can end the element it is in; short of blanks.
 * False: no memory. */
bool html_data_escaped(const Report *r, FILE *out);
#endif
