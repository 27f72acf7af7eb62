#!/bin/sh
# Writes a C file with the text of each library module: stdlib/sync.d becomes std.sync.
echo '#include <stddef.h>'
echo '#include <string.h>'
echo 'const char *stdlib_text(const char *name, size_t *len);'
n=0
for f in "$@"; do
  printf 'static const char t%d[] = {' "$n"
  od -An -v -tu1 "$f" | tr -s ' ' | sed 's/^ //; s/ *$//; s/ /,/g; s/$/,/'
  echo '0};'
  n=$((n + 1))
done
echo 'const char *stdlib_text(const char *name, size_t *len) {'
n=0
for f in "$@"; do
  m=std.$(basename "$f" .d)
  echo "  if (strcmp(name, \"$m\") == 0) { *len = sizeof t$n - 1; return t$n; }"
  n=$((n + 1))
done
echo '  return NULL;'
echo '}'
