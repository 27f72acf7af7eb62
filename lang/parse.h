/* lang/parse.h -- from a file to a tree, imports followed.
 * Borrows: everything in ParseContext; the tree lives in ctx->arena. */
#ifndef LANG_PARSE_H
#define LANG_PARSE_H
#include "lang/ast.h"
#include "lang/diag.h"
#include "lang/intern.h"

/* Text of library module NAME ("std.sync"), or NULL. Installed by main; the table is generated from stdlib/. */
typedef const char *(*ParseLibrary)(const char *name, size_t *len);

typedef struct {
  Arena *arena;
  Intern *names;
  Sources *sources;
  Diags *diags;
  ParseLibrary library;
} ParseContext;

/* Parses SRC (dialect by its first token) and what it imports: `import a.b` is a/b.d beside the file, then the library.
 * Always gives a tree, possibly partial; ctx->diags says whether it can be used. */
Ast parse_file(ParseContext *ctx, Source *src);
#define PARSE_MAX_DEPTH 200            /* nesting of blocks and of expressions; deeper is an error with its own message */
#endif
