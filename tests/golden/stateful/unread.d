//! expect stateful:reach --unread=error: unread
//! expect stateful:full+sleep --unread=error: unread
//! expect stateful:full-sleep --unread=error: unread
//! expect stateful:pset+sleep --unread=error: unread
//! expect stateful:minclosure+sleep --unread=error: unread
//! expect stateful:apifs+sleep --unread=error: unread
//! expect stateful:reach --unread=error: 2 executions
//! expect stateful:full+sleep --unread=error: 2 executions
//! expect stateful:full-sleep --unread=error: 2 executions
//! expect stateful:pset+sleep --unread=error: 2 executions
//! expect stateful:minclosure+sleep --unread=error: 2 executions
//! expect stateful:apifs+sleep --unread=error: 2 executions
//! expect stateful:full+sleep --dep=object --unread=error: 2 executions
//! expect stateful:pset+sleep --dep=object --unread=error: 2 executions
// A message that is still in its mailbox when all have ended.
message M(int n)
int x
Thread S { R ! M(1) }
Thread T { R ! M(2) }
Thread R { receive { M(n) => { x := n } } }
