//! expect: diagnostic 4:1 repetitions do not nest
<"nest" 4, x 1>
<{2
<{2 [x := $] }>
}>
