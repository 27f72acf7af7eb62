/* lang/group.h -- for the upgrade of thesis files: the copies of a repetition as one replicated thread. Private to lang. */
#ifndef LANG_GROUP_H
#define LANG_GROUP_H
#include "lang/ast.h"

/* The items of FILE, where neighbouring threads `Thread(tid in k..k) Tk` that differ only in numbers growing by one
 * became one `Thread(tid in a..b) Ta`. Such a node spans all of them; the others are the tree's own or copies. */
AstNode *group_threads(const AstNode *file, Arena *a);
#endif
