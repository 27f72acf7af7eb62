# A table of bench/tables.sh as Markdown: first file the table, second its cells (LABEL ALGO PAPER OURS). -v times=no: without seconds.
function group(s,  r) { while (length(s) > 3) { r = "," substr(s, length(s) - 2) r; s = substr(s, 1, length(s) - 3) } return s r }
function digits(s,  p) { # 12345+678 grouped; anything else as it is
  if (s !~ /^[0-9]+(\+[0-9]+)?$/) return s
  split(s, p, "+")
  return group(p[1]) (s ~ /\+/ ? "+" group(p[2]) : "")
}
function clock(s) { return times == "no" || s == "" ? "" : s < 100 ? sprintf(" (%.2f s)", s) : sprintf(" (%.0f s)", s) }
function theirs(s,  p) {
  if (s == ".") return ""
  if (s == "-") return "-"
  split(s, p, "/")
  if (p[1] ~ /^i/) return digits(substr(p[1], 2)) " independent"
  return digits(p[1]) (times == "no" || p[2] == "" ? "" : " (" p[2] " s)")
}
function total(s,  p) { split(s, p, "+"); return p[1] + p[2] }
# How OURS relates to the paper's, with a note where one is due.
function relation(label, algo, paper, ours,  p, q, how) {
  split(paper, p, "/"); split(ours, q, "/")
  sub(/^i/, "", p[1])
  if (p[1] !~ /^>?[0-9]/ || q[1] !~ /^[0-9]/) return ""
  if (p[1] == q[1]) return " ="
  if (sub(/^>/, "", p[1]) && total(q[1]) >= total(p[1])) return " ="
  how = total(q[1]) < total(p[1]) ? "smaller" : "larger"
  return " " how " " note(algo " " how, label " " how)
}
function note(key, other) {
  sub(/\([^)]*\)/, "", other)
  if (other in why) key = other
  if (!(key in why)) return "UNEXPLAINED"
  if (!(key in number)) { number[key] = ++notes; noted[notes] = key }
  return "[" number[key] "]"
}
function heading(  i, line, rule) {
  line = "| row |"; rule = "|---|"
  for (i = 1; i <= searches; i++) {
    if (column[i] != "-") { line = line " paper: " column[i] " |"; rule = rule "---:|" }
    line = line " " algo[i] " |"; rule = rule "---:|"
  }
  print line "\n" rule
}
NR == FNR {
  at = index($0, ":"); key = substr($0, 1, at - 1); value = substr($0, at + 1); sub(/^ */, "", value)
  if (key == "title") printf "### %s\n\n", value
  else if (key == "search") { split(value, part, " "); algo[++searches] = part[1]; column[searches] = part[2] == "" ? "-" : part[2] }
  else if (key == "text") print value
  else if (key == "why") { split(value, part, " "); k = part[1] " " part[2]; why[k] = substr(value, length(k) + 2) }
  else if (key == "left") left[++lefts] = value
  next
}
FNR == 1 { print ""; heading() }   # the second file, if it has any rows
{
  split($4, ours, "/")
  i = (FNR - 1) % searches + 1
  if (i == 1) line = "| " $1 " |"
  if (column[i] != "-") line = line " " theirs($3) " |"
  mine = digits(ours[1]) (ours[2] == "" || algo[i] == "paths" ? "" : clock(ours[2]))
  if (ours[3] != "") { mine = mine " *"; if (!(ours[3] in starred)) { starred[ours[3]] = 1; star[++stars] = ours[3] } }
  line = line " " mine relation($1, algo[i], $3, $4) " |"
  if (i == searches) print line
}
END {
  print ""
  for (i = 1; i <= notes; i++) { split(noted[i], part, " "); printf "- [%d] %s %s: %s.\n", i, part[1], part[2], why[noted[i]] }
  for (i = 1; i <= stars; i++) printf "- \\*: the search says of itself that it leaves out runs (%s).\n", star[i]
  for (i = 1; i <= lefts; i++) printf "- Left out: %s\n", left[i]
  if (notes || lefts || stars) print ""
}
