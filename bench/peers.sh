#!/bin/sh
# Other checkers beside dmc, on the same models in the same run: those that are installed.
#   bench/peers.sh DMC WORK [RUNS [PART...]]   RUNS: how often, default 3, the best of them counts; PART: spin, tools; default both
#   CAP=20s: what one run may take             QUICK=1: small sizes
#   SPINROWS=FILE TOOLROWS=FILE: other rows than those of bench/peers/spin.txt and tools.txt
# Prints Markdown and leaves it in WORK/peers.md, the rows beside Spin in WORK/verdicts.txt. Exits 1 when two checkers that both finished
# disagree about a verdict, or about the number of executions.
dmc=${1:-build/dmc} work=${2:-build/bench} runs=${3:-3}
[ $# -gt 3 ] && shift 3 && parts=$* || parts='spin tools'
cd "$(dirname "$0")/.." || exit 1
mkdir -p "$work" || exit 1
case $dmc in /*) ;; *) dmc=$PWD/$dmc ;; esac
case $work in /*) ;; *) work=$PWD/$work ;; esac
. bench/lib.sh
cap=${CAP:-20s} limit=${CAP:-20s}
limit=${limit%s}
now() { date +%s%N; }
defs() { [ "$1" = - ] || echo "$1" | tr , '\n' | sed 's/^/-D /' | tr '\n' ' '; }

# ours ALGO MODEL OPTIONS [MORE]: the best of the runs, as verdict, count (executions), states, wall (all of the process), algo
ours() {
  wall=- verdict=cut count=- states=- algo=$1
  i=0
  while [ $i -lt "$runs" ]; do
    i=$((i + 1)) from=$(now)
    # shellcheck disable=SC2046,SC2086
    "$dmc" check --json --algo "$1" --time "$cap" --races=off $4 $(defs "$3") "$2" >"$work/now.json" 2>"$work/now.err" </dev/null
    took=$(calc "printf \"%.4f\", ($(now) - $from) / 1e9")
    [ -n "$(number seconds "$work/now.json")" ] ||
      { echo "bench: no figures from dmc check --algo $1 $2:" >&2; cat "$work/now.err" >&2; return 1; }
    algo=$(sed -n 's/^ *"algorithm": "\(.*\)".*/\1/p' "$work/now.json" | head -n 1)
    verdict=$(sed -n 's/^ *"verdict": "\(.*\)".*/\1/p' "$work/now.json" | head -n 1)
    count=$(number executions "$work/now.json") states=$(number states "$work/now.json")
    blocked=$(number blocked "$work/now.json")
    [ "$blocked" = 0 ] || count=$count+$blocked
    [ "$verdict" = incomplete ] && { wall=- verdict=cut; return; }
    [ "$wall" = - ] && wall=$took
    wall=$(calc "print ($took < $wall) ? $took : $wall")
  done
}
# theirs ADAPTER FILE OPTIONS: the best of the runs, as tv (verdict), tcount, ts (seconds of the search), tall; fails when it gave nothing
theirs() {
  tall=-
  i=0
  while [ $i -lt "$runs" ]; do
    i=$((i + 1))
    line=$(sh "bench/peers/run-$1.sh" "bench/peers/$2" "$3" "$limit" "$work") || return 1
    # shellcheck disable=SC2086
    set -- "$1" "$2" "$3" $line
    if [ "$tall" = - ] || [ "$(calc "print ($7 < $tall)")" = 1 ]; then tv=$4 tcount=$5 ts=$6 tall=$7; fi
    [ "$4" != cut ] || return 0
  done
}
ratio() { case $1$2 in *-*) echo - ;; *) calc "printf \"%.2f\", $1 / ($2 + 1e-6)" ;; esac; }
secs() { case $1 in -) echo - ;; *) calc "printf \"%.3f\", $1" ;; esac; }
whole() { case $1 in -) echo - ;; *) group "$1" ;; esac; }

