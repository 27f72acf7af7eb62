/* lang/print.h -- the tree as text: the one formatting of dmc (`dmc fmt`), and the indented tree of --dump=ast.
 * print(parse(t)) parses to an equal tree, and printing twice gives the same bytes. Comments and single blank lines
 * of SRC are kept at their places; //! lines stay on top. */
#ifndef LANG_PRINT_H
#define LANG_PRINT_H
#include <stdio.h>
#include "lang/ast.h"

/* Prints the main file (imports as import lines). SRC may be NULL: no comments. For a thesis tree the result is the
 * upgraded form, with `//! options: --atomicity statement` on top and copies of a block as one replicated thread. */
void print_file(const Ast *ast, const Source *src, Arena *a, FILE *out);
void print_expr(const AstNode *e, FILE *out);       /* one line, no newline */
void print_tree(const AstNode *n, FILE *out);       /* --dump=ast */
#endif
