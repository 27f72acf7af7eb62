/* compiler/types.h -- types of dmc values, used by sema, emit, and by the vm to print values.
 * Types are structural pointers made once per program: equal types may be distinct pointers, compare with type_equal. */
#ifndef COMPILER_TYPES_H
#define COMPILER_TYPES_H
#include <stdbool.h>
#include <stdint.h>

typedef enum { T_VOID, T_INT, T_BOOL, T_PID, T_MUTEX, T_ENUM, T_RECORD, T_QUEUE, T_SET, T_ARRAY, T_STRING, T_ERROR } TypeKind;
typedef struct BcType BcType;
typedef struct { const char *name; const BcType *type; uint32_t off; } BcField;   /* off: words from the start */
struct BcType {
  TypeKind kind;
  uint32_t width;            /* words (scalar leaves) a value takes; queue and set: 1 */
  const char *name;          /* enum, record */
  const BcType *elem;        /* queue, set, array */
  uint32_t count;            /* array length, enum members, record fields */
  const char **members;      /* enum */
  const BcField *fields;     /* record */
};
bool type_equal(const BcType *x, const BcType *y);
bool type_has_mutex(const BcType *t);      /* it is one, or an array or record with one inside */
/* Type as the user writes it, into BUF. */
const char *type_text(const BcType *t, char *buf, unsigned size);
#endif
