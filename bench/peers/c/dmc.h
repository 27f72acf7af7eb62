/* What the programs here share: every access is one sequentially consistent event, as every step of dmc is. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stddef.h>
#ifndef N
#error "give the size: -DN=4"
#endif
#ifndef HAVE_ASSUME            /* GenMC's own headers declare it */
void __VERIFIER_assume(int);
#endif
#define GET(v)       atomic_load(&(v))
#define SET(v, e)    atomic_store(&(v), (e))
#define START(t, f, a) pthread_create(&(t), NULL, (f), (void *)(intptr_t)(a))
#define ARG(a)       ((int)(intptr_t)(a))
