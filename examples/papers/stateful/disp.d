//! expect stateful:reach: ok
//! expect optimal: 12 executions
//! expect lazy: 12 executions
//! expect dc: 12 executions
// disp N: a request is sent to one of N servers, the one picked last by a thread that picks them in turn; a server looks once
// whether there is something for it, and answers.
// "Dispatcher" of Coti, Petrucci, Rodríguez, Sousa, Quasi-optimal partial order reduction, FMSD 2021; "disp" in table 1 of
// Herbreteau, Larroze-Jardiné, Point, Walukiewicz, Revisiting Stateful Partial-Order Reduction, 2024.
// Assumed: one request; the picked server travels through sid without the lock that their program holds meanwhile, and what was
// read is kept in a shared cell; joining the thread that picks is a step, starting it is none. This has the paper's number of
// reachable states for N = 5, 95744, and 2N + 2 classes, the paper's number of paths.
param int N = 5
int sid
int idx
mutex[N] server
int[N] in_channel
int[N] out_channel

Thread(s in 0..N-1) Server {
  lock(server[s])
  int v = in_channel[s]
  if v > 0 { out_channel[s] := v }
  unlock(server[s])
}

Thread Pick {
  for x in 0..N-1 { sid := x }
}

Thread Main {
  int s = sid
  idx := s
  lock(server[s])
  in_channel[s] := in_channel[s] + 1
  unlock(server[s])
  join Pick
}
