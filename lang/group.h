/* lang/group.h -- for the upgrade of thesis files: the copies of a repetition as one replicated thread. Private to lang. */
#ifndef LANG_GROUP_H
#define LANG_GROUP_H
#include "lang/ast.h"

/* The items of FILE, where threads `Thread(tid in k..k) Tk` that are copies of one block of SRC and differ only in numbers
 * growing by one became one `Thread(tid in a..b) Ta`. Such a node spans all of them. */
AstNode *group_threads(const AstNode *file, const Source *src, Arena *a);
#endif
