//! expect naive: violation
//! expect dpor: violation
//! expect source: violation
//! expect optimal: violation
//! expect observers: violation
// What the block waits for is a thread that is not born when it is first looked at.
message M()
pid p
int z
Thread A { pid none
  either { atomic { await p != none; join(p); z := 1 } assert false } or { skip } }
Thread Main { p := spawn Child(1) }
Thread(int j) Child { Main ! M() }
