//! expect: ok
//! expect --unread=error: ok
// Two copies are appended in one step.
message M()
fault duplicate M <= 1
int n
Thread R { receive { M() => { n := 1 } }; receive { M() => { n := 2 }  after => { skip } } }
Thread S { R ! M() }
cover twice: n == 2
