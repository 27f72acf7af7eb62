# Compares figures of bench/instructions.sh with the last ones of the history: awk -f bench/compare.awk HISTORY NOW. Prints Markdown.
# Exit 1: a workload needs more than 10 % more instructions a step than it did, by the same compiler, or has no figure any more.
BEGIN { FS = ","; worst = 1.10 }
FNR == 1 { file++ }
$1 == "label" || NF < 6 { next }
file == 1 { if (!($3 in old)) order[++n] = $3; old[$3] = $6; by[$3] = $2; from[$3] = $1; next }
{ if (!($3 in old)) order[++n] = $3; now[$3] = $6; with[$3] = $2 }
END {
  print "| workload | recorded | instructions a step | now | ratio | |\n|---|---|---:|---:|---:|---|"
  for (i = 1; i <= n; i++) {
    w = order[i]
    if (!(w in now)) { printf "| %s | %s | %s | - | - | MISSING |\n", w, from[w], old[w]; bad++; continue }
    if (!(w in old)) { printf "| %s | - | - | %s | - | new |\n", w, now[w]; continue }
    r = now[w] / old[w]
    note = r > worst ? "SLOWER" : r < 0.9 ? "faster" : ""
    if (by[w] != with[w]) { note = "another compiler, not judged"; other++ }
    else if (r > worst) bad++
    printf "| %s | %s | %s | %s | %.3f | %s |\n", w, from[w], old[w], now[w], r, note
  }
  if (bad) printf "bench: %d of %d workloads are slower by more than 10 %%, or missing\n", bad, n
  else if (other) print "bench: recorded with another compiler: compare with your own, by make bench-record"
  else printf "bench: all %d workloads within 10 %% of what was recorded\n", n
  exit bad > 0
}
