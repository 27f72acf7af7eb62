/* lang/mem.h -- memory that is counted and may be refused.
 * Exploration takes all its memory from one Mem, which respects --mem: a refusal is a NULL, which the caller
 * turns into an `incomplete` verdict. Tests make the Nth request fail (fail_after).
 * One thread uses a Mem, or several once it is shared; the counters are atomic only then, so that a search with one
 * worker pays nothing for the others it does not have.
 * Owns: the count. The blocks belong to whoever asked for them. */
#ifndef LANG_MEM_H
#define LANG_MEM_H
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  atomic_size_t used, peak;      /* bytes now, and at most so far */
  size_t limit;                  /* 0: none */
  bool shared;                   /* several threads use it; set before the second one starts */
  atomic_bool refused;           /* a request was refused since init */
  atomic_ullong fail_after;      /* test hook: 0 off; n: the nth request from now is refused */
} Mem;

void mem_init(Mem *m, size_t limit);
/* Asserts that everything was returned. */
void mem_deinit(Mem *m);
/* As realloc; OLD_SIZE must be the size last given for P (0 with NULL). NULL: refused, P is untouched. */
void *mem_realloc(Mem *m, void *p, size_t old_size, size_t new_size);
void *mem_alloc(Mem *m, size_t size);            /* zeroed */
/* Makes room for WANT items of SIZE bytes in the array *P of *CAP items, by doubling. False: refused, nothing changed. */
bool mem_grow(Mem *m, void **p, size_t *cap, size_t size, size_t want);
void mem_free(Mem *m, void *p, size_t size);
#endif
