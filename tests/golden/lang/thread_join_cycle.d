//! expect: deadlock
Thread T { join U }
Thread U { join T }
