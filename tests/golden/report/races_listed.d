//! options: --races=list
//! expect: ok
message Done()
int x, y
Thread A { x := 1; y := 1; C ! Done() }
Thread B { _ := x }
Thread C { skip }
