/* tests/prop/harness.h -- what every property needs: random numbers, growing text, sets of byte strings, text to
 * program, and events that outlive the next step.
 * Owns: what each _init or _compile filled, until the matching _free. */
#ifndef TESTS_PROP_HARNESS_H
#define TESTS_PROP_HARNESS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "compiler/compile.h"
#include "lang/mem.h"
#include "lang/parse.h"
#include "vm/vm.h"

/* Numbers that depend on the seed only (splitmix64). */
typedef struct { uint64_t state; } Rng;
Rng rng_new(uint64_t seed);
uint64_t rng_next(Rng *r);
unsigned rng_below(Rng *r, unsigned n);                 /* 0 .. n-1; n > 0 */
bool rng_one_in(Rng *r, unsigned n);

/* Text that grows; always ends in NUL once something was added. */
typedef struct { char *at; size_t len, cap; } Text;
void text_add(Text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void text_bytes(Text *t, const void *bytes, size_t n);
void text_clear(Text *t);
void text_free(Text *t);
/* Appends the program TEXT with its thread items in reverse order; the rest stays where it is. */
void text_reverse_threads(const char *text, Text *out);

/* A set of byte strings, numbered by arrival. */
typedef struct { uint8_t *bytes; size_t used, room; size_t *starts; size_t count, cap; uint32_t *slots; size_t nslots; } ByteSet;
bool set_add(ByteSet *s, const void *bytes, size_t len, size_t *index);       /* true: was new; INDEX may be NULL */
bool set_has(const ByteSet *s, const void *bytes, size_t len);
bool set_find(const ByteSet *s, const void *bytes, size_t len, size_t *index);         /* false: not in it */
const uint8_t *set_get(const ByteSet *s, size_t index, size_t *len);
bool set_equal(const ByteSet *x, const ByteSet *y);
void set_free(ByteSet *s);

/* One compilation. `program` is NULL when the text has errors; `diags` says which. */
typedef struct {
  Arena arena;
  Intern names;
  Sources sources;
  Diags diags;
  Source *source;
  Ast ast;
  const BcProgram *program;
} Model;
void model_parse(Model *m, const char *path, const char *text, size_t len);
/* explore/model.h has a function of this name too, and a program may link both. */
#define model_compile harness_compile
/* Parses and compiles; honours an `--atomicity statement` among the text's options. */
bool model_compile(Model *m, const char *path, const char *text, size_t len);
/* The same with definitions in place of params (-D). */
bool model_compile_with(Model *m, const char *path, const char *text, size_t len, BcDefine *defines, size_t ndefines);
void model_free(Model *m);
/* Compiles TEXT and runs it as long as there is exactly one thing to do. NULL: every thread came to its end; else what is
 * wrong, with the place of a failure in WHY. */
const char *model_run_alone(const char *path, const char *text, unsigned max_steps, Text *why);
void model_place(const Model *m, uint32_t pc, uint32_t *line, uint32_t *col);

/* An event with its own copy of the footprint. */
#define KEPT_ACC 1024
#define KEPT_OPS 64
typedef struct { VmEvent ev; VmAcc acc[KEPT_ACC]; VmOp ops[KEPT_OPS]; } KeptEvent;
void event_keep(KeptEvent *k, const VmEvent *ev);
/* Same thread, kind, choice, footprint and operations. FLAGS: which flag bits must agree. */
bool event_same(const VmEvent *x, const VmEvent *y, unsigned flags);
void event_text(const VmState *s, const VmEvent *ev, Text *out);

/* How many programs to try: DMC_PROP_N when set, else USUAL (a tenth of it, at least 20, under a sanitizer or with PROP_SHORT). */
unsigned prop_count(unsigned usual);
/* First seed: DMC_PROP_SEED when set, else 1. */
uint64_t prop_first_seed(void);
/* How many failing programs to show before giving up: DMC_PROP_KEEP when set, else 1. */
unsigned prop_keep(void);
/* Whole file, NUL added; NULL: unreadable. Caller frees. */
char *file_read(const char *path, size_t *len);
/* Calls VISIT for every *.d file below DIR, in sorted order. */
void file_each(const char *dir, void (*visit)(void *ctx, const char *path), void *ctx);
/* Stops the program loudly: the harness itself, not dmc, is broken. */
#define CHECK(e) ((e) ? (void)0 : check_failed(__FILE__, __LINE__, #e))
_Noreturn void check_failed(const char *file, int line, const char *what);
#endif
