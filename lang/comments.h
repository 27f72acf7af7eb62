/* lang/comments.h -- the comments of a source, for the printer. Private to lang. */
#ifndef LANG_COMMENTS_H
#define LANG_COMMENTS_H
#include <stdio.h>
#include "lang/source.h"
#include "lang/vec.h"

typedef struct { uint32_t start, end; } Comment;
typedef VEC(Comment) Comments;

void comments_of(const Source *src, Arena *a, Comments *out);         /* in order */
/* Only blanks and separators between the two places, and no newline? */
bool comments_same_line(const Source *src, uint32_t from, uint32_t to);
size_t comments_newlines(const Source *src, uint32_t from, uint32_t to);
/* A comment behind code in formatted text: where its line begins, where the two blanks before it, and where it ends. One a line. */
typedef struct { size_t line, gap, end; } Trailing;
typedef VEC(Trailing) Trailings;
#define COMMENTS_WIDTH 120           /* lines do not grow beyond that for the sake of a column */
/* Writes TEXT with wider gaps: the comments behind consecutive lines in one column. */
void comments_align(const char *text, size_t len, const Trailings *l, FILE *out);
#endif
