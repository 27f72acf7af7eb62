/* lang/arena.c -- blocks in a chain, newest first; see arena.h. */
#include "lang/arena.h"
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef DMC_STRESS
#define ARENA_BLOCK 64u
#else
#define ARENA_BLOCK (64u << 10)
#endif

struct ArenaBlock {
  ArenaBlock *next;
  size_t size;
  max_align_t data[];
};

static void die(void) {
  fputs("dmc: out of memory while compiling\n", stderr);
  exit(70);
}
void (*arena_out_of_memory)(void) = die;

void arena_init(Arena *a) { memset(a, 0, sizeof *a); }

void arena_deinit(Arena *a) {
  for (ArenaBlock *b = a->head, *next; b; b = next) {
    next = b->next;
    free(b);
  }
  arena_init(a);
}

/* Behind the head, whose room stays in use. */
void arena_absorb(Arena *a, Arena *from) {
  ArenaBlock **last = &from->head;
  while (*last) last = &(*last)->next;
  if (!a->head) a->used = from->used;
  *last = a->head ? a->head->next : NULL;
  *(a->head ? &a->head->next : &a->head) = from->head;
  a->total += from->total;
  arena_init(from);
}

static ArenaBlock *block_new(size_t size) {
  ArenaBlock *b = size > SIZE_MAX / 2 ? NULL : calloc(1, sizeof *b + size);
  if (!b) arena_out_of_memory();
  b->size = size;
  return b;
}

void *arena_alloc(Arena *a, size_t size) {
  const size_t unit = sizeof(max_align_t);
  if (size > SIZE_MAX / 4) arena_out_of_memory();
  size = (size + unit - 1) / unit * unit;
  a->total += size;
  if (a->head && a->head->size - a->used >= size) {
    void *p = (char *)a->head->data + a->used;
    a->used += size;
    return p;
  }
  ArenaBlock *b = block_new(size > ARENA_BLOCK ? size : ARENA_BLOCK);
  /* A request larger than a block goes behind the head, whose room stays in use. */
  if (size > ARENA_BLOCK && a->head) {
    b->next = a->head->next;
    a->head->next = b;
    return b->data;
  }
  b->next = a->head;
  a->head = b;
  a->used = size;
  return b->data;
}

char *arena_strndup(Arena *a, const char *s, size_t n) {
  char *p = arena_alloc(a, n + 1);
  memcpy(p, s, n);
  return p;
}

char *arena_printf(Arena *a, const char *fmt, ...) {
  va_list args, again;
  va_start(args, fmt);
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, fmt, args);
  char *p = arena_alloc(a, (size_t)(n < 0 ? 0 : n) + 1);
  if (n >= 0) vsnprintf(p, (size_t)n + 1, fmt, again);
  va_end(again);
  va_end(args);
  return p;
}
