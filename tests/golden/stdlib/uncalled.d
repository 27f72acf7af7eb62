//! expect lazy:thesis: ok
//! expect dc:paper: ok
// These searches know no choices and guards. What is imported and not called is not there.
import std.sync
import std.net
import std.queue
import std.atomic
int x
Thread A { x := 1 }
Thread B { x := 2 }
