//! expect: diagnostic 2:10 the header says 3 threads, but there are 2 blocks
<"wrong" 3, x 1>
[x := 1]
[x := 2]
