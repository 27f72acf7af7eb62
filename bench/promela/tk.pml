/* As examples/papers/stateful/tk.d: one read or write a step, local branching belongs to the step before it, and what is not needed
 * any more is cleared with the last use of it. */
#ifndef N
#define N 4
#endif
#define IDLE   0
#define WANTED 1
#define GIVEN  2
#define DONE   3
#define I      (_pid - N)
#define LEFT   ((_pid - 1) % N)
#define HAVE   if :: mine -> goto serve :: else -> ASKED fi
#define ASKED  if :: other -> other = 0; goto hand :: else -> goto wait fi
byte desk[N], ring[N];
active [N] proctype customer() {
  desk[_pid] = WANTED;
  desk[_pid] == GIVEN;
  desk[_pid] = DONE;
end:
  false
}
active [N] proctype station() {
  bit mine, other;
  if
  :: atomic { desk[I] == WANTED -> mine = 1; if :: I == 0 -> HAVE :: else fi }
  :: atomic { ring[I] == WANTED -> other = 1; if :: I == 0 -> HAVE :: else fi }
  fi;
  ring[LEFT] = WANTED;
  do
  :: atomic { ring[LEFT] == GIVEN -> HAVE }
  :: atomic { !mine && desk[I] == WANTED -> mine = 1 }
  :: atomic { !other && ring[I] == WANTED -> other = 1 }
  od;
serve:
  desk[I] = GIVEN;
  atomic { desk[I] == DONE -> ASKED };
wait:
  ring[I] == WANTED;
hand:
  atomic { ring[I] = GIVEN; if :: mine -> mine = 0; goto end :: else fi };
  desk[I] == WANTED;
  ring[LEFT] = WANTED;
  ring[LEFT] == GIVEN;
  desk[I] = GIVEN;
  desk[I] == DONE;
end:
  false
}
