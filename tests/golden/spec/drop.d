//! expect: deadlock
//! expect -D MAX=0: ok
//! expect naive: 2 executions
param int MAX = 1
message M()
fault drop M <= MAX
Thread R { receive { M() => { } } }
Thread S { R ! M() }
