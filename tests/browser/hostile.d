// Texts that would end the element they stand in, if they were let.
import std.sync
int x, y
sem s = sem(1)
Thread A { down(s); x := x + 1; y := 1; up(s) }
Thread B { down(s); x := x + 1; y := 2; up(s)
  assert x < 2, "</script><!--<script>window.pwned=1</script><img src=x onerror=pwned=1> & \"naïve\" ∀" }
Thread C { y := 3; if x == 9 { print "<b>never</b>" } }
