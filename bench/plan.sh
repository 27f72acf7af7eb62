#!/bin/sh
# make bench: how fast the plan engine (dc, lazy) is, how its time grows with the length of runs, and whether the counts of all
# reductions are right.
#   bench/plan.sh DMC WORK [RUNS [PART...]]    DMC: the binary; WORK: scratch directory; RUNS: how often, default 5;
#                                              PART: speed, lengths, counts; default all
#   SMALL=1: small sizes only, to see that it works
# Prints the tables and leaves them in WORK/plan.md. Exits 1 when a count is wrong.
dmc=${1:-build/dmc} work=${2:-build/bench} runs=${3:-5}
[ $# -gt 3 ] && shift 3 && parts=$* || parts='speed lengths counts'
cd "$(dirname "$0")/.." || exit 1
mkdir -p "$work" || exit 1
case $work in /*) ;; *) work=$PWD/$work ;; esac
case $dmc in /*) ;; *) dmc=$PWD/$dmc ;; esac
. bench/lib.sh
papers=examples/papers
small=${SMALL:+yes}

# figures: of $work/best.json, as ex, se, st, by, de, bl, ta (most tasks that waited at once), dr (plans dropped)
figures() {
  for pair in ex:executions se:seconds st:steps by:bytes de:depth bl:blocked ta:tasks dr:dropped; do
    eval "${pair%%:*}=\$(number ${pair#*:} \"\$work/best.json\")"
  done
  : "${ta:=0}" "${dr:=0}"
}

# speed_row MODEL N SEARCH JOBS WANT BESIDE: BESIDE is an aim in seconds, `optimal` (its time is to be compared with), or -
speed_row() {
  jobs=
  [ "$4" = 1 ] || jobs="--jobs $4"
  # shellcheck disable=SC2086
  best --algo "$3" --all --races=off $jobs -D N="$2" "$papers/$1.d" </dev/null || return
  figures
  case $3$4 in optimal1) optimal=$se ;; *1) one=$se ;; esac
  case $6 in
    -) note= ;;
    optimal) note=$(calc "printf \"%.2f times optimal\", $se / $optimal") ;;
    *) note=$(calc "if ($se <= $6) printf \"%s s: met\", $6; else printf \"%s s: %.1f times over\", $6, $se / $6") ;;
  esac
  [ "$4" = 1 ] || note="$note${note:+, }$(calc "printf \"%.2f times one worker\", $se / $one")"
  [ "$ex" = "$5" ] || note="$note WRONG, expected $5"
  line="| $1($2) | $3 | $4 | $(group "$ex") | $(calc "printf \"%.4f\", $se") | $(group "$(calc "print $ex / $se")") |"
  line="$line $(calc "printf \"%.2f million\", $st / $se / 1e6") | $(calc "printf \"%.2f\", $by / 1048576") |"
  echo "$line $(group "$ta") | $(group "$dr") | $note |"
}
speed() {
  cat <<'TEXT'
## Executions a second, plan engine

`--all --races=off`, best of the runs. MB: peak of the search. Waiting: the most tasks that were queued at once. Dropped: plans
that could not be, or whose history was known when they were run. Beside: the aim in seconds, or the seconds of `optimal`; with two
workers also the seconds of one. DC needed 451 s for opt_lock(200); Nidhugg `--rf` needs 18 s for fib_bench(5) on a machine like
ours, the aim is 20 times less.

| model | search | jobs | executions | seconds | executions/s | steps/s | MB | waiting | dropped | beside |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---|
TEXT
  dc_speed | while read -r model size aim want; do
    for j in 1 2; do speed_row "$model" "$size" dc $j "$want" "$aim"; done
  done
  lazy_speed | while read -r model size want; do
    [ "$model" = readers_writers ] && beside=- || beside=optimal
    [ "$beside" = - ] || speed_row "$model" "$size" optimal 1 "$want" -
    for j in 1 2; do speed_row "$model" "$size" lazy $j "$want" "$beside"; done
  done
}
dc_speed() { # model, N, aim, executions
  if [ "$small" ]; then printf '%s\n' 'opt_lock 20 0.1 235' 'lastzero 10 0.1 3328' 'floating_read 20 0.05 21' 'lastwrite 20 0.05 20' 'fib_bench 3 0.1 1698'; return; fi
  printf '%s\n' 'opt_lock 200 1 2395' 'lastzero 15 3 147456' 'floating_read 100 0.05 101' 'lastwrite 100 0.05 100' 'fib_bench 5 0.9 218243'
}
lazy_speed() { # model, N, executions
  if [ "$small" ]; then printf '%s\n' 'lastwrite 6 720' 'fib_bench 3 1698' 'indexer 13 64' 'lastzero 10 3328' 'floating_read 5 720' 'readers_writers 10 512'; return; fi
  printf '%s\n' 'lastwrite 9 362880' 'fib_bench 5 218243' 'indexer 16 32768' 'lastzero 15 147456' 'floating_read 8 362880' 'readers_writers 21 1048576'
}

# fit FILE: the exponent b of y = a * x^b through the points "x y" of FILE, least squares on logarithms
fit() {
  awk '{ x = log($1); y = log($2); n++; sx += x; sy += y; sxx += x * x; sxy += x * y }
       END { d = n * sxx - sx * sx; if (n < 2 || d < 1e-9) print "-"; else printf "%.2f\n", (n * sxy - sx * sy) / d }' "$1"
}
exponent() {
  b=$(fit "$1")
  echo "$b$([ "$b" = - ] || calc "if ($b > 2) print \" (above 2)\"")"
}
# length_group LABEL FILE SEARCH SIZES OPTIONS...: a row for each size, and a line for the table of exponents
length_group() {
  label=$1 file=$2 algo=$3 sizes=$4
  shift 4
  : >"$work/points"
  for size in $sizes; do
    best --algo "$algo" --all --races=off -D N="$size" "$@" "$file" </dev/null || return
    figures
    line="| $label, N = $size | $algo | $(group "$ex") | $(group "$de") | $(group "$st") | $(calc "printf \"%.4f\", $se") |"
    echo "$line $(calc "printf \"%.2f\", $se / ($ex + $bl) * 1e6") | $(calc "printf \"%.0f\", $se / $st * 1e9") |"
    calc "printf \"%d %.9g\n\", $de, $se / ($ex + $bl)" >>"$work/points"
  done
  tail -n 2 "$work/points" >"$work/last"
  span="$(head -n 1 "$work/points" | cut -d ' ' -f 1) to $(tail -n 1 "$work/points" | cut -d ' ' -f 1)"
  echo "| $label | $algo | $span | $(exponent "$work/points") | $(exponent "$work/last") |" >>"$work/exponents"
}
lengths() {
  cat <<'TEXT'

## Time as runs grow, plan engine

`bench/long.d` as above. opt_lock makes 12 * N - 5 executions with `dc` and, with a local message (GETMSG = 0), 4 * N with `lazy`;
pthread_demo and fib_bench have more races the longer they get. Best of the runs.

| model | search | executions | events a run | steps | seconds | us an execution | ns a step |
|---|---|---:|---:|---:|---:|---:|---:|
TEXT
  : >"$work/exponents"
  if [ "$small" ]; then long='16 32 64' few='16 64' opt='5 10 20' demo='2 3 4' fib='1 2 3'
  else long='16 32 64 128 256 512 1024' few='16 64 256 1024' opt='25 50 100 200' demo='4 6 8 10' fib='2 3 4 5'; fi
  for algo in dc lazy; do
    length_group 'long early' bench/long.d "$algo" "$long" -D EARLY=8
    length_group 'long late' bench/long.d "$algo" "$few" -D EARLY=0 -D LATE=8
    length_group 'long alone' bench/long.d "$algo" "$few" -D EARLY=0
    if [ "$algo" = dc ]; then length_group opt_lock $papers/opt_lock.d "$algo" "$opt"
    else length_group 'opt_lock, GETMSG = 0' $papers/opt_lock.d "$algo" "$opt" -D GETMSG=0; fi
    length_group pthread_demo $papers/pthread_demo.d "$algo" "$demo"
    length_group fib_bench $papers/fib_bench.d "$algo" "$fib"
  done
  cat <<'TEXT'

Time of one execution as a power of its number of events: by least squares on logarithms over all sizes, and between the two
largest. It shall not exceed 2. Where runs are short the constant part of a run makes the exponent small.

| model | search | events a run | exponent | of the two largest |
|---|---|---:|---:|---:|
TEXT
  cat "$work/exponents"
}

# count MODEL SEARCH EXPECTED OPTIONS...: EXPECTED is N or N+M (M blocked); a cell of the table
count() {
  model=$1 algo=$2 want=$3
  shift 3
  [ "$want" = - ] && { echo '-'; return; }
  once --algo "$algo" --all --races=off --time 60s "$@" "$papers/$model.d" </dev/null || { echo 'WRONG: no figures'; return; }
  got=$(number executions "$work/now.json") bl=$(number blocked "$work/now.json") re=$(number redundant "$work/now.json")
  case $want in *+*) got=$got+$bl ;; *) [ "$bl" = 0 ] || got=$got+$bl ;; esac
  [ "$re" = 0 ] || got="$got and $re redundant"
  grep -q '"complete": *true' "$work/now.json" || got="$got, cut"
  at=$(calc "printf \"%.2f s\", $(number seconds "$work/now.json")")
  if [ "$got" = "$want" ]; then echo "$got ok ($at)"; else echo "$got WRONG, expected $want ($at)"; fi
}
counts() {
  cat <<'TEXT'

## Counts

Executions (`a+b`: b blocked) with `--all`, beside what the papers of the models, or formulas checked against exhaustive search,
say. `ok`: as expected, and no run was redundant. One run each, so the seconds are rough.

| model | options | optimal | observers | lazy | dc |
|---|---|---:|---:|---:|---:|
TEXT
  while read -r model opts optimal observers lazy dc; do
    case $model in \#*) continue ;; esac
    most=${lazy%+*}
    [ "$small" ] && [ "$most" -gt 1000 ] && continue
    set --
    [ "$opts" = - ] || for o in $(echo "$opts" | tr , ' '); do set -- "$@" -D "$o"; done
    line="| $model | $(echo "$opts" | sed 's/^-$//; s/,/, /g') |"
    line="$line $(count "$model" optimal "$optimal" "$@") | $(count "$model" observers "$observers" "$@") |"
    echo "$line $(count "$model" lazy "$lazy" "$@") | $(count "$model" dc "$dc" "$@") |"
  done <bench/counts.txt
}
for part in $parts; do $part; done | tee "$work/plan.md"
if grep -q WRONG "$work/plan.md"; then echo 'bench: some counts are wrong' >&2; exit 1; fi
