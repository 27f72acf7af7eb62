/* lang/intern.h -- one pointer per distinct name, so that names compare by address.
 * Owns: the table. Borrows: the arena that holds the text. */
#ifndef LANG_INTERN_H
#define LANG_INTERN_H
#include <stddef.h>
#include "lang/arena.h"

typedef struct Name { const char *text; size_t len; void *next; } Name;   /* text ends in NUL */
typedef struct { Arena *arena; Name **slots; size_t cap, count; } Intern;

void intern_init(Intern *t, Arena *a);
const Name *intern(Intern *t, const char *s, size_t n);
const Name *intern_str(Intern *t, const char *s);
#endif
