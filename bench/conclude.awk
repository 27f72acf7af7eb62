# What the tables of bench/tables.sh amount to, from its cells (TABLE LABEL ALGO PAPER OURS): a table of counts as Markdown, and the
# sentences that hold for them.
function total(s,  p) { sub(/^[i>]/, "", s); split(s, p, "+"); return p[1] + p[2] }
{
  t = $1
  if (!(t in seen)) { seen[t] = 1; order[++tables] = t }
  split($4, p, "/"); split($5, q, "/")
  if ($4 == ".") next
  if ($4 ~ /^i/) next
  cells[t]++; all++
  if (q[1] == "-" && p[1] == "-") { neither[t]++; next }
  if (q[1] == "-") { cut[t]++; cuts++; next }
  if (p[1] == "-") { beyond[t]++; beyonds++; next }
  bound = p[1] ~ /^>/
  a = total(p[1]); b = total(q[1])
  if (p[1] == q[1] || (bound && b >= a)) { same[t]++; sames++ }
  else if (b < a) { less[t]++; lesses++ }
  else { more[t]++; mores++ }
  if (p[2] != "" && $3 != "paths") {
    timed++
    r = p[2] / (q[2] > 1e-6 ? q[2] : 1e-6)
    if (q[2] <= p[2]) quicker++
    if (p[2] >= 1) {
      long++
      if (long == 1 || r < low) { low = r; lowat = $2 " " $3 }
      if (long == 1 || r > high) { high = r; highat = $2 " " $3 }
    }
  }
}
END {
  print "| table | cells compared | = | smaller | larger | the paper was cut, we were not | we were cut, the paper was not | both cut |"
  print "|---|---:|---:|---:|---:|---:|---:|---:|"
  for (i = 1; i <= tables; i++) {
    t = order[i]
    if (!cells[t]) continue
    printf "| %s | %d | %d | %d | %d | %d | %d | %d |\n", t, cells[t], same[t], less[t], more[t], beyond[t], cut[t], neither[t]
  }
  printf "\nOf %d cells of the papers %d are met exactly, in %d we have fewer, in %d more;", all, sames, lesses, mores
  printf " each difference is explained\nunder its table. %d cells were cut in the paper and end here; %d end in the paper", beyonds, cuts
  print ", with its longer limits, and\nwere cut here."
  if (timed && times != "no") {
    printf "In %d of %d cells with a time in the paper ours is less (on another, newer machine)", quicker, timed
    if (long) printf "; where the paper's is at least a second,\nthe ratio is %.3g (%s) to %.3g (%s)", low, lowat, high, highat
    print "."
  }
}