spin() {
  cat <<TEXT
## Time to a verdict, beside Spin

\`bench/peers/promela\` and \`bench/peers/dmc\` hold the same models: one access, lock operation, send or receive is one step of either; what
is local is a step in Spin only. Seconds until the answer of a process started afresh, best of $runs, at most $cap. Spin: with its
reduction, up to the first error; \`search\` is the verifier alone, \`all\` with making and compiling it (\`spin -a\`, \`cc -O2 -DSAFETY\`).
dmc: as started, reading the model included; \`auto\` chooses the search itself. Ratios: Spin's search by dmc, above 1 where dmc is
faster.

TEXT
  : >"$work/verdicts.txt"
  with=1
  command -v spin >/dev/null 2>&1 || { with=; printf 'Spin is not installed (Debian package spin), so its columns are empty.\n\n'; }
  printf '| model | size | verdict | Spin: states | search | all | auto took | states | seconds | stateful: states | seconds |'
  echo ' Spin : auto | Spin : stateful |'
  echo '|---|---|---|---:|---:|---:|---|---:|---:|---:|---:|---:|---:|'
  grep -v '^#' "${SPINROWS:-bench/peers/spin.txt}" | while read -r model size quick; do
    [ -z "$QUICK" ] || size=$quick
    tv=- tcount=- ts=- tall=-
    [ -z "$with" ] || theirs spin "promela/$model.pml" "$size" || tv=-
    ours auto "bench/peers/dmc/$model.d" "$size" || continue
    v1=$verdict a1=$algo s1=$states w1=$wall
    ours stateful "bench/peers/dmc/$model.d" "$size" || continue
    said=$verdict
    [ "$said" = cut ] && said=$v1
    [ "$v1" = cut ] || [ "$v1" = "$said" ] || said="$said WRONG, auto says $v1"
    case $tv in -|cut) ;; *) [ "$said" = cut ] || [ "$tv" = "$said" ] || said="$said WRONG, Spin says $tv" ;; esac
    echo "$model $size $ts $tall $w1 $wall" >>"$work/verdicts.txt"
    echo "| $model | $(echo "$size" | sed 's/,/, /g') | $said | $(whole "$tcount") | $(secs "$ts") | $(secs "$tall") |" \
      "$a1 | $(whole "$s1") | $(secs "$w1") |" \
      "$(whole "$states") | $(secs "$wall") | $(ratio "$ts" "$w1") | $(ratio "$ts" "$wall") |"
  done
  echo
}

tools() {
  found=
  for t in nidhugg genmc concuerror harmony; do command -v $t >/dev/null 2>&1 && found="$found $t"; done
  echo '## Other tools'
  echo
  if [ -z "$found" ]; then
    echo 'None of Nidhugg, GenMC, Concuerror and Harmony was found on PATH, so there are no rows. `bench/peers` has the programs and'
    echo 'adapters.'
    echo
    return
  fi
  echo "Found:$found. Seconds of the whole process and executions (Harmony: states), best of $runs, at most $cap; ratio above 1 where"
  echo 'dmc is faster.'
  echo
  echo '| tool | program | size | its count | its seconds | dmc | count | seconds | tool : dmc |'
  echo '|---|---|---|---:|---:|---|---:|---:|---:|'
  grep -v '^#' "${TOOLROWS:-bench/peers/tools.txt}" | while read -r tool program size model defs search; do
    name=${tool%%:*} FLAGS=$(echo "${tool#*:}" | sed 's/=/ /')
    export FLAGS
    case " $found " in *" $name "*) ;; *) continue ;; esac
    theirs "$name" "$program" "$size" ||
      { echo "| $name | $program | $size | no figures | - | $search | - | - | - |"; continue; }
    ours "$search" "$model" "$defs" --all || continue
    [ "$name" = harmony ] && count=$states
    note=
    case $name/$tcount/$wall in
    harmony/*|*/-/*|*/-) ;;
    *) [ "$tcount" = "$count" ] || note=' WRONG, not the count of the tool' ;;
    esac
    echo "| $name $FLAGS | $(basename "$program") | $size | $tcount | $(secs "$tall") |" \
      "$search | $count$note | $(secs "$wall") | $(ratio "$tall" "$wall") |"
  done
  echo
}
for part in $parts; do $part; done >"$work/peers.md"
cat "$work/peers.md"
if grep -q WRONG "$work/peers.md"; then echo 'bench: checkers disagree' >&2; exit 1; fi
