/* explore/test_file.h -- the expectations of one model: tested in a process of its own, told to the parent over a file.
 * One line a record, fields between tabs:
 *   B line what                                      an expectation begins: who dies after it, died of it
 *   P|F|S line seconds what expected got command     passed, failed, skipped
 *   I                                                interrupted: the rest was not tested
 *   E                                                all were
 * Owns: nothing. */
#ifndef EXPLORE_TEST_FILE_H
#define EXPLORE_TEST_FILE_H
#include <stdio.h>
#include "explore/check.h"

typedef struct {
  char kind;                     /* B P F S I E */
  uint32_t line;                 /* 0: the file as a whole */
  double seconds;
  const char *what;              /* the expectation, or what the file lacks */
  const char *expected, *got;    /* of a failure; empty: there is nothing to say */
  const char *command;           /* that shows it; empty: none */
} TestRecord;

/* In the child: tests the model at PATH with ARGV before the options of each expectation. */
void test_file(const char *path, int argc, char *const *argv, FILE *out);
/* In the parent: cuts LINE (without its newline), which is written to. False: it is no record. */
bool test_record(char *line, TestRecord *r);
#endif
