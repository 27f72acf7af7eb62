/* lang/intern.c -- hash table of names with chains; see intern.h. */
#include "lang/intern.h"
#include <stdint.h>
#include <string.h>

#ifndef INTERN_SLOTS
#define INTERN_SLOTS 256             /* a power of two */
#endif

void intern_init(Intern *t, Arena *a) {
  t->arena = a;
  t->cap = INTERN_SLOTS;
  t->count = 0;
  t->slots = ARENA_ARRAY(a, Name *, t->cap);
}

static uint64_t hash(const char *s, size_t n) {      /* FNV-1a */
  uint64_t h = 14695981039346656037u;
  for (size_t i = 0; i < n; i++) h = (h ^ (unsigned char)s[i]) * 1099511628211u;
  return h ^ h >> 32;
}

static void grow(Intern *t) {
  size_t cap = t->cap * 2;
  Name **slots = ARENA_ARRAY(t->arena, Name *, cap);
  for (size_t i = 0; i < t->cap; i++)
    for (Name *n = t->slots[i], *next; n; n = next) {
      next = n->next;
      size_t k = hash(n->text, n->len) & (cap - 1);
      n->next = slots[k];
      slots[k] = n;
    }
  t->slots = slots;
  t->cap = cap;
}

const Name *intern(Intern *t, const char *s, size_t len) {
  size_t k = hash(s, len) & (t->cap - 1);
  for (Name *n = t->slots[k]; n; n = n->next)
    if (n->len == len && memcmp(n->text, s, len) == 0) return n;
  if (t->count++ > t->cap) {
    grow(t);
    k = hash(s, len) & (t->cap - 1);
  }
  Name *n = ARENA_NEW(t->arena, Name);
  n->text = arena_strndup(t->arena, s, len);
  n->len = len;
  n->next = t->slots[k];
  t->slots[k] = n;
  return n;
}

const Name *intern_str(Intern *t, const char *s) { return intern(t, s, strlen(s)); }
