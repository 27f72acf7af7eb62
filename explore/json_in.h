/* explore/json_in.h -- JSON, read strictly (RFC 8259): one value and nothing after it, UTF-8, no comments, no comma too many.
 * Of a member that stands twice the first one counts. A string cannot hold U+0000, so that texts are C strings.
 * Limits: nesting and the number of values, so that a hostile file is refused before it costs much.
 * Owns: nothing; values live in the arena given. */
#ifndef EXPLORE_JSON_IN_H
#define EXPLORE_JSON_IN_H
#include <stdbool.h>
#include <stdint.h>
#include "lang/arena.h"

#define JSON_MAX_DEPTH 64
#define JSON_MAX_VALUES (16u << 20)
#define JSON_MAX_BYTES (512u << 20)

typedef enum { JSON_NULL, JSON_BOOL, JSON_INT, JSON_DOUBLE, JSON_STRING, JSON_ARRAY, JSON_OBJECT } JsonKind;
typedef struct JsonValue {
  uint8_t kind;                              /* JsonKind */
  uint32_t at;                               /* where it begins, from the start of the text */
  const char *key;                           /* of a member of an object; else NULL */
  struct JsonValue *next;                    /* the next element or member; NULL: none */
  union {
    bool truth;
    int64_t integer;                         /* a number without fraction and exponent that fits; others are JSON_DOUBLE */
    double real;
    const char *text;
    struct JsonValue *first;                 /* of an array's elements or an object's members; NULL: empty */
  };
} JsonValue;

typedef struct { uint32_t line, col; char text[200]; } JsonError;        /* col in bytes, from 1 */

/* Reads the LEN bytes at TEXT (at most JSON_MAX_BYTES), which end in NUL. NULL: *E says where and what was expected. */
const JsonValue *json_read(Arena *a, const char *text, size_t len, JsonError *e);
/* The member KEY; NULL: there is none, or V is no object. */
const JsonValue *json_get(const JsonValue *v, const char *key);
/* Line and column of offset AT. */
void json_where(const char *text, size_t at, uint32_t *line, uint32_t *col);
const char *json_kind_name(JsonKind k);      /* "a string" */
#endif
