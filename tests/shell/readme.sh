#!/bin/sh
# What the README shows is what dmc prints. A block that starts with `// NAME.d` is a file; in a block that starts with
# `$ dmc ...` each command is run and what stands below it is compared (times masked). `make bless` writes it anew.
. "$(dirname "$0")/common.inc"
readme=$PWD/README.md
mkdir "$T/dir" "$T/bin"
ln -s "$PWD/examples" "$T/dir/examples"
ln -s "$DMC" "$T/bin/dmc"
awk -v dir="$T/dir/" '/^```/ { inside = !inside; file = ""; first = 1; next }
  inside && first && /^\/\/ [a-z_]*\.d$/ { file = dir $2 }
  inside { first = 0; if (file != "") print > file }' "$readme"
# The README again, with every command's output as it is now.
cd "$T/dir" || exit 1
awk '/^```/ { inside = !inside; shell = 0; print; next }
  inside && /^\$ dmc / { shell = 1; print; fflush(); cmd = substr($0, 3); system("PATH='"$T"'/bin:$PATH; " cmd " 2>&1"); next }
  !shell { print }' "$readme" >"$T/now.md"
sed 's/  [0-9]*\.[0-9]* s$/  0.00 s/' "$T/now.md" >"$T/masked.md"
name='README.md'
rc=
if [ -n "$BLESS" ]; then cp "$T/masked.md" "$readme"; ok; finish; fi
if diff -u "$readme" "$T/masked.md" >"$T/diff"; then ok; else not_ok 'shows something else than dmc prints'; sed 's/^/  /' "$T/diff"; fi
finish
