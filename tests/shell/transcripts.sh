#!/bin/sh
# The sessions in docs/sim.md are what dmc prints. `make bless` writes them anew.
. "$(dirname "$0")/common.inc"
page=$PWD/docs/sim.md script=$PWD/tests/shell/transcripts.awk
mkdir "$T/dir" "$T/bin"
ln -s "$PWD/examples" "$T/dir/examples"
ln -s "$DMC" "$T/bin/dmc"
awk -v dir="$T/dir" -f "$script" "$page"
count=$(cat "$T/dir/count") n=0
name='docs/sim.md' rc=
if [ "$count" -ge 3 ]; then ok; else not_ok 'has lost its sessions'; fi
while [ $n -lt "$count" ]; do
  n=$((n + 1))
  (cd "$T/dir" && PATH=$T/bin:$PATH && export PATH && timeout $LIMIT sh "$n.cmd" <"$n.in" >"$n.out" 2>&1)
  rc=$?
  if [ $rc -lt 65 ]; then ok; else not_ok "session $n ends with $rc"; fi
done
awk -v dir="$T/dir" -v fill=1 -f "$script" "$page" >"$T/now.md"
rc=
if [ -n "$BLESS" ]; then cp "$T/now.md" "$page"; ok; finish; fi
if diff -u "$page" "$T/now.md" >"$T/diff"; then ok; else not_ok 'shows something else than dmc prints'; sed 's/^/  /' "$T/diff"; fi
finish
