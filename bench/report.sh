#!/bin/sh
# Writes the whole report: the tables of the papers, other checkers, speed, growth.
#   bench/report.sh DMC WORK OUT [SECTION...]   WORK: scratch directory; OUT: where REPORT.md and its pictures go; SECTION of the list below
#   QUICK=1: small sizes and caps, under 5 minutes      CAP=20s: what one cell may take      CAP11=1s: the same for figure 11
#   KEEP=1: measure nothing, write the report again from what is in WORK
#   RUNS=3: how often what is timed in earnest is run   STATEFUL='figure10 figure11 beside': parts of bench/stateful.sh
# Exits 1 when a section could not be measured or found something wrong; the report is written all the same, and says so.
dmc=${1:-build/dmc} work=${2:-build/bench} out=${3:-build/bench}
[ $# -gt 3 ] && shift 3 && sections=$* || sections='tables peers speed growth stateful'
cd "$(dirname "$0")/.." || exit 1
mkdir -p "$work" "$out" || exit 1
if [ -n "$QUICK" ]; then : "${CAP:=1s}" "${CAP11:=1s}" "${RUNS:=1}"; SMALL=1; STATEFUL=${STATEFUL:-figure10 figure11}; export SMALL
else : "${CAP:=20s}" "${CAP11:=1s}" "${RUNS:=3}" "${STATEFUL:=figure10 figure11 beside}"; fi
[ -n "$QUICK" ] && SVG11=$work/figure11.svg || SVG11=$out/figure11.svg
export CAP CAP11 QUICK SVG11
. bench/lib.sh
bad=
part() { # NAME COMMAND...: runs it, shows what it says only when it fails
  name=$1
  shift
  [ -z "$KEEP" ] || return 0
  echo "bench: $name" >&2
  "$@" >"$work/$name.said" 2>"$work/$name.err" && return
  cat "$work/$name.err" >&2
  bad="$bad $name"
}
has() { case " $sections " in *" $1 "*) return 0 ;; esac; return 1; }
machine() {
  cores=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
  cpu=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | head -n 1)
  load=$(cut -d ' ' -f 1 /proc/loadavg 2>/dev/null || echo 0)
  echo
  echo "Machine: ${cpu:-unknown processor}, $cores cores. Compiler: $(${CC:-gcc} --version | head -n 1). Program: $("$dmc" --version)."
  echo "At most $CAP for a cell of the tables (\`-\`: cut), $CAP11 for a model of figure 11; what is timed in earnest is run $RUNS times."
  if [ "$(calc "print ($load > 0.7)")" = 1 ]; then
    echo "The machine was doing other work when this was written (load $load on $cores cores): read seconds as upper bounds."
  else echo "The machine was idle when this was begun."; fi
}

