// Different names do not meet. Entry and exit are steps: C(4,2).
//! expect: ok
//! expect naive: 6 executions
Thread T { critical a { skip } }
Thread U { critical b { skip } }
