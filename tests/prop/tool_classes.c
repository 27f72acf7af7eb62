/* tests/prop/tool_classes.c -- how many classes a program has: tool_classes [-D name=value ...] FILE.d
 * Prints the judge's counts. In all lines but the first guards are failing reads: lazy counts the executions of the first and
 * other blocked runs; observers and reads-from count different runs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/prop/classes.h"

enum { MAX_DEFINES = 32 };
static const uint64_t max_steps = 50000000;

static bool define(BcDefine *d, char *text) {
  char *eq = strchr(text, '=');
  if (!eq) return false;
  *eq = 0;
  *d = (BcDefine){ .name = text, .value = eq + 1 };
  return true;
}

static void walk(const Model *m, ClassMode mode, Classes *c, Outcome *o) {
  Mem mem;
  mem_init(&mem, 0);
  VmState *s = vm_new(m->program, &mem);
  CHECK(s);
  class_walk(m, s, mode, max_steps, c, o);
  vm_free(s);
  mem_deinit(&mem);
}

static void print_set(const char *name, const ClassSet *set, const char *cut) {
  printf("%s: %llu executions + %llu blocked%s\n", name, (unsigned long long)set->executions, (unsigned long long)set->blocked, cut);
}

static void print_observers(const Classes *c, const char *cut) {
  printf("observers: %llu executions + %llu blocked", (unsigned long long)c->obs_executions, (unsigned long long)c->obs_blocked);
  if (c->obs_stuck) printf(" + %llu with a stuck guard, %zu in all", (unsigned long long)c->obs_stuck, c->observers.entries.count);
  printf("%s\n", cut);
}

static void count(const Model *m, ClassMode mode) {
  Classes c;
  Outcome o;
  walk(m, mode, &c, &o);
  const char *cut = o.cut ? " (cut: too many steps)" : "";
  if (mode == CLASS_NATIVE) print_set("M", &c.m, cut);
  else if (mode == CLASS_LAZY) print_set("lazy", &c.lazy, cut);
  else {
    print_observers(&c, cut);
    print_set("reads-from", &c.rf, cut);
  }
  classes_free(&c);
  outcome_free(&o);
}

static int usage(void) {
  fprintf(stderr, "usage: tool_classes [-D name=value ...] FILE.d\n");
  return 64;
}

int main(int argc, char **argv) {
  BcDefine defines[MAX_DEFINES];
  size_t n = 0, len;
  int i = 1;
  for (; i + 1 < argc && strcmp(argv[i], "-D") == 0; i += 2)
    if (n == MAX_DEFINES || !define(&defines[n++], argv[i + 1])) return usage();
  if (i + 1 != argc) return usage();
  char *text = file_read(argv[i], &len);
  if (!text) { fprintf(stderr, "%s: cannot be read\n", argv[i]); return 66; }
  Model m;
  bool ok = model_compile_with(&m, argv[i], text, len, defines, n);
  if (!ok) diag_print(&m.diags, stderr, false);
  if (ok) {
    count(&m, CLASS_NATIVE);
    count(&m, CLASS_LAZY);
    count(&m, CLASS_RF);
  }
  model_free(&m);
  free(text);
  return ok ? 0 : 65;
}
