/* explore/test_show.h -- the results of `dmc test` for people (stdout), by directory, and for build servers (JUnit).
 * Owns: the lists, in the arena given; the JUnit file. */
#ifndef EXPLORE_TEST_SHOW_H
#define EXPLORE_TEST_SHOW_H
#include "explore/test_file.h"
#include "lang/vec.h"

typedef struct { size_t passed, failed, skipped; } TestCounts;
typedef struct { const char *name; TestCounts n; } TestDir;
typedef VEC(TestRecord) TestRecords;

typedef struct {
  Arena *arena;
  bool quiet, color;
  FILE *junit;                   /* NULL: nobody asks */
  TestCounts n;
  VEC(TestDir) dirs;
  const char *said;              /* the failure shown last of this file; NULL: none */
} TestShow;

/* All results of the model at PATH. */
void show_file(TestShow *s, const char *path, const TestRecords *r);
/* Directories, where there are several, and the last line. */
void show_end(TestShow *s);

/* explore/junit.c */
void junit_begin(FILE *out);
void junit_file(FILE *out, const char *path, const TestRecords *r);          /* a test suite */
bool junit_end(FILE *out);             /* closes; false: something could not be written */
#endif
