/* explore/files.h -- the models that the command line of `dmc test` and `dmc fmt` names, directories walked.
 * Owns: nothing; lists live in the arena given. */
#ifndef EXPLORE_FILES_H
#define EXPLORE_FILES_H
#include <stdbool.h>
#include "lang/vec.h"

typedef VEC(const char *) Paths;

bool files_is_directory(const char *path);

/* Adds what PATH names: itself, or all models (*.d, *.dmc) in and below a directory, by name. 0, or an exit code after a message: it
 * cannot be read, or there is no model. */
int files_add(Arena *a, const char *path, Paths *files);
#endif
