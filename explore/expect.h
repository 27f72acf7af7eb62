/* explore/expect.h -- `//! expect` lines: what a model promises about itself.
 *   expect [ALGO] [options]: KIND [name] {, KIND [name]}
 *   expect [ALGO] [options]: n executions [+ k blocked]
 *   expect [ALGO] [options]: diagnostic L:C text
 * The colon that ends the options is the first one followed by a blank, so `stateful:reach` is one word. */
#ifndef EXPLORE_EXPECT_H
#define EXPLORE_EXPECT_H
#include "explore/check.h"

#define EXPECT_KINDS 8
typedef enum { EXPECT_VERDICT, EXPECT_COUNT, EXPECT_DIAGNOSTIC } ExpectForm;
typedef struct { const char *kind, *name; } ExpectKind;        /* name NULL: any */
typedef struct {
  ExpectForm form;
  char **argv; int argc;                     /* options, the algorithm as --algo; with what the form implies */
  const char *algo;                          /* the algorithm named, or NULL */
  ExpectKind kinds[EXPECT_KINDS]; int nkinds;
  uint64_t executions, blocked;
  uint32_t line, col; const char *text;      /* diagnostic */
  const char *error;                         /* why the line could not be read */
} Expect;

/* TEXT is what follows the word `expect`. False: e->error. */
bool expect_parse(Arena *a, const char *text, Expect *e);
/* Does the check that ran with e->argv meet E? GOT (SIZE bytes) says what was found instead. STATUS: how it opened. */
bool expect_met(const Expect *e, const Check *c, ModelStatus status, char *got, size_t size);
#endif
