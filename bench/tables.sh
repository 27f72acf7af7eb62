#!/bin/sh
# The tables of the papers, row by row, beside dmc.
#   bench/tables.sh DMC WORK [FILE...]   DMC: the binary; WORK: scratch directory; FILE: of bench/papers, default all of them
#   CAP=20s MEM=2G: what one cell may take           TIMES=no: leave out all seconds, so that two runs print the same
# Prints Markdown and leaves it in WORK/tables.md, and every cell in WORK/cells.txt. Once a size was cut, larger ones of the same search are
# not tried. Exits 1 when a table cannot be run, or when a number differs and the table does not say why.
#
# A table is a text of lines `key: value`:
#   title: TEXT                                   options: of every search
#   search: ALGO [COLUMN [OPTIONS]]               COLUMN of the paper it is compared with, - for none; ALGO `paths`: the number of paths
#                                                 in the graph of the search before it
#   text: how it is modelled                      why: ALGO|NAME smaller|larger TEXT, under the table when that happens to the search
#                                                 or to a row NAME(n)
#   row: LABEL MODEL:OPTIONS PAPER...             MODEL of examples/papers, OPTIONS N=1,M=2 or nothing; PAPER for each column of the paper
#                                                 COUNT[/SECONDS], - cut, . not tried, iCOUNT independent of the paper, >COUNT a bound
#   other: yes, when the same rows stand in a table before, in another form: it does not count in WORK/cells.txt
#   left: what of the paper's table is left out, and why
dmc=${1:-build/dmc} work=${2:-build/bench}
[ $# -gt 2 ] && shift 2 || set --
case $dmc in /*) ;; *) dmc=$PWD/$dmc ;; esac
case $work in /*) ;; *) work=$PWD/$work ;; esac
files=
for f in "$@"; do case $f in /*) files="$files $f" ;; *) files="$files $PWD/$f" ;; esac; done
cd "$(dirname "$0")/.." || exit 1
mkdir -p "$work" || exit 1
cap=${CAP:-20s} mem=${MEM:-2G} models=${MODELS:-examples/papers}
[ -n "$files" ] || files=$(echo bench/papers/*.txt)

# figures COLUMN: of $work/now.json, as COUNT/SECONDS or COUNT/SECONDS/LIMIT; - when time or memory ran out, ! when there are none
figures() {
  awk -v column="$1" '
  { gsub(/[ ",]/, ""); at = index($0, ":"); k = substr($0, 1, at - 1); v = substr($0, at + 1) }
  k == "complete" { whole = v == "true" }
  k == "limit" { limit = v }
  k == "stats" { on = 1 }
  on && k ~ /^(executions|blocked|redundant|states|nodes|paths|seconds)$/ && !(k in f) { f[k] = v }
  k == "findings" { exit }
  END {
    if (!("seconds" in f)) { print "!"; exit }
    if (!whole && (limit == "time" || limit == "memory")) { print "-"; exit }
    if (column == "paths") n = f["paths"]
    else if ("nodes" in f) n = f["nodes"]
    else if (column ~ /^stateful/) n = f["states"]
    else n = sprintf("%.0f", f["executions"] + f["redundant"]) (f["blocked"] + 0 ? "+" f["blocked"] : "")
    if (n == "") n = "!"
    print n "/" f["seconds"] (whole ? "" : "/" limit)
  }' "$work/now.json"
}
# cell ALGO MODEL:OPTIONS EXTRA: runs the search unless a smaller size was cut; prints its figures
cell() {
  series=$1/${2%%:*}/$(echo "$2" | tr -d 0-9)
  if [ "$1" = paths ]; then figures paths; return; fi
  if grep -qxF "$series" "$work/late"; then printf '"stats":\n"seconds": 0\n"limit": "time"\n' >"$work/now.json"; echo -; return; fi
  file=$models/${2%%:*}.d
  case $2 in *:?*) defs=$(echo "${2#*:}" | tr , '\n' | sed 's/^/-D /' | tr '\n' ' ') ;; *) defs= ;; esac
  # shellcheck disable=SC2086
  "$dmc" check --json --algo "$1" --all --races=off --time "$cap" --mem "$mem" $options $3 $defs "$file" \
    >"$work/now.json" 2>"$work/now.err" </dev/null
  got=$(figures "$1")
  [ "$got" != - ] || echo "$series" >>"$work/late"
  [ "$got" != '!' ] || { echo "bench: no figures from dmc check --algo $1 $options $3 $defs $file:"; head -n 3 "$work/now.err"; } >&2
  echo "$got"
}
# run FILE: its cells, a line `LABEL ALGO PAPER OURS` each
run() {
  options=$(sed -n 's/^options: *//p' "$1")
  sed -n 's/^search: *//p' "$1" >"$work/searches"
  sed -n "s/^row: *//p" "$1" | tr -s " " | while read -r label model papers; do
    while read -r algo column extra; do
      case $column in ''|-) paper=. ;; *) paper=${papers%% *} papers=${papers#* } ;; esac
      echo "$label $algo $paper $(cell "$algo" "$model" "$extra")"
    done <"$work/searches"
  done
}
: >"$work/cells.txt"
: >"$work/all.txt"
for f in $files; do
  : >"$work/late"
  [ -r "$f" ] || { echo "bench: cannot read $f" >&2; exit 1; }
  run "$f" >"$work/table.txt"
  awk -v times="${TIMES:-yes}" -f bench/tables.awk "$f" "$work/table.txt"
  grep -q '^other:' "$f" || sed "s|^|$(basename "$f" .txt) |" "$work/table.txt" >>"$work/cells.txt"
  cat "$work/table.txt" >>"$work/all.txt"
done >"$work/tables.md"
cat "$work/tables.md"
bad=0
if grep -q ' !' "$work/all.txt"; then echo 'bench: some cells have no figures' >&2; bad=1; fi
if grep -q UNEXPLAINED "$work/tables.md"; then echo 'bench: some differences are not explained' >&2; bad=1; fi
exit $bad
