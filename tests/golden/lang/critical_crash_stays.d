//! expect: violation
fault crash T
Thread T { critical cs { skip } }
Thread U { join T; critical cs { skip } }
