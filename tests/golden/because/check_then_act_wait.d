//! expect: deadlock
// The flag is looked at, then waited for a message that is sent only to who registered before.
message Go()
bool registered, done
Thread W {
  if !done { registered := true; receive { Go() => { } } }
}
Thread S {
  if registered { W ! Go() }
  done := true
}
