/* vm/parts.h -- parts of states (the local state of a thread, a stretch of shared memory), each distinct one once, with
 * a small number in order of first meeting. A state is then a short list of numbers: collapse compression, as in Spin.
 * Owns: the words. Memory is refused as PART_NONE. */
#ifndef VM_PARTS_H
#define VM_PARTS_H
#include "compiler/bytecode.h"
#include "lang/mem.h"

#define PART_NONE UINT32_MAX
typedef struct {
  Mem *mem;
  Word *words; size_t nwords, capwords;
  struct { size_t at; uint32_t len, hash; } *items; size_t n, cap;
  uint32_t *table; size_t slots;     /* open addressing, number + 1 */
} Parts;

void parts_init(Parts *p, Mem *m);
void parts_deinit(Parts *p);
uint32_t parts_find(const Parts *p, const Word *words, uint32_t n);    /* PART_NONE: not met yet */
uint32_t parts_number(Parts *p, const Word *words, uint32_t n);
static inline const Word *parts_words(const Parts *p, uint32_t id, uint32_t *n) { *n = p->items[id].len; return p->words + p->items[id].at; }
#endif
