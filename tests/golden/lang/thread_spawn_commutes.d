// The identity of a child is its parent and how-many-th: one end state, whoever spawned first.
//! expect naive: 2 executions
//! expect stateful:reach: 1 executions
pid[2] child
Thread() W { skip }
Thread(i in 0..1) T { pid p = spawn W() }
