#!/bin/sh
# What the README and docs/traces.md show is what dmc prints. A block that starts with `// NAME.d` is a file; in a block that
# starts with `$ dmc ...` each command is run and what stands below it is compared (times masked). `make bless` writes it anew.
. "$(dirname "$0")/common.inc"
root=$PWD
mkdir "$T/bin"
ln -s "$DMC" "$T/bin/dmc"
for shown in README.md docs/traces.md; do
  page=$root/$shown
  rm -rf "$T/dir"
  mkdir "$T/dir"
  ln -s "$root/examples" "$T/dir/examples"
  awk -v dir="$T/dir/" '/^```/ { inside = !inside; file = ""; first = 1; next }
    inside && first && /^\/\/ [a-z_]*\.d$/ { file = dir $2 }
    inside { first = 0; if (file != "") print > file }' "$page"
  # The page again, with every command's output as it is now.
  cd "$T/dir" || exit 1
  awk '/^```/ { inside = !inside; shell = 0; print; next }
    inside && /^\$ dmc / { shell = 1; print; fflush(); cmd = substr($0, 3); system("PATH='"$T"'/bin:$PATH; " cmd " 2>&1"); next }
    !shell { print }' "$page" >"$T/now.md"
  cd "$root" || exit 1
  sed 's/  [0-9]*\.[0-9]* s$/  0.00 s/' "$T/now.md" >"$T/masked.md"
  name=$shown
  rc=
  if [ -n "$BLESS" ]; then cp "$T/masked.md" "$page"; ok; continue; fi
  if diff -u "$page" "$T/masked.md" >"$T/diff"; then ok; else not_ok 'shows something else than dmc prints'; sed 's/^/  /' "$T/diff"; fi
done
finish
