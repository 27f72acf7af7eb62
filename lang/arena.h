/* lang/arena.h -- memory of one compilation, dropped whole.
 * Lack of memory is final here: arena_alloc calls the handler that main installed and never returns NULL.
 * Owns: all blocks handed out. */
#ifndef LANG_ARENA_H
#define LANG_ARENA_H
#include <stddef.h>

typedef struct ArenaBlock ArenaBlock;
typedef struct { ArenaBlock *head; size_t used, total; } Arena;

/* Called when memory ends; must not return. Default: message on stderr, exit 70. */
extern void (*arena_out_of_memory)(void);

void arena_init(Arena *a);
void arena_deinit(Arena *a);
void arena_absorb(Arena *a, Arena *from);                 /* what FROM holds now lives as long as A; FROM is empty */
void *arena_alloc(Arena *a, size_t size);                 /* zeroed, aligned for any type */
char *arena_strndup(Arena *a, const char *s, size_t n);
char *arena_printf(Arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
#define ARENA_NEW(a, T) ((T *)arena_alloc((a), sizeof(T)))
#define ARENA_ARRAY(a, T, n) ((T *)arena_alloc((a), sizeof(T) * (n)))
#endif
