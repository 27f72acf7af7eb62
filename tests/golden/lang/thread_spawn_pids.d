//! expect: ok
//! expect stateful:reach: 1 executions
pid[2] child
Thread() W { skip }
Thread(i in 0..1) T { child[i] := spawn W() }
finally { assert child[0] != child[1] }
