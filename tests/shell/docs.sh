#!/bin/sh
# README.md and docs/: every code block is run or checked by its rule, and a block without one is a failure. What stands behind
# ``` decides, or the first line of the block:
#   // NAME.d          a model and a file for the commands of its page; its `//! expect` lines hold, and without any it compiles
#   dmc                a model that needs no name
#   dmc items          declarations of a model; a thread is added if there is none
#   dmc statements     statements of a thread
#   dmc wrong          does not compile
#   dmc file           a file for the commands of its page, which judge it
#   $ dmc ...          commands: what stands below each is what it prints, times masked
#   $ dmc sim ...      a session; the typed lines begin with `dmc> `, also in the blocks that go on with it
#   c                  compiles by itself             c PATH    stands in that file, but for lines left out at `...`
#   c algorithm NAME   is explore/algo/NAME.c with ex_NAME: the page's commands have a dmc with this search
#   json, sh           is JSON, is a shell script     text      neither run nor checked
# A comment `<!-- dmc: ITEMS -->` in the lines before a fragment declares what it speaks of.
# Links lead to files and headings that exist. `make bless` writes the outputs anew. PAGES: only these.
. "$(dirname "$0")/common.inc"
root=$PWD script=$PWD/tests/shell/docs.awk here=
mkdir "$T/bin" "$T/tested"
ln -s "$DMC" "$T/bin/dmc"
cat >"$T/run" <<X
cd '$T/page/scratch' && PATH='$T/bin':\$PATH exec timeout -k 2 $LIMIT sh "\$1" 2>&1
X

