%% A process that is a lock, and n workers that take and give it back once each.
-module(lockserver).
-export([n3/0, n4/0, n5/0, n6/0]).
n3() -> run(3).
n4() -> run(4).
n5() -> run(5).
n6() -> run(6).
run(N) ->
  Main = self(),
  [spawn(fun() -> worker(Main) end) || _ <- lists:seq(1, N)],
  lock(N).
worker(Main) ->
  Main ! {acquire, self()},
  receive granted -> ok end,
  Main ! release.
lock(0) -> ok;
lock(K) ->
  receive {acquire, Who} -> Who ! granted end,
  receive release -> lock(K - 1) end.
