//! expect stateful:reach: 1 executions
//! expect stateful:reach -D LOSSY=true: 8 executions
//! expect stateful:reach -D DUPLICATING=true: 8 executions
//! expect stateful:reach -D LOSSY=true -D DUPLICATING=true: 27 executions
//! expect stateful:reach -D REORDERING=true: 1 executions
//! expect stateful:reach -D REORDERING=true -D LOSSY=true: 8 executions
//! expect naive -D LOSSY=true -D DUPLICATING=true: 27 executions
//! expect optimal -D LOSSY=true -D DUPLICATING=true: 27 executions
//! expect dc -D DUPLICATING=true: 8 executions
//! expect lazy -D LOSSY=true: 8 executions
// Three values are sent and stay in the channel: each is there, lost, or there twice, independently of the others.
import std.net
param bool LOSSY = false
param bool DUPLICATING = false
param bool REORDERING = false
channel c
init { c.capacity := 6; c.lossy := LOSSY; c.duplicating := DUPLICATING; c.reordering := REORDERING }
Thread Sender { send(c, 3); send(c, 1); send(c, 2) }
