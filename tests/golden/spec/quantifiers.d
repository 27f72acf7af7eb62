//! expect: ok
int[4] a = [3, 1, 4, 1]
Thread T {
  assert forall(i in 0..3 : a[i] > 0)
  assert exists(i in 0..3 : a[i] == 4)
  assert count(i in 0..3 : a[i] == 1) == 2
  assert sum(i in 0..3 : a[i]) == 9
  assert count(i in 0..3, j in 0..3 : i < j && a[i] == a[j]) == 1
  assert count(i in 0..3, j in i + 1..3 : true) == 6
  assert forall(i in 5..4 : false) && !exists(i in 5..4 : true)
  assert sum(i in 5..4 : 1) == 0
}
