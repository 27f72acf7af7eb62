#!/bin/sh
# Instructions for a visible step, which do not depend on what else the machine does. By valgrind's callgrind.
#   bench/instructions.sh DMC WORK check           measures, and compares with the last figures of bench/history.csv; exit 1: some
#                                                  need over 10 % more
#   bench/instructions.sh DMC WORK record LABEL    measures, and adds the figures to bench/history.csv under LABEL (a version, what changed)
#   HISTORY=FILE: another history                  WORKLOADS=FILE: instead of bench/workloads.txt
# Without valgrind it says so and does nothing. Figures of another compiler are shown and not judged.
dmc=${1:-build/dmc} work=${2:-build/bench} what=${3:-check} label=$4
cd "$(dirname "$0")/.." || exit 1
mkdir -p "$work" || exit 1
. bench/lib.sh
history=${HISTORY:-bench/history.csv} workloads=${WORKLOADS:-bench/workloads.txt}
case $what in
check) ;;
record) case $label in ''|*[,\"]*) echo 'bench: record needs a label without commas' >&2; exit 2 ;; esac ;;
*) echo "bench: check or record LABEL, not '$what'" >&2; exit 2 ;;
esac
valgrind=${VALGRIND:-valgrind}
command -v "$valgrind" >/dev/null 2>&1 || { echo 'bench: skipped: valgrind is not installed (Debian package valgrind)'; exit 0; }
compiler=$(${CC:-gcc} --version | head -n 1 | sed 's/ *([^)]*)//; s/,//g')

# counted SEARCH MODEL OPTIONS: instructions and steps, in in and st
counted() {
  defs=$(echo "$3" | tr , '\n' | sed 's/^/-D /' | tr '\n' ' ')
  rm -f "$work/callgrind.out"
  # shellcheck disable=SC2086
  "$valgrind" --tool=callgrind --callgrind-out-file="$work/callgrind.out" "$dmc" check --json --algo "$1" --all --races=off $defs "$2" \
    >"$work/now.json" 2>"$work/now.err" </dev/null
  st=$(number steps "$work/now.json")
  in=$(sed -n 's/^summary: *\([0-9]*\).*/\1/p; s/^totals: *\([0-9]*\).*/\1/p' "$work/callgrind.out" 2>/dev/null | head -n 1)
  [ -n "$st" ] && [ -n "$in" ] || { echo "bench: no figures for $1 on $2:" >&2; tail -n 3 "$work/now.err" >&2; exit 1; }
}
[ -r "$workloads" ] || { echo "bench: cannot read $workloads" >&2; exit 1; }
grep -v '^#' "$workloads" | while read -r name search model options small; do
  counted "$search" "$model" "$small" && less=$in few=$st
  counted "$search" "$model" "$options"
  calc "st = $st - $few; in_ = $in - $less
    printf \"%s,%s,%s,%d,%d,%.1f\\n\", \"${label:-now}\", \"$compiler\", \"$name\", st, in_, in_ / st"
done >"$work/instructions.csv" || exit 1
grep -q . "$work/instructions.csv" || exit 1
if [ "$what" = record ]; then
  [ -s "$history" ] || echo 'label,compiler,workload,steps,instructions,per step' >"$history"
  cat "$work/instructions.csv" >>"$history"
  cat "$work/instructions.csv"
else
  [ -s "$history" ] || { echo "bench: $history is empty: make bench-record LABEL=.. first" >&2; exit 1; }
  awk -f bench/compare.awk "$history" "$work/instructions.csv"
fi
