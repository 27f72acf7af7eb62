#!/bin/sh
# Every code has a page; the wrong example of a page gives the code, the right one does not and compiles.
. "$(dirname "$0")/common.inc"
codes=$(sed -n 's/^X("\([A-Z][0-9]*\)".*/\1/p' lang/codes*.def | sort -u)
name='codes'
if [ "$(echo "$codes" | wc -l)" -ge 20 ]; then ok; else not_ok 'fewer than 20 codes'; fi
part() { # WORD: the example below WORD: in $T/page
  awk -v word="$1:" '/^[A-Z]/ { on = $1 == word; next } on { sub(/^    /, ""); print }' "$T/page" | sed '1{/^$/d}'
}
for c in $codes; do
  exits 0 "explain $c" explain $c
  says "^$c"
  cp "$T/out" "$T/page"
  part Wrong >"$T/wrong.d"
  part Right >"$T/right.d"
  if [ -s "$T/wrong.d" ] && [ -s "$T/right.d" ]; then ok; else not_ok 'an example is missing'; continue; fi
  # Some pages show a declaration only.
  for f in wrong right; do grep -Eq 'Thread|^ *<' "$T/$f.d" || echo 'Thread T { skip }' >>"$T/$f.d"; done
  [ $c = E0113 ] && continue                # its wrong example says `and so on`
  [ $c = E0223 ] && part Wrong >"$T/wrong.d" # ... which is the point there
  case $c in E*) want=65 ;; R*) want=14 ;; *) want='0|10|11|14|20' ;; esac
  # An example may name its file: `import ring   // in ring.d`.
  f=$(sed -n 's/.*\/\/ in \([a-z]*\.d\)$/\1/p' "$T/wrong.d" | head -n 1)
  [ -n "$f" ] && cp "$T/wrong.d" "$T/$f"
  exits "$want" "the wrong example of $c" check --time 5s "$T/${f:-wrong.d}"
  either "$c"
  exits '0|10|11|15' "the right example of $c" check --time 5s "$T/right.d"
  silent "$c"
done
exits 0 'lower case' explain e0101
exits 64 'an unknown code' explain E9999
# Every code in the sources has a page.
for c in $(grep -ohE '"[EWHR][0-9]{4}"' lang/*.c lang/*.re lang/*.y compiler/*.c vm/*.c explore/*.c explore/*/*.c 2>/dev/null | tr -d '"' | sort -u); do
  name="$c is used"
  rc=
  case " $(echo $codes) " in *" $c "*) ok ;; *) not_ok 'but has no page' ;; esac
done
finish
