//! expect: deadlock
Thread T { join T }
