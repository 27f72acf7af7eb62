/* tests/fuzz/front.h -- one text through the front end: parse, print, compile, and for what compiles a short random
 * walk. Nothing here may crash or hang, whatever the bytes. Included by the corpus run and by the libFuzzer target. */
#ifndef TESTS_FUZZ_FRONT_H
#define TESTS_FUZZ_FRONT_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "compiler/compile.h"
#include "lang/mem.h"
#include "lang/parse.h"
#include "lang/print.h"
#include "vm/vm.h"

const char *stdlib_text(const char *name, size_t *len);       /* build/stdlib.o */

typedef struct { bool parsed, compiled; unsigned steps; } FrontResult;

static void front_print(const Ast *ast, const Source *src, Arena *a, const Diags *d) {
  char *text = NULL;
  size_t len = 0;
  FILE *f = open_memstream(&text, &len);
  if (!f) return;
  if (d->errors == 0) print_file(ast, src, a, f);
  diag_print(d, f, false);
  fclose(f);
  free(text);
}

/* At most LIMIT steps, each picked by a small generator seeded with the length of the text. */
static unsigned front_walk(const BcProgram *p, unsigned limit, uint32_t seed) {
  Mem mem;
  unsigned steps = 0;
  mem_init(&mem, (size_t)64 << 20);
  VmState *s = vm_new(p, &mem);
  for (; s && vm_initial_status(s) != VM_BLOCKED && steps < limit; steps++) {
    const VmAction *a;
    size_t crashes, n = vm_actions(s, &a, &crashes);
    VmEvent ev;
    if (n == 0 || n == SIZE_MAX) break;
    seed = seed * 1664525u + 1013904223u;
    VmAction pick = a[(seed >> 8) % n];
    if (vm_step(s, pick.tid, pick.choice, &ev) == VM_NOMEM) break;
  }
  if (s) vm_free(s);
  mem_deinit(&mem);
  return steps;
}

static FrontResult front_try(const char *path, const char *data, size_t len, unsigned steps) {
  FrontResult r = { 0 };
  Arena arena;
  Intern names;
  Sources sources;
  Diags diags;
  arena_init(&arena);
  intern_init(&names, &arena);
  src_init(&sources, &arena);
  diag_init(&diags, &arena, &sources);
  Source *src = src_add_text(&sources, path, data, len);
  ParseContext ctx = { &arena, &names, &sources, &diags, stdlib_text };
  Ast ast = parse_file(&ctx, src);
  r.parsed = diags.errors == 0;
  BcOptions opt = { .arena = &arena, .names = &names, .statement = ast.thesis, .loop_bound = -1 };
  const BcProgram *p = r.parsed ? bc_compile(&ast, &sources, &opt, &diags) : NULL;
  r.compiled = p != NULL;
  front_print(&ast, src, &arena, &diags);
  if (p) r.steps = front_walk(p, steps, (uint32_t)len);
  arena_deinit(&arena);
  return r;
}
#endif
