#!/bin/sh
# tests/shell/docs.sh notices what is wrong with a page: each rule fails on a block that breaks it, and holds on one that does not.
. "$(dirname "$0")/common.inc"
# notices WHAT PASSED FAILED <<page
notices() {
  name=$1
  cat >"$T/page.md"
  LIMIT=60
  call env PAGES="$T/page.md" BLESS= DMC="$DMC" CC="${CC:-cc}" sh tests/shell/docs.sh
  last_line "^$2 passed, $3 failed\$"
}
notices 'an empty page' 1 0 <<'X'
# Nothing
X
notices 'blocks that are right' 14 0 <<'X'
# A page
See [here](#a-page) and [there](http://nowhere.invalid/).
```
// a.d
int x
Thread A { x := 1 }
finally { assert x == 1 }
```
```
$ dmc a.d
result: ok  a.d  stateful:reach  1 executions  2 states  0.00 s
```
```dmc
//! expect: deadlock
mutex m
Thread A { lock(m) }
Thread B { lock(m) }
```
<!-- dmc: int y; const int N = 3 -->
```dmc items
int z = N
```
<!-- dmc: int y -->
```dmc statements
await y == 1
```
```dmc wrong
int
```
```json
{"a": [1, 2.5e3, "b", null]}
```
```c
static inline int one(void) { return 1; }
```
```c lang/vec.h
#ifndef LANG_VEC_H
...
#endif
```
```sh
if true; then echo; fi
```
```text
whatever
```
X
notices 'a block without a rule' 1 1 <<'X'
```
what is this
```
X
notices 'a block that never ends' 1 1 <<'X'
```text
and so on
X
notices 'a block with a rule that does not exist' 1 1 <<'X'
```dmc thing
int x
```
X
notices 'a model that does not compile' 1 1 <<'X'
```
// a.d
int
```
X
notices 'an expectation that does not hold' 2 1 <<'X'
```dmc
//! expect: deadlock
int x
Thread A { x := 1 }
```
X
notices 'a fragment that speaks of what nobody declares' 1 1 <<'X'
```dmc statements
await y == 1
```
X
notices 'a wrong model that compiles' 1 1 <<'X'
```dmc wrong
Thread A { skip }
```
X
notices 'another output' 2 1 <<'X'
```
// a.d
int x
Thread A { x := 1 }
finally { assert x == 1 }
```
```
$ dmc a.d
result: ok  a.d  stateful:reach  1 executions  3 states  0.00 s
```
X
notices 'another answer in a session' 2 1 <<'X'
```
// a.d
int x
Thread A { x := 1 }
finally { assert x == 1 }
```
```
$ dmc sim a.d
dmc> quit
```
X
notices 'no JSON' 1 1 <<'X'
```json
{"a": [1, 2,}
```
X
notices 'C that does not compile' 1 1 <<'X'
```c
int one(void) { return }
```
X
notices 'an excerpt of something else' 1 1 <<'X'
```c lang/vec.h
#endif
...
#ifndef LANG_VEC_H
```
X
notices 'a search that does not compile' 1 1 <<'X'
```c algorithm mine
#include "explore/run.h"
extern const ExAlgo ex_mine;
```
X
notices 'no script' 1 1 <<'X'
```sh
if true; fi
```
X
notices 'a link to nowhere' 1 1 <<'X'
[there](nothing.md)
X
notices 'a link to no heading' 1 1 <<'X'
# A page
[here](#another-page)
X
finish