# ---- what it amounts to ------------------------------------------------------------------------------------------------------------
aims() { # WORK/step.txt: MODEL ALGO GENMC NIDHUGG (their seconds by ours); WORK/verdicts.txt: MODEL SIZE SEARCH ALL AUTO STATEFUL
  if has speed && [ -s "$work/step.txt" ]; then
    awk '
    function judge(k, r, aim) {
      if (r >= aim) met[k]++; else missed[k] = missed[k] ", " $1 " " r
      if (n == 1 || r < low[k]) low[k] = r
      if (n == 1 || r > high[k]) high[k] = r
    }
    function verdict(k) {
      return sprintf("%d of %d (%s to %s times)%s.", met[k], n, low[k], high[k], missed[k] == "" ? "" : "; missed: " substr(missed[k], 3))
    }
    $2 == "optimal" { n++; judge("genmc", $3 + 0, 10); judge("nidhugg", $4 + 0, 50) }
    END {
      print "- Aim: 10 times the executions a second of GenMC, on the models of the step engine: met on " verdict("genmc")
      print "- Aim: 50 times those of Nidhugg: met on " verdict("nidhugg")
      print "  Their times were taken once, on a machine like ours; with the tools on PATH they are run beside dmc."
    }' "$work/step.txt"
  fi
  if has peers && [ -s "$work/verdicts.txt" ]; then
    awk '
    function judge(w, k,  r) { # our seconds, which search
      if ($4 == "-" || ($3 == "-" && w == "-")) return      # no Spin, or neither ended
      n[k]++
      if (w == "-") { missed[k] = missed[k] ", " $1 " " $2 " (cut)"; return }
      if ($3 == "-") { met[k]++; built[k]++; return }
      r = $3 / (w + 1e-6)
      if (r >= 1) met[k]++; else missed[k] = missed[k] sprintf(", %s %s (%.2f)", $1, $2, r)
      if ($4 > w) built[k]++
      if (!(k in low) || r < low[k]) low[k] = r
      if (r > high[k]) high[k] = r
    }
    { judge($5, "auto"); judge($6, "stateful"); if ($3 == "-" && $4 != "-") late++ }
    END {
      if (!n["auto"]) { print "- Aim: Spin'"'"'s time to a verdict on every shared model: not measured, Spin is not installed."; exit }
      for (i = 1; i <= 2; i++) {
        k = i == 1 ? "auto" : "stateful"
        printf "- Aim: Spin'"'"'s time to a verdict on every shared model, with `%s`: met on %d of %d beside the verifier alone\n", k, met[k], n[k]
        printf "  (%.2f to %.0f times as fast)%s;\n", low[k], high[k], missed[k] == "" ? "" : "; missed: " substr(missed[k], 3)
        printf "  on %d beside making, compiling and running it.\n", built[k]
      }
      if (late) printf "  Spin was cut on %d of them; where dmc ended there, the aim counts as met.\n", late
    }' "$work/verdicts.txt"
  fi
}
counts() {
  [ -s "$work/counts.said" ] || return
  right=$(grep -o ' ok (' "$work/counts.said" | wc -l) wrong=$(grep -c 'WRONG' "$work/counts.said")
  echo "- Counts of \`bench/counts.txt\` (executions of optimal, observers, lazy and dc, from formulas, enumeration and other tools):"
  echo "  $right as expected, lines with a wrong one: $wrong."
}
exponents() { # of the first part of growth.md: time against events
  awk -F '|' '/^\| (optimal|observers|dc|lazy) \|/ { gsub(/ /, "", $2); gsub(/ /, "", $5); gsub(/ /, "", $6); s = s ", " $2 " " $5 " (" $6 " at the end)" }
    END { if (s != "") printf "- Time of an execution grows with its length to the power of: %s.\n", substr(s, 3) }' \
    "$work/growth.md" 2>/dev/null
}
conclusions() {
  printf '\n## What it says\n\n'
  aims
  has speed && counts
  has growth && exponents
  [ -z "$bad" ] || echo "- NOT COMPLETE: these parts failed, or found something wrong:$bad."
  if has tables; then echo; awk -f bench/conclude.awk "$work/cells.txt"; fi
}

[ -n "$KEEP" ] || machine >"$work/machine.md"      # before we are what makes it busy
has tables && part tables sh bench/tables.sh "$dmc" "$work"
has peers && part peers sh bench/peers.sh "$dmc" "$work" "$RUNS"
if has speed; then
  part step sh bench/step.sh "$dmc" "$work" "$RUNS" speed
  part run sh bench/run.sh "$dmc" "$work" "$RUNS"
  part plan sh bench/plan.sh "$dmc" "$work" "$RUNS" speed
  [ -n "$KEEP" ] || cp "$work/plan.md" "$work/plan-speed.md"
  part counts sh bench/plan.sh "$dmc" "$work" 1 counts
fi
has growth && part growth sh bench/growth.sh "$dmc" "$work" "$RUNS" "$out"
# shellcheck disable=SC2086
has stateful && part stateful sh bench/stateful.sh "$dmc" "$work" "$RUNS" $STATEFUL
{
  cat bench/report.head.md "$work/machine.md"
  conclusions
  if has tables; then
    printf '\n## The tables of the papers\n\n'
    echo 'In each row the count (and seconds) of the paper stands left of ours. `=`: the same count; smaller, larger: ours is, [why]. Empty:'
    echo 'not in the paper.'
    echo 'Ours: `--all --races=off`, executions (`a+b`: b blocked), with repeats where a search has them; nodes for stateful searches.'
    echo
    cat "$work/tables.md"
  fi
  has peers && cat "$work/peers.md"
  if has speed; then cat "$work/step.md"; echo; cat "$work/report.md" ; echo; cat "$work/plan-speed.md"; echo; fi
  has growth && cat "$work/growth.md"
  has stateful && cat "$work/stateful.md"
} >"$out/REPORT.md"
echo "bench: wrote $out/REPORT.md"
[ -z "$bad" ] || { echo "bench: these parts failed, or found something wrong:$bad" >&2; exit 1; }
