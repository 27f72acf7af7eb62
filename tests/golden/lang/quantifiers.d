//! expect: ok
int[4] a = [1, 2, 3, 4]
Thread T {
  assert forall(i in 0..3 : a[i] > 0) && !forall(i in 0..3 : a[i] > 1)
  assert exists(i in 0..3 : a[i] == 4) && !exists(i in 0..3 : a[i] == 5)
  assert count(i in 0..3 : a[i] % 2 == 0) == 2
  assert sum(i in 0..3 : a[i]) == 10
  assert sum(i in 0..1, j in 0..1 : a[i] * a[j]) == 9
  assert forall(i in 1..0 : false) && !exists(i in 1..0 : true) && sum(i in 1..0 : 1) == 0 && count(i in 1..0 : true) == 0
}
