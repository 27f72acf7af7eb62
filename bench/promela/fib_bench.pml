/* As bench/fib_bench.d: read, read, write, N times each (N below 16). The rounds are written out, so that no loop
 * counter adds steps or bytes; a process that is done waits at a valid end, since its death would be a step that dmc
 * does not have. As in dmc, the sum is formed in the step of the second read, and a value that is no longer needed is not
 * part of the state. */
#ifndef N
#define N 5
#endif
#define ROUND(x, y) q = y; d_step { p = x + q; q = 0 }; d_step { x = p; p = 0 };
#define TWO(x, y)   ROUND(x, y) ROUND(x, y)
#define FOUR(x, y)  TWO(x, y) TWO(x, y)
#if (N / 8) % 2
#define N8(x, y) FOUR(x, y) FOUR(x, y)
#else
#define N8(x, y)
#endif
#if (N / 4) % 2
#define N4(x, y) FOUR(x, y)
#else
#define N4(x, y)
#endif
#if (N / 2) % 2
#define N2(x, y) TWO(x, y)
#else
#define N2(x, y)
#endif
#if N % 2
#define N1(x, y) ROUND(x, y)
#else
#define N1(x, y)
#endif
#define ROUNDS(x, y) N8(x, y) N4(x, y) N2(x, y) N1(x, y)
int i = 1, j = 1;
active proctype t1() { int p, q; ROUNDS(i, j) end: false }
active proctype t2() { int p, q; ROUNDS(j, i) end: false }
