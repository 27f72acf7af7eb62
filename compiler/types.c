/* compiler/types.c -- see types.h. */
#include "compiler/types.h"
#include <stdio.h>
#include <string.h>

bool type_equal(const BcType *x, const BcType *y) {
  if (x == y) return true;
  if (x->kind == T_ERROR || y->kind == T_ERROR) return true;     /* already reported */
  if (x->kind != y->kind) return false;
  switch (x->kind) {
    case T_ENUM: case T_RECORD: return false;                    /* by declaration: one pointer each */
    case T_QUEUE: case T_SET: return type_equal(x->elem, y->elem);
    case T_ARRAY: return x->count == y->count && type_equal(x->elem, y->elem);
    case T_VOID: case T_INT: case T_BOOL: case T_PID: case T_MUTEX: case T_STRING: case T_ERROR: return true;
  }
  return false;
}

bool type_has_mutex(const BcType *t) {
  if (t->kind == T_ARRAY) return type_has_mutex(t->elem);
  if (t->kind == T_RECORD) for (uint32_t i = 0; i < t->count; i++) if (type_has_mutex(t->fields[i].type)) return true;
  return t->kind == T_MUTEX;
}

static size_t put(char *buf, unsigned size, size_t at, const char *s) {
  size_t n = strlen(s);
  if (at + n >= size) n = size > at + 1 ? size - at - 1 : 0;
  memcpy(buf + at, s, n);
  buf[at + n] = 0;
  return at + n;
}

static size_t text(const BcType *t, char *buf, unsigned size, size_t at) {
  static const char *const plain[] = { "void", "int", "bool", "pid", "mutex" };
  char num[24];
  switch (t->kind) {
    case T_VOID: case T_INT: case T_BOOL: case T_PID: case T_MUTEX: return put(buf, size, at, plain[t->kind]);
    case T_ENUM: case T_RECORD: return put(buf, size, at, t->name);
    case T_QUEUE: case T_SET:
      at = put(buf, size, at, t->kind == T_QUEUE ? "queue<" : "set<");
      return put(buf, size, text(t->elem, buf, size, at), ">");
    case T_ARRAY: {
      const BcType *e = t;
      while (e->kind == T_ARRAY) e = e->elem;
      at = text(e, buf, size, at);
      for (; t->kind == T_ARRAY; t = t->elem) {
        snprintf(num, sizeof num, "[%u]", t->count);
        at = put(buf, size, at, num);
      }
      return at;
    }
    case T_STRING: return put(buf, size, at, "string");
    case T_ERROR: return put(buf, size, at, "?");
  }
  return at;
}

const char *type_text(const BcType *t, char *buf, unsigned size) {
  buf[0] = 0;
  text(t, buf, size, 0);
  return buf;
}
