//! expect stateful:reach: 6 executions
//! expect stateful:reach -D REORDERING=true: 1 executions
//! expect stateful:reach -D REORDERING=true -D DUPLICATING=true: 8 executions
//! expect stateful:reach -D CAP=3 -D DUPLICATING=true -D REORDERING=true: 7 executions
//! expect optimal -D CAP=3 -D DUPLICATING=true: deadlock
//! expect -D CAP=2: deadlock
// Three threads send a value each, and nobody takes any. With reordering the channel does not remember who was first. A
// second copy needs room: with room for three only, whoever doubles a value keeps somebody out: 1 end with all, 6 with one twice and one other.
import std.net
param int CAP = 6
param bool REORDERING = false
param bool DUPLICATING = false
channel c
init { c.capacity := CAP; c.reordering := REORDERING; c.duplicating := DUPLICATING }
Thread(i in 1..3) Sender { send(c, i) }
invariant bounded: len(c.items) <= CAP
finally { assert len(c.items) >= 3 }
