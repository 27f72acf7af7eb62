//! options: --no-shorten --all --races=off
//! expect: error, error
// Two run-time errors, each with the value that made it and the step that wrote it.
int n, zero
queue<int> q
Thread Fill { push(q, 1); n := 10 }
Thread Use { n := pop(q); n := n / zero }
