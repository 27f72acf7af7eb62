%% n processes send one message each; main takes them in the order in which it started them.
-module(selective).
-export([n6/0, n7/0, n8/0]).
n6() -> run(6).
n7() -> run(7).
n8() -> run(8).
run(N) ->
  Main = self(),
  take([spawn(fun() -> Main ! {from, self()} end) || _ <- lists:seq(1, N)]).
take([]) -> ok;
take([Who | Rest]) -> receive {from, Who} -> take(Rest) end.