# ---- one rule each: FILE [PATH] ----
judge() { # a command; its complaint on failure
  if "$@" >"$T/out" 2>&1; then ok; else rc=$?; : >"$T/err"; not_ok "$here"; fi
}
check_model() {
  if grep -q '^//! expect' "$1"; then cp "$1" "$T/tested/$(echo "$shown" | tr / -)-$line.d"; ok
  else judge compiles "$1" ''; fi
}
compiles() { # FILE WRONG: one random run is a compilation and a little more
  timeout -k 2 $LIMIT "$DMC" run --quiet "$1" </dev/null 2>&1
  case $? in [0-9]|1[0-9]|20) [ -z "$2" ] ;; 65) [ -n "$2" ] ;; *) false ;; esac
}
is_json() { # a trace is read as JSON before anything else is asked of it
  "$DMC" replay "$1" >"$T/said" 2>&1
  cat "$T/said"
  ! grep -q 'this is no trace: ' "$T/said"
}
is_excerpt() { # BLOCK FILE: the parts between lines `...` stand in it, one behind the other
  awk 'function part() {
         if (text != "" && !(at = index(all, text))) { print "not in the file:\n" text; exit bad = 1 }
         all = substr(all, at + length(text))
         text = ""
       }
       NR == FNR { all = all $0 "\n"; next }
       /^ *\.\.\.$/ { part(); next }
       { text = text $0 "\n" }
       END { if (!bad) part(); exit bad }' "$root/$2" "$1"
}
# A dmc with one more algorithm, built beside the objects of DMC and with its flags.
adds_algorithm() { # BLOCK NAME
  b=$(dirname "$DMC") flags=-O1
  case $b in */asan|*/stress) flags=$(sed -n 's/^SANITIZE *:= *//p' Makefile) ;; */tsan) flags='-O1 -fsanitize=thread' ;; esac
  cc="${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wmissing-prototypes -Werror -D_POSIX_C_SOURCE=200809L $flags"
  mkdir -p "$T/more/explore" && rm "$T/bin/dmc" &&
    { cat explore/algorithms.def; echo "ALGO(\"$2\", ex_$2, \"\", \"\")"; } >"$T/more/explore/algorithms.def" &&
    $cc -I. "-I$b" -c -o "$T/more/new.o" "$1" &&
    $cc "-I$T/more" -I. "-I$b" -c -o "$T/more/table.o" explore/algorithms.c &&
    (cd "$b" && $cc -o "$T/bin/dmc" explore/main.o "$T"/more/*.o stdlib.a explore.a vm.a compiler.a lang.a -lgmp -lm -lpthread)
}
check_block() { # KIND FILE [PATH]
  case $1 in
  model)            check_model "$2" ;;
  items|statements) judge compiles "$2" '' ;;
  wrong)            judge compiles "$2" wrong ;;
  c)                judge ${CC:-cc} -std=c11 -Wall -Wextra -Werror -fsyntax-only -I. "-I$(dirname "$DMC")" "$2" ;;
  algorithm)        judge adds_algorithm "$2" "$3" ;;
  excerpt)          judge is_excerpt "$2" "$3" ;;
  json)             judge is_json "$2" ;;
  sh)               judge sh -n "$2" ;;
  text|file|commands|session|more) ok ;;                # of commands the whole page is compared
  *)                rc=; not_ok 'a block without a rule' ;;
  esac
}

# ---- links ----
anchors() { # the names by which headings are linked
  awk '/^```/ { code = !code } !code && /^#+ / {
    sub(/^#+ /, ""); $0 = tolower($0); gsub(/[^a-z0-9 _-]/, ""); gsub(/ /, "-"); print $0 (seen[$0]++ ? "-" seen[$0] - 1 : "") }' "$1"
}
check_link() { # TARGET, as seen from the page
  case $1 in http:*|https:*) return ;; esac
  to=${1%%#*}
  to=${to:+$(dirname "$shown")/$to}
  : "${to:=$shown}"
  rc=
  if [ ! -e "$to" ]; then not_ok "a link to $1, which is not there"; return; fi
  case $1 in *#*) if ! anchors "$to" | grep -qx -e "${1#*#}"; then not_ok "a link to $1, and there is no such heading"; return; fi ;; esac
  ok
}

# ---- names of the code ----
# Paths, and words that look like C, in `...` of a page that speaks of the code.
check_names() { # PAGE
  sed '/^```/,/^```$/d' "$1" | grep -o '`[^` ]*`' | tr -d '`' | sort -u >"$T/words"
  rc=
  while read -r w; do
    name="$1: \`$w\`"
    case $w in
    */NAME.c|*sleepy*|*...*) ;;
    *.c|*.h|*.def|*.sh|*/)
      if [ -e "$w" ] || [ -n "$(find explore vm tests -name "$w")" ]; then ok; else not_ok 'there is no such file'; fi ;;
    *[a-z]_[a-z]*|[A-Z][A-Z]_[A-Z]*|[A-Z]*[a-z][A-Z]*[a-z])
      case $w in *[!A-Za-z0-9_]*) continue ;; esac
      if grep -rqw -e "$w" explore vm tests/prop; then ok; else not_ok 'no file of the sources has it'; fi ;;
    esac
  done <"$T/words"
}
# ---- a page ----
check_page() {
  mkdir -p "$T/page/scratch"
  ln -s "$root/examples" "$T/page/scratch/examples"
  cp "$T/run" "$T/page/run"
  awk -v dir="$T/page" -v mode=list -f "$script" "$shown" >"$T/page/list"
  while IFS='	' read -r kind line file path; do
    name=$shown:$line here="this is no '$kind'"
    case $kind in link) check_link "$file" ;; *) check_block "$kind" "$file" "$path" ;; esac
  done <"$T/page/list"
  awk -v dir="$T/page" -v mode=fill -f "$script" "$shown" >"$T/now.md"
  sed -e 's/^\(result: .*\)  [0-9]*\.[0-9]* s$/\1  0.00 s/' "$T/now.md" >"$T/masked.md"
  name=$shown rc=
  if [ -n "$BLESS" ]; then cmp -s "$shown" "$T/masked.md" || cp "$T/masked.md" "$shown"; ok
  elif diff -u "$shown" "$T/masked.md" >"$T/diff"; then ok
  else not_ok 'shows something else than dmc prints'; sed 's/^/  /' "$T/diff"; fi
  rm -rf "$T/page"
  ln -sf "$DMC" "$T/bin/dmc"
}
for shown in ${PAGES:-README.md docs/*.md}; do check_page; done

case " ${PAGES:-docs/adding-an-algorithm.md} " in *' docs/adding-an-algorithm.md '*) check_names docs/adding-an-algorithm.md ;; esac
# The reference has all commands and options.
case " ${PAGES:-docs/language.md} " in *' docs/language.md '*)
  rc= name=docs/language.md
  for c in check run test graph bench replay fmt; do "$DMC" $c --help; done | grep -o '^  -[-a-zA-Z]*' | sort -u >"$T/options"
  if [ "$(wc -l <"$T/options")" -ge 40 ]; then ok; else not_ok 'options are not found any more'; fi
  while read -r o; do if grep -q -e "\`.*$o[\` =\[]" docs/language.md; then ok; else not_ok "lacks $o"; fi; done <"$T/options" ;;
esac
# Each page is in the index.
case " ${PAGES:-docs/README.md} " in *' docs/README.md '*)
  rc= name=docs/README.md
  for p in docs/*.md; do if [ $p = docs/README.md ] || grep -q "(${p#docs/})" docs/README.md; then ok; else not_ok "lacks $p"; fi; done ;;
esac
# Models with expectations, all together.
set -- "$T"/tested/*.d
if [ -e "$1" ]; then
  name='models in documentation' here='an expectation of a model there does not hold'
  judge timeout -k 2 $((LIMIT * 6)) "$DMC" test "$T/tested"
fi
finish
