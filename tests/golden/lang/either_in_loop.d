//! expect: ok
message Go(), Stop()
int n
Thread S { R ! Go(); R ! Go(); R ! Stop() }
Thread R {
  loop {
    either { receive { Go() => { n := n + 1 } } }
    or { receive { Stop() => { break } } }
  }
}
finally { assert n <= 2 }
cover all: n == 2
