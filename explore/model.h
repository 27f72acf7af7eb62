/* explore/model.h -- a model file from disk to a program, with its `//!` lines.
 * Owns: the arena that holds everything. */
#ifndef EXPLORE_MODEL_H
#define EXPLORE_MODEL_H
#include "explore/options.h"
#include "lang/parse.h"

typedef struct {
  Arena arena;
  Intern names;
  Sources sources;
  Diags diags;
  Source *source;
  Ast ast;
  const BcProgram *program;      /* after model_compile */
  const char *why;               /* why the file could not be read */
} Model;

/* Text of library modules; set by main, NULL in programs without a library. */
extern ParseLibrary model_library;

typedef enum { MODEL_OK, MODEL_UNREADABLE, MODEL_WRONG, MODEL_USAGE } ModelStatus;

/* Reads and parses PATH ("-": TEXT). MODEL_WRONG: the diagnostics say why; the model must be closed in any case. */
ModelStatus model_open(Model *m, const char *path);
ModelStatus model_open_text(Model *m, const char *path, const char *text, size_t len);
void model_close(Model *m);
/* Options of the `//! options:` lines, then ARGV's, into O. MODEL_USAGE: o->error. Sets the sync names too. */
ModelStatus model_options(Model *m, Options *o, unsigned command, int argc, char *const *argv);
/* Compiles with O's definitions. MODEL_USAGE: a definition names nothing; o->error. */
ModelStatus model_compile(Model *m, Options *o);

/* After the word and a colon or blank: the text of pragma X when its first word is WORD, else NULL. */
const char *pragma_text(const AstPragma *x, const char *word);
#endif
