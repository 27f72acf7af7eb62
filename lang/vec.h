/* lang/vec.h -- a growing array in an arena. Old storage stays behind in the arena; doubling bounds that waste.
 * VEC(T) declares the type, VEC_PUSH(arena, vector, value) appends. */
#ifndef LANG_VEC_H
#define LANG_VEC_H
#include <string.h>
#include "lang/arena.h"

#define VEC(T) struct { T *at; size_t count, cap; }
#define VEC_PUSH(a, v, value)                                                                   \
  do {                                                                                          \
    if ((v)->count == (v)->cap) (v)->at = vec_grow((a), (v)->at, &(v)->cap, sizeof *(v)->at);   \
    (v)->at[(v)->count++] = (value);                                                            \
  } while (0)

static inline void *vec_grow(Arena *a, const void *old, size_t *cap, size_t size) {
  size_t n = *cap ? *cap * 2 : 16;
  void *p = arena_alloc(a, n * size);
  if (*cap) memcpy(p, old, *cap * size);
  *cap = n;
  return p;
}
#endif
