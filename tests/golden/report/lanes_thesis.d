//! options: --algo naive --races=off
//! expect: deadlock
<"readers-writers" 3, x 1, l 2>
[x := 42]
<{2
  [
    if l[$] == 0
    while x == 0 { }
    l[$] := x
    while x == 42 { }
  ]
}>
