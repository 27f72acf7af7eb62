//! expect: diagnostic 4:1 unknown type `event`
import std.sync
int event
event e
Thread A { await_event(e) }
