//! expect: diagnostic 4:5 `sem` is declared twice
import std.sync
record sem { bool free }
int sem
Thread A { sem := 1 }
