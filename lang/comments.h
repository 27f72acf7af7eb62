/* lang/comments.h -- the comments of a source, for the printer. Private to lang. */
#ifndef LANG_COMMENTS_H
#define LANG_COMMENTS_H
#include "lang/source.h"
#include "lang/vec.h"

typedef struct { uint32_t start, end; } Comment;
typedef VEC(Comment) Comments;

void comments_of(const Source *src, Arena *a, Comments *out);         /* in order */
/* Only blanks and separators between the two places, and no newline? */
bool comments_same_line(const Source *src, uint32_t from, uint32_t to);
size_t comments_newlines(const Source *src, uint32_t from, uint32_t to);
#endif
