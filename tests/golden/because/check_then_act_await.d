//! expect: violation
// A lock made of a flag: waiting for it and taking it are two steps.
bool taken
Thread(i in 0..1) T {
  await !taken
  taken := true
  critical cs { skip }
  taken := false
}
