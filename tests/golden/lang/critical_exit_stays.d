// exit stays inside: the next to enter is the second one there.
//! expect: violation
Thread T { critical cs { exit } }
Thread U { join T; critical cs { skip } }
