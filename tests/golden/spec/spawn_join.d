//! expect: ok
int[4] out
Thread(int k, bool twice) Worker { out[k] := k; if twice { out[k] := out[k] * 2 } }
Thread Main {
  pid a = spawn Worker(1, false)
  pid b = spawn Worker(2, true)
  assert a != b
  join a
  join b
  assert out[1] == 1 && out[2] == 4
}
finally { assert out[1] + out[2] == 5 }
