/* explore/junit.h -- results of `dmc test` as JUnit XML, which build servers read. */
#ifndef EXPLORE_JUNIT_H
#define EXPLORE_JUNIT_H
#include <stdbool.h>
#include <stdio.h>

void junit_begin(FILE *out);
/* RESULT: P, F or S. MORE: why, or NULL. Texts need not end in NUL. */
void junit_case(FILE *out, char result, const char *name, size_t len, const char *more, size_t nmore);
bool junit_end(FILE *out);             /* closes; false: something could not be written */
#endif
