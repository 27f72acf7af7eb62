# bench/lib.sh -- what run.sh, step.sh, plan.sh and stateful.sh share: read it with `.` from the root, with dmc, work and runs set.

number() { # KEY FILE: the number after "KEY": in a JSON text
  tr ',{}' '\n\n\n' <"$2" | sed -n "s/^ *\"$1\" *: *\(-\{0,1\}[0-9.e+-]*\) *\$/\1/p" | head -n 1
}
calc() { awk "BEGIN { $1 }" </dev/null; }
group() { echo "$1" | awk '{ s = sprintf("%d", $1); r = ""; while (length(s) > 3) { r = "," substr(s, length(s) - 2) r; s = substr(s, 1, length(s) - 3) } print s r }'; }
nth() { sort -n "$1" | sed -n "$2p"; }   # FILE K: the kth smallest number

# once OPTIONS...: one dmc check, its figures in $work/now.json; says so and fails when there are none
once() {
  "$dmc" check --json "$@" >"$work/now.json" 2>"$work/now.err"
  [ -n "$(number seconds "$work/now.json")" ] || { echo "bench: dmc check $* gave no figures:" >&2; cat "$work/now.err" >&2; return 1; }
}
# best OPTIONS...: $runs runs (uses i, n, s, rate, most); the one with most steps a second stays in $work/best.json
best() {
  most=0
  i=0
  while [ $i -lt "$runs" ]; do
    i=$((i + 1))
    once "$@" || return 1
    s=$(number seconds "$work/now.json") n=$(number steps "$work/now.json")
    rate=$(calc "printf \"%.0f\", $n / ($s + 1e-9)")
    if [ "$rate" -gt "$most" ]; then most=$rate; cp "$work/now.json" "$work/best.json"; fi
  done
}
