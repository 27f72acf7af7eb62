//! expect: deadlock
// Threads that need not end are no reason to stop: without others it is a deadlock.
int x
daemon Thread D { x := 1 }
