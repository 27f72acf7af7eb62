/* explore/report/msc.h -- what the two halves of the message chart share: msc.c finds the rows, msc_draw.c gives them room.
 * Owns: nothing; rows live in the arena given. */
#ifndef EXPLORE_REPORT_MSC_H
#define EXPLORE_REPORT_MSC_H
#include "explore/report/report.h"
#include "lang/vec.h"

#define MSC_NOBODY UINT16_MAX

typedef enum { MSC_NOTE, MSC_ARROW, MSC_RULE } MscKind;          /* beside a lane; between two; across all */
typedef struct {
  MscKind kind;
  size_t first, last;            /* steps, from 1; first 0: the row belongs to the step above it */
  size_t now;                    /* the step after which the lanes look as they do beside this row */
  uint16_t from, to;             /* tids; a note has only `from` */
  char fill;                     /* arrow: - a message, . a value, = a start or an end */
  const char *head;              /* arrow: how it ends; note: the mark on the lane */
  const char *text;
  bool message;
} MscRow;
typedef VEC(MscRow) MscRows;

/* Draws ROWS of T in WIDTH columns. */
void msc_draw(const ExTrace *t, const MscRows *rows, size_t width, Arena *a, FILE *out);
#endif
