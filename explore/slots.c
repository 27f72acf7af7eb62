/* explore/slots.c -- see slots.h. */
#include "explore/slots.h"
#include <string.h>

#ifdef DMC_STRESS
#define FIRST_ROOM 16u
#else
#define FIRST_ROOM 64u
#endif

void slots_init(Slots *s, Mem *m, bool numbered) { *s = (Slots){ .mem = m, .numbered = numbered }; }

void slots_deinit(Slots *s) {
  mem_free(s->mem, s->at, s->room * sizeof *s->at);
  mem_free(s->mem, s->numbers, s->numbers_room * sizeof *s->numbers);
}

/* --- growing --- */

static void move(Slots *s, size_t to, size_t from) {
  s->at[to] = s->at[from];
  if (s->numbered) s->numbers[to] = s->numbers[from];
}

/* All words of at[0 .. n) to the end, side by side; returns where they begin. */
static size_t pack(Slots *s, size_t n) {
  size_t to = s->room - 1;
  while (n-- > 0)
    if (s->at[n]) move(s, --to, n);
  memset(s->at, 0, to * sizeof *s->at);
  s->at[s->room - 1] = 0;
  return to;
}

/* From there to their places, which are further to the front. False: somebody's home is not; the words are in order, no more. */
static bool spread(Slots *s, size_t from) {
  for (size_t place = 0; from + 1 < s->room; from++, place++) {
    size_t home = (s->at[from] >> (64 - KEY_BITS)) * s->homes >> KEY_BITS;
    if (home > place) place = home;
    if (place > from) return false;
    move(s, place, from);
    if (place < from) s->at[from] = 0;
  }
  return true;
}

static void fewer_homes(Slots *s) { s->homes -= s->homes / 16 + (s->homes > 1); }

/* With one home for all, whatever there is room for has its place. */
static void arrange(Slots *s, size_t n) {
  for (size_t from = pack(s, n); !spread(s, from); from = pack(s, s->room)) fewer_homes(s);
}

static bool grow(Slots *s) {
  size_t old = s->room, room = old ? old + old / 4 : FIRST_ROOM;
  if (s->numbered && room > s->numbers_room) {
    uint32_t *numbers = mem_realloc(s->mem, s->numbers, s->numbers_room * sizeof *numbers, room * sizeof *numbers);
    if (!numbers) return false;
    s->numbers = numbers;
    s->numbers_room = room;
  }
  uint64_t *at = mem_realloc(s->mem, s->at, old * sizeof *at, room * sizeof *at);
  if (!at) return false;
  s->at = at;
  s->room = room;
  s->homes = room - room / 64 - 8;
  arrange(s, old);
  return true;
}

/* --- adding --- */

/* Where growing is refused, the table may fill up further. */
bool slots_reserve(Slots *s) { return s->count * 8 < s->room * 7 || grow(s) || s->count * 32 < s->room * 31; }

/* The words near the end have come to it, which is odd where there are free slots. */
static bool more_space(Slots *s) {
  if (s->count * 8 >= s->room * 7) return grow(s);
  fewer_homes(s);
  arrange(s, s->room);
  return true;
}

static void insert(Slots *s, size_t i, size_t end, uint64_t v, uint32_t number) {
  memmove(s->at + i + 1, s->at + i, (end - i) * sizeof *s->at);
  s->at[i] = v;
  s->count++;
  if (!s->numbered) return;
  memmove(s->numbers + i + 1, s->numbers + i, (end - i) * sizeof *s->numbers);
  s->numbers[i] = number;
}

bool slots_add(Slots *s, uint64_t v, uint32_t number) {
  do {
    size_t i = slots_seek(s, v), end = i;
    while (s->at[end]) end++;
    if (end + 1 < s->room) {
      insert(s, i, end, v, number);
      return true;
    }
  } while (more_space(s));
  return false;
}
