//! expect: ok
message Ask(pid who, int v), Answer(int v)
daemon Thread Server { loop { receive { Ask(who, v) => { who ! Answer(v * v) } } } }
Thread(i in 1..2) Client {
  Server ! Ask(self, i + 3)
  receive { Answer(v) => { assert v == (i + 3) * (i + 3) } }
}
