// Dropped, delivered or duplicated: three choices at the send.
//! expect naive: 3 executions
message M()
fault drop M
fault duplicate M
Thread S { R ! M() }
Thread R { join S }
