# The code blocks of a page of documentation; tests/shell/docs.sh says what there is.
#   awk -v dir=DIR -v mode=list PAGE    each block into a file of its own below DIR, and a line "KIND<tab>LINE<tab>FILE" for it;
#                                       what is typed in the sessions into DIR/session-N.in; "link<tab>LINE<tab>TARGET"
#   awk -v dir=DIR -v mode=fill PAGE    the page, with every command's output as it is now. Files of the page appear in DIR/scratch,
#                                       where the commands run, in its order: a later one with the same name takes the place.
# DIR/run COMMAND-FILE runs one command.
function rule() {                              # of the block whose first line is at hand
  if (first ~ /^\$ dmc /) return first ~ /^\$ dmc sim / ? "session" : "commands"
  if (first ~ /^dmc> /) return "more"
  if (info == "dmc" || (info == "" && first ~ /^\/\/ [a-z_]+\.d$/)) return "model"
  if (info ~ /^dmc (items|statements|wrong|file)$/) return substr(info, 5)
  if (info ~ /^c algorithm [a-z_]+$/) return "algorithm"
  if (info ~ /^c [^ ]+$/) return "excerpt"
  if (info ~ /^(c|json|sh|text)$/) return info
  return "unknown"
}
function file_name() { return first ~ /^\/\/ [a-z_]+\.d$/ ? substr(first, 4) : "" }

# ---- list ----
function list_block(   f, i) {
  f = dir "/block-" start (kind ~ /^(model|items|statements|wrong)$/ ? ".d" : kind ~ /^(c|algorithm)$/ ? ".c" : ".txt")
  printf "" > f
  if (kind == "statements") print "Thread Main {" > f
  for (i = 1; i <= n; i++) print line[i] > f
  if (kind == "statements") print "}" > f
  if (kind == "items" && !has_thread) print "Thread Main { skip }" > f
  if (kind ~ /^(items|statements)$/) print context > f
  close(f)
  print kind "\t" start "\t" f (kind == "excerpt" ? "\t" substr(info, 3) : kind == "algorithm" ? "\t" substr(info, 13) : "")
}
function list_typed(   i) {
  for (i = 1; i <= n; i++) if (line[i] ~ /^dmc> /) print substr(line[i], 6) > (dir "/session-" sessions ".in")
}
function list_links(text,   at) {
  gsub(/`[^`]*`/, "", text)
  while ((at = match(text, /\]\([^)]*\)/)) > 0) {
    print "link\t" FNR "\t" substr(text, at + 2, RLENGTH - 3)
    text = substr(text, at + RLENGTH)
  }
}

# ---- fill ----
# A session's output is shared out: a block has it up to the command with which the next block begins.
function session_output(commands,   text) {
  while (pending != "" || (getline text < output) > 0) {
    if (pending != "") text = pending
    pending = ""
    if (text ~ /^dmc> / && commands-- == 0) { pending = text; return }
    print text
  }
}
function typed(   i, count) { for (i = 1; i <= n; i++) count += line[i] ~ /^dmc> /; return count + 0 }
function run(command, input, to,   f) {
  f = dir "/command"
  print command > f
  close(f)
  fflush()
  system("sh '" dir "/run' '" f "' <" input (to == "" ? "" : " >'" to "'"))
}
function fill_block(   i, f) {
  if (kind == "session") {
    if (output != "") close(output)
    pending = ""
    output = dir "/session-" sessions ".out"
    print line[1]
    run(substr(line[1], 3), "'" dir "/session-" sessions ".in'", output)
    session_output(typed())
  } else if (kind == "more") session_output(typed())
  else if (kind == "commands") {
    for (i = 1; i <= n; i++) if (line[i] ~ /^\$ dmc /) { print line[i]; run(substr(line[i], 3), "/dev/null", "") }
  } else for (i = 1; i <= n; i++) print line[i]
  if (file_name() != "") {
    f = dir "/scratch/" file_name()
    printf "" > f
    for (i = 1; i <= n; i++) print line[i] > f
    close(f)
  }
}

/^```/ && !inside { inside = 1; info = substr($0, 4); start = FNR; n = 0; first = ""; has_thread = 0; if (mode == "fill") print; next }
/^```$/ {
  inside = 0
  kind = rule()
  if (kind == "session") {
    sessions++
    if (mode == "list") printf "" > (dir "/session-" sessions ".in")
  }
  if (mode == "fill") { fill_block(); print }
  else { list_block(); if (kind ~ /^(session|more)$/) list_typed() }
  context = ""
  next
}
inside { line[++n] = $0; if (n == 1) first = $0; has_thread += $0 ~ /Thread/; next }
/^<!-- dmc: .* -->$/ { context = substr($0, 11, length($0) - 14) }
mode == "fill" { print; next }
{ list_links($0) }
END {                                          # a block that never ends
  if (inside && mode == "fill") for (i = 1; i <= n; i++) print line[i]
  else if (inside) print "unknown\t" start "\t-"
}
