//! expect: violation covered
// The balance is looked at first and taken from later.
int balance = 100
Thread(i in 1..2) Withdraw {
  if balance >= 80 {
    fetch_add(balance, -80)
  }
}
invariant covered: balance >= 0
