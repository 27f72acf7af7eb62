#!/bin/sh
# Every code has a page; the wrong example of a page shows the code and the right one is fine.
. "$(dirname "$0")/common.inc"
codes=$(sed -n 's/^X("\([A-Z][0-9]*\)".*/\1/p' lang/codes*.def | sort -u)
name='codes'
if [ "$(echo "$codes" | wc -l)" -ge 20 ]; then ok; else not_ok 'fewer than 20 codes'; fi
for c in $codes; do
  exits 0 "explain $c" explain $c
  says "$c"
  says 'rong'
  says 'ight'
done
exits 0 'lower case' explain r0001
exits 64 'an unknown code' explain E9999
exits 64 'no code' explain
# Every code in the sources has a page.
for c in $(grep -ohE '"[EWHR][0-9]{4}"' lang/*.c lang/*.re lang/*.y compiler/*.c vm/*.c explore/*.c explore/*/*.c 2>/dev/null | tr -d '"' | sort -u); do
  name="$c is used"
  rc=
  case " $(echo $codes) " in *" $c "*) ok ;; *) not_ok 'but has no page' ;; esac
done
finish
