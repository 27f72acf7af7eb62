/* explore/recorded.h -- is what happened what was recorded? One step, or one finding, against its JSON.
 * Where the model has changed, lines and columns are left out of it: they say where something stands, not what it does. */
#ifndef EXPLORE_RECORDED_H
#define EXPLORE_RECORDED_H
#include "explore/check.h"
#include "explore/json_in.h"

typedef struct {
  Arena *arena;
  const Check *check;
  const JsonValue *files;        /* the trace's list of sources; NULL: none */
  bool moved;                    /* the model has changed: places do not count */
} Recording;

/* Texts for the user: the step as it was and as it is, with what tells them apart. */
typedef struct { const char *recorded, *now; } Difference;

/* Is S the step REC? Members that REC lacks are not compared. False: *D says in what they differ. */
bool recorded_step(const Recording *k, const JsonValue *rec, const ExStep *s, Difference *d);
bool recorded_finding(const Recording *k, const JsonValue *rec, const ExFinding *f);
/* REC as a line: `Inc[1]  3:25  x := 1`. */
const char *recorded_line(const Recording *k, const JsonValue *rec);
/* Does REC, a text from a trace, say the same as NOW, in which bytes that are no UTF-8 were written as U+FFFD? */
bool recorded_text(const char *rec, const char *now);
#endif
