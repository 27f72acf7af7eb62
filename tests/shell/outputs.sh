#!/bin/sh
# Recorded outputs, where wording or shape is the point: tests/golden/TOPIC/NAME.out is what `dmc check NAME.d` prints,
# NAME.json the same with --json, NAME.err what it says on stderr. Options come from the model's `//! options:` line.
# Times and memory are masked. `make bless` records anew.
. "$(dirname "$0")/common.inc"
mask() { sed -e 's/\("seconds" *: *\)[0-9.e+-]*/\1#/' -e 's/\("bytes" *: *\)[0-9]*/\1#/' \
             -e '/^result: /s/[0-9.]* *s\{0,1\}$/#/'; }
for want in tests/golden/*/*.out tests/golden/*/*.json tests/golden/*/*.err; do
  [ -e "$want" ] || continue
  f=${want%.*}.d
  name=$want
  case $want in
  *.out)  call "$DMC" check "$f"; mask <"$T/out" >"$T/got" ;;
  *.json) call "$DMC" check --json "$f"; mask <"$T/out" >"$T/got" ;;
  *.err)  call "$DMC" check "$f"; mask <"$T/err" >"$T/got" ;;
  esac
  if [ -n "$BLESS" ]; then cmp -s "$want" "$T/got" || { cp "$T/got" "$want"; echo "blessed $want"; }; ok; continue; fi
  if diff -u "$want" "$T/got" >"$T/diff"; then ok; else rc=; not_ok 'the output has changed'; sed 's/^/  /' "$T/diff"; fi
done
finish
