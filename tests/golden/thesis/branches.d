//! expect: ok
//! expect naive: 3 executions
// The test is a step of its own. Test first: then x := 1 before or after y := 1; y := 1 first: nothing more.
<"branches" 2, x 1, y 1>
[ if y == 0 then { x := 1 } else { } ]
[ y := 1 ]
