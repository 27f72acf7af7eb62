#!/bin/sh
# dmc fmt: once is enough, meaning stays, thesis files upgrade.
. "$(dirname "$0")/common.inc"
facts() { # FILE OPTIONS: verdict and counts as one line; the schedule-independent part of the JSON
  f=$1
  shift
  call "$DMC" check --json "$@" "$f"
  echo "$rc $(number executions "$T/out") $(number blocked "$T/out") $(number states "$T/out") $(number steps "$T/out")"
}
for f in examples/*.d bench/*.d stdlib/*.d tests/golden/*/*.d; do
  case $f in *_thesis*) continue ;; esac
  head -c 4000 "$f" | grep -v '^//' | grep -q '[^ ]' && head -c 4000 "$f" | grep -v '^ *//' | grep -m1 '[^ ]' | grep -q '^ *<' && continue
  grep -q 'expect.*: diagnostic' "$f" && continue
  cp "$f" "$T/once.d"
  call "$DMC" fmt "$T/once.d"
  name="fmt $f"
  if [ $rc -ne 0 ]; then not_ok "exit code $rc"; continue; fi
  # fmt rewrites the file, or prints: take whichever it did.
  [ -s "$T/out" ] && cp "$T/out" "$T/once.d"
  cp "$T/once.d" "$T/twice.d"
  call "$DMC" fmt "$T/twice.d"
  [ -s "$T/out" ] && cp "$T/out" "$T/twice.d"
  if cmp -s "$T/once.d" "$T/twice.d"; then ok; else not_ok 'the second time changes something'; fi
  exits 0 "fmt --check of formatted $f" fmt --check "$T/once.d"
done
for f in tests/models/counter.d tests/models/peterson.d tests/models/buffer.d tests/models/philosophers.d tests/models/lockserver.d tests/models/twophase.d tests/models/abp.d; do
  cp "$f" "$T/once.d"
  call "$DMC" fmt "$T/once.d"
  [ -s "$T/out" ] && cp "$T/out" "$T/once.d"
  rc=
  name="fmt keeps $f"
  equal 'verdict and counts' "$(facts "$T/once.d" --algo stateful:reach --all)" "$(facts "$f" --algo stateful:reach --all)"
done
model messy.d <<'X'
int   x=0;int y
Thread   A{x:=1;
   if x==1{y:=2}
   else{y:=3}}
X
exits '1' 'fmt --check of a messy file' fmt --check "$T/messy.d"
says 'messy.d: would be formatted differently'
# Comments behind consecutive lines: one column, unless a line gets too long for it.
model comments.d <<'X'
int x // one
int[10] longer  // another, über
int y /* a */ // b
int z

int alone        // alone
Thread A { // head
  x := 1 // first
  longer[1] := 2 /* of
 two lines */
  longer[2] := 3 // behind it
  assert x + longer[1] + longer[2] + longer[3] + longer[4] + longer[5] == 10, "long" // on a line that is long enough already
  y := 1 // short
}
X
exits 0 'fmt of comments' fmt "$T/comments.d"
equal 'columns' "$(cat "$T/comments.d")" 'int x           // one
int[10] longer  // another, über
int y           /* a */  // b
int z

int alone   // alone
Thread A {  // head
  x := 1    // first
  longer[1] := 2  /* of
 two lines */
  longer[2] := 3  // behind it
  assert x + longer[1] + longer[2] + longer[3] + longer[4] + longer[5] == 10, "long"  // on a line that is long enough already
  y := 1  // short
}'
exits 0 'the columns stay' fmt --check "$T/comments.d"
exits 65 'fmt of a file with errors' fmt examples/../tests/shell/common.inc
exits 66 'fmt of no file' fmt "$T/none.d"
exits '0|66' 'fmt of several files' fmt --check "$T/once.d" "$T/once.d"

# Upgrade of thesis files: the same verdict and the same counts.
for f in $(grep -l '^<"' examples/*.d tests/golden/*/*.d); do
  grep -q 'expect.*: diagnostic' "$f" && continue
  exits 0 "fmt --upgrade $f" fmt --upgrade "$f"
  cp "$T/out" "$T/new.d"
  says 'atomicity statement'
  silent '^<'
  limit="--algo stateful:reach --all"
  grep -q '^<"readers-writers" 21' "$f" && limit='--sample 20 --seed 5'
  a=$(facts "$f" $limit); b=$(facts "$T/new.d" $limit)
  name="upgraded $f"
  equal 'verdict and counts' "$b" "$a"
done

# Directories: all models below.
exits 0 'the models of this project' fmt --check examples stdlib
mkdir "$T/dir" "$T/dir/sub" "$T/none"
cp "$T/messy.d" "$T/dir/sub/a.d"
cp "$T/once.d" "$T/dir/b.dmc"
exits 1 'a directory' fmt --check "$T/dir"
says 'sub/a\.d'; silent 'b\.dmc'
exits 0 'in place' fmt "$T/dir"
exits 0 'and again' fmt --check "$T/dir"
exits 66 'no models there' fmt --check "$T/none"
complains 'there are no models'
finish
