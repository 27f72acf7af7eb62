#!/bin/sh
# make bench: figures 10 and 11 of Herbreteau et al., Revisiting Stateful Partial-Order Reduction, 2024, and the stateful searches
# beside Spin. Its table 1 is in bench/papers.
#   bench/stateful.sh DMC WORK [RUNS [PART...]]    DMC: the binary; WORK: scratch directory; RUNS: how often beside Spin, default 3;
#                                                  PART: figure10, figure11, beside; default all
#   CAP=10s: how long one search may take     CAP11=1s: the same for figure 11     SMALL=1: small sizes only, to see that it works
#   SVG11=FILE: where the picture of figure 11 goes
# Prints the tables and leaves them in WORK/stateful.md, and figure 11 in bench/figure11.svg (WORK with SMALL). Exits 1 when a number
# of reachable states is wrong. `-`: cut by the time, or dmc has no such search; once a size was cut, larger ones are not tried.
dmc=${1:-build/dmc} work=${2:-build/bench} runs=${3:-3}
[ $# -gt 3 ] && shift 3 && parts=$* || parts='figure10 figure11 beside'
cd "$(dirname "$0")/.." || exit 1
mkdir -p "$work" || exit 1
case $work in /*) ;; *) work=$PWD/$work ;; esac
case $dmc in /*) ;; *) dmc=$PWD/$dmc ;; esac
. bench/lib.sh
here=$PWD
models=examples/papers/stateful
small=${SMALL:+yes}
cap=${CAP:-10s} cap11=${CAP11:-1s}
[ "$small" ] && cap=2s cap11=1s
variants='pset+sleep full+sleep full-sleep minclosure+sleep apifs+sleep'

# Which searches this dmc has.
have=
for v in $variants; do
  "$dmc" check --json --algo "stateful:$v" --all --races=off -D N=2 $models/dp.d >"$work/now.json" 2>/dev/null
  [ -n "$(number nodes "$work/now.json")" ] && have="$have $v"
done
known() { case " reach$have " in *" $1 "*) return 0 ;; esac; return 1; }
missing() { for v in $variants; do known "$v" || echo "\`stateful:$v\`"; done; }

# search VARIANT FILE SERIES OPTIONS...: one search; sets n (nodes, or states), se (seconds), by (bytes), all - when it was cut.
# SERIES: a word for searches that differ in size alone.
: >"$work/late"
search() {
  variant=$1 file=$2 series=$1/$3
  shift 3
  n=- se=- by=-
  known "$variant" || return
  grep -qxF "$series" "$work/late" && return
  "$dmc" check --json --algo "stateful:$variant" --all --races=off --time "$cap" "$@" "$file" >"$work/now.json" 2>"$work/now.err" </dev/null
  if ! grep -q '"complete": *true' "$work/now.json"; then
    [ -n "$(number seconds "$work/now.json")" ] || { echo "bench: dmc check $* $file gave no figures:" >&2; cat "$work/now.err" >&2; }
    echo "$series" >>"$work/late"
    return
  fi
  n=$(number nodes "$work/now.json")
  [ -n "$n" ] || n=$(number states "$work/now.json")        # without sleep sets a node is a state
  se=$(number seconds "$work/now.json") by=$(number bytes "$work/now.json")
}
seconds() { case $1 in -) echo - ;; *) calc "printf \"%.2f\", $1" ;; esac; }

figure10() {
  cat <<TEXT

## Stateful reductions: philosophers

Figure 10 of Herbreteau et al., 2024, as numbers: dp, nodes (seconds), \`--dep=object\`, at most $cap each. The paper prints curves and no
numbers; within 15 minutes on a MacBook Air M2 its pset+sleep gets as far as 10 philosophers, its full+sleep as far as 15 (once each).

| philosophers | reach | pset+sleep | full+sleep | twice: reach | twice: pset+sleep | twice: full+sleep |
|---|---:|---:|---:|---:|---:|---:|
TEXT
  [ "$small" ] && most=5 || most=15
  i=2
  while [ $i -le "$most" ]; do
    line="| $i |"
    for meals in 1 2; do
      for v in reach pset+sleep full+sleep; do
        search $v $models/dp.d "figure10/$meals" --dep=object -D N=$i -D MEALS=$meals
        [ "$n" = - ] && line="$line - |" || line="$line $(group "$n") ($(seconds "$se")) |"
      done
    done
    echo "$line"
    i=$((i + 1))
  done
}

# nodes VARIANT FILE: of a multilocks model, or -
nodes() {
  "$dmc" check --json --algo "stateful:$1" --dep=object --all --races=off --time "$cap11" "$2" 2>/dev/null </dev/null |
    awk -F '[:,]' '/"complete": *true/ { whole = 1 } /"nodes":/ && !n { n = $2 + 0 } END { print whole && n ? n : "-" }'
}
# locks FIRST SEEDS: a line "taken clients seed pset+sleep full+sleep" for the seeds FIRST, FIRST + 2, .. SEEDS
locks() {
  for taken in 1 2 3; do
    for clients in 4 6 8 10 12; do
      seed=$1
      while [ "$seed" -le "$2" ]; do
        sh bench/multilocks.sh "$seed" $clients 10 $taken >"$work/multilocks$1.d"
        echo "$taken $clients $seed $(nodes pset+sleep "$work/multilocks$1.d") $(nodes full+sleep "$work/multilocks$1.d")"
        seed=$((seed + 2))
      done
    done
  done
}
figure11() {
  [ "$small" ] && seeds=3 svg=$work/figure11.svg || seeds=51 svg=${SVG11:-bench/figure11.svg}
  : >"$work/figure11.txt"
  if known pset+sleep && known full+sleep; then
    locks 1 "$seeds" >"$work/odd.txt" &         # two at a time
    locks 2 "$seeds" >"$work/even.txt"
    wait
    sort -n -k 1,1 -k 2,2 -k 3,3 "$work/odd.txt" "$work/even.txt" >"$work/figure11.txt"
    awk -f bench/figure11.awk "$work/figure11.txt" >"$svg"
  fi
  cat <<TEXT

## Stateful reductions: random locks

Figure 11 of Herbreteau et al., 2024: models of \`bench/multilocks.sh\`, 10 locks, $seeds seeds for each row, nodes of pset+sleep and of
full+sleep, \`--dep=object\`, at most $cap11 each. Fewer, same, more: models on which full+sleep has fewer nodes than pset+sleep, as
many, more; over 10 %: those on which it has more than 1.1 times as many. Ratio: nodes of pset+sleep by nodes of full+sleep,
geometric mean and largest. Cut: models on which a search did not end in time, which depends on the machine; they count nowhere
else. The paper has 765 models of its own seeds; its pset+sleep did not end within 2 minutes on 37 of them, and it prints points and no
numbers. All points: [figure11.svg](figure11.svg).

| locks taken | clients | models | fewer | same | more | over 10 % | ratio | largest | pset+sleep cut | full+sleep cut |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
TEXT
  awk '
  function line(what, k) {
    printf "| %s | %d | %d | %d | %d | %d | %s | %s | %d | %d |\n", what, all[k], fewer[k], same[k], more[k], over[k],
      both[k] ? sprintf("%.2f", exp(sum[k] / both[k])) : "-", both[k] ? sprintf("%.1f", top[k]) : "-", pcut[k], fcut[k]
  }
  function add(k, p, f) {
    all[k]++
    if (p == "-") pcut[k]++
    if (f == "-") fcut[k]++
    if (p == "-" || f == "-") return
    both[k]++; sum[k] += log(p / f)
    if (p / f > top[k]) top[k] = p / f
    if (f < p) fewer[k]++; else if (f == p) same[k]++; else more[k]++
    if (f > 1.1 * p) over[k]++
  }
  { k = $1 " | " $2; if (!(k in all)) order[++rows] = k; add(k, $4, $5); add("all", $4, $5) }
  END { for (i = 1; i <= rows; i++) line(order[i], order[i]); line("all | all", "all") }' "$work/figure11.txt"
}

# ---- beside Spin -------------------------------------------------------------------------------------------------------------
# pan NAME MODEL N FLAGS...: Spin's verifier as $work/pan.NAME
pan() {
  out=pan.$1 pml=$here/bench/promela/$2.pml size=$3
  shift 3
  (cd "$work" && rm -f pan.? && spin -a -DN="$size" "$pml" >/dev/null &&
    ${CC:-gcc} -O2 -DSAFETY -DMEMLIM=8000 "$@" -o "$out" pan.c 2>pan.err) || { cat "$work/pan.err" >&2; return 1; }
}
# Each of these leaves "states seconds bytes bytes-in-all" in $work/now.txt.
pan_run() { # NAME
  "$work/pan.$1" -m1000000 -w24 -c0 -E >"$work/pan.txt" 2>&1
  # its times have two digits after the point
  awk '/states, stored/ { n = $1 } /^pan: elapsed time/ { s = $4 } /actual memory usage for states/ { b = $1 }
       /equivalent memory usage for states/ { e = $1 } /total actual memory usage/ { t = $1 }
       END { if (!n) print "-"; else printf "%d %s %.0f %.0f\n", n, (s > 0.01 ? s : 0.01), (b ? b : e) * 1048576, t * 1048576 }' \
    "$work/pan.txt" >"$work/now.txt"
}
dmc_run() { # VARIANT FILE N
  search "$1" "$2" "spin/$2/$3" -D N="$3"
  if [ "$n" = - ]; then echo -; else echo "$n $se $by $by"; fi >"$work/now.txt"
}
tools='spin-full spin-full-collapse spin spin-collapse reach full+sleep'
spin_rows() { # MODEL FILE N
  if [ -n "$have_spin" ]; then
    pan spin "$1" "$3" && pan spin-collapse "$1" "$3" -DCOLLAPSE &&
      pan spin-full "$1" "$3" -DNOREDUCE && pan spin-full-collapse "$1" "$3" -DNOREDUCE -DCOLLAPSE || return
  fi
  for t in $tools; do : >"$work/$t.s"; done
  i=0
  while [ $i -lt "$runs" ]; do        # in turn, so that all meet the same disturbances
    i=$((i + 1))
    for t in $tools; do
      case $t in
      spin*) [ -n "$have_spin" ] || continue; pan_run "$t" ;;
      *) dmc_run "$t" "$2" "$3" ;;
      esac
      cat "$work/now.txt" >>"$work/$t.s"
    done
  done
  base=
  for t in $tools; do
    case $t in
    spin) label='Spin, its reduction' ;;
    spin-collapse) label='Spin, its reduction, COLLAPSE' ;;
    spin-full) label='Spin, NOREDUCE' ;;
    spin-full-collapse) label='Spin, NOREDUCE, COLLAPSE' ;;
    *) label="dmc, $t" ;;
    esac
    row=$(sort -n -k 2 "$work/$t.s" | sed -n "$(((runs + 1) / 2))p")      # the median by seconds
    case $row in ''|-*) echo "| $1 $3 | $label | - | - | - | - | - | - | - | - |"; continue ;; esac
    [ -n "$base" ] || base=$row
    [ "$t" = reach ] && [ "${row%% *}" != "${base%% *}" ] && label="$label WRONG, not the states of Spin"
    # shellcheck disable=SC2086
    set -- "$1" "$2" "$3" $row $base
    line="| $1 $3 | $label | $(group "$4") | $(seconds "$5") | $(group "$(calc "print $4 / $5")") |"
    line="$line $(calc "printf \"%.0f (%.0f)\", $6 / $4, $7 / $4") | $(calc "printf \"%.3g\", $4 / $8") |"
    line="$line $(calc "printf \"%.2f\", $5 / $9") | $(calc "printf \"%.2f\", ($4 / $5) / ($8 / $9)") |"
    echo "$line $(calc "printf \"%.2f\", ($6 / $4) / (${10} / $8)") |"
  done
}
beside() {
  have_spin=$(command -v spin) cap=60s          # what is compared with Spin, which is not cut, is not cut early
  cat <<'TEXT'

## Stateful searches beside Spin

The Promela models in `bench/promela/` have the same steps as the dmc models and nothing else, so that Spin without its reduction
(`-DNOREDUCE`) and `stateful:reach` see the same states. `cc -O2 -DSAFETY`, with and without `-DCOLLAPSE`; `pan -E -c0 -w24`;
Spin's own reduction is on where NOREDUCE is not named. dmc: `--all --races=off`, our own dependence. States: nodes for
full+sleep. Bytes a state: for Spin the memory for states by its own account and in brackets all of its memory, hash table and
stack included; for dmc all memory of the search. Ratios, with a colon: to the first row of the model (Spin, NOREDUCE). All run in
turn; medians by seconds.

TEXT
  [ -n "$have_spin" ] || printf 'Spin is not installed (Debian package spin), so its rows are empty.\n\n'
  echo '| model | search | states | seconds | states/s | bytes/state | states : | seconds : | states/s : | bytes/state : |'
  echo '|---|---|---:|---:|---:|---:|---:|---:|---:|---:|'
  if [ "$small" ]; then set -- 6 5 4 4 6; else set -- 9 9 5 7 10; fi
  spin_rows philosophers bench/philosophers.d "$1"
  spin_rows dp $models/dp.d "$2"
  spin_rows pet $models/pet.d "$3"
  spin_rows tk $models/tk.d "$4"
  spin_rows lz $models/lz.d "$5"
}
{
  [ -z "$(missing)" ] || printf 'Not in this build, hence `-` below: %s.\n\n' "$(missing | tr '\n' ' ' | sed 's/ $//; s/ /, /g')"
  for part in $parts; do $part; done
} | tee "$work/stateful.md"
if grep -q WRONG "$work/stateful.md"; then echo 'bench: some numbers of reachable states are wrong' >&2; exit 1; fi
