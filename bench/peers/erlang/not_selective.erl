%% n processes send one message each; main takes them as they come.
-module(not_selective).
-export([n6/0, n7/0, n8/0]).
n6() -> run(6).
n7() -> run(7).
n8() -> run(8).
run(N) ->
  Main = self(),
  [spawn(fun() -> Main ! {from, I} end) || I <- lists:seq(1, N)],
  take(N).
take(0) -> ok;
take(K) -> receive _ -> take(K - 1) end.
