//! options: --all --races=off --depth 12 --algo stateful:reach
int x
Thread A { loop { x := x + 1 } }
invariant small: x < 2
