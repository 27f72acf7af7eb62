/* explore/report/json_out.h -- JSON, written piece by piece: each knows whether a comma goes before it. Indented, one key a line. */
#ifndef EXPLORE_JSON_OUT_H
#define EXPLORE_JSON_OUT_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Json { FILE *out; bool first; int depth; } Json;   /* begin with { out, true, 0 } */

void json_open(Json *j, char bracket);                       /* { or [; after json_key, json_item or at the start */
void json_close(Json *j, char bracket);                      /* } or ] */
void json_key(Json *j, const char *name);                    /* the value follows */
void json_item(Json *j);                                     /* an element of a list follows */
void json_string(Json *j, const char *name, const char *value);              /* NULL: null */
void json_number(Json *j, const char *name, uint64_t value);
void json_bool(Json *j, const char *name, bool value);
void json_strings(Json *j, const char *name, const char *const *s, size_t n);
/* S as a JSON string with quotes; bytes that are no UTF-8 become U+FFFD. */
void json_text(FILE *out, const char *s);
#endif
