#!/bin/sh
# embed.sh FUNCTION NAME=FILE...    writes a C file with the texts of files: `const char *FUNCTION(name, &len)` gives that of NAME, or NULL.
fun=$1
shift
echo '#include <stddef.h>'
echo '#include <string.h>'
echo "const char *$fun(const char *name, size_t *len);"
n=0
for f in "$@"; do
  printf 'static const char t%d[] = {' "$n"
  od -An -v -tu1 "${f#*=}" | tr -s ' ' | sed 's/^ //; s/ *$//; s/ /,/g; s/$/,/'
  echo '0};'
  n=$((n + 1))
done
echo "const char *$fun(const char *name, size_t *len) {"
n=0
for f in "$@"; do
  echo "  if (strcmp(name, \"${f%%=*}\") == 0) { *len = sizeof t$n - 1; return t$n; }"
  n=$((n + 1))
done
echo '  return NULL;'
echo '}'
