// T fails; U runs on and fails too.
//! expect --all: error, violation
int x
Thread T { int a = 1 / x }
Thread U { assert x == 1 }
