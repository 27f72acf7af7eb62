//! expect: diagnostic 3:1 unknown type `boolean`
int x
boolean y
double z
string s
bool b = True
bool c = FALSE
pid p = null
Thread(i in 0..1) A {
  x := tid
  x := pid
  printf(x)
  acquire(x)
  while (1) { skip }
}
