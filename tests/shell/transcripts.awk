# The sessions in a page: blocks that start with `$ dmc ...`, continued by blocks that start with `dmc> `.
# List them:   awk -v dir=DIR -f transcripts.awk PAGE        DIR/N.cmd, DIR/N.in: what was called and typed; DIR/count
# Fill them:   awk -v dir=DIR -v fill=1 -f transcripts.awk PAGE     the page, with what stands in DIR/N.out
# The output of a session is shared out: a block has it up to the command with which the next one begins.
function flush_until(commands,   line) {     # the next lines of the output, with as many commands
  while (pending != "" || (getline line < out) > 0) {
    if (pending != "") line = pending
    pending = ""
    if (line ~ /^dmc> / && commands-- == 0) { pending = line; return }
    print line
  }
}
function leave() { if (fill && typed >= 0) flush_until(typed); typed = -1 }
BEGIN { typed = -1; n = 0 }
/^```/ {
  if (inside) leave()
  inside = !inside; first = 1
  print > (fill ? "/dev/stdout" : "/dev/null")
  next
}
inside && first && /^\$ dmc sim / {
  n++; typed = 0; pending = ""; out = dir "/" n ".out"
  if (fill) print
  else { print substr($0, 3) > (dir "/" n ".cmd"); printf "" > (dir "/" n ".in") }
  first = 0; next
}
inside && first && /^dmc> / { typed = 0 }
{ first = 0 }
inside && typed >= 0 {
  if (/^dmc> /) { typed++; if (!fill) print substr($0, 6) > (dir "/" n ".in") }
  next
}
{ if (fill) print }
END { if (!fill) print n > (dir "/count") }
