//! expect: ok
//! expect -D WAIT=false: violation
//! expect -D EARLY=true: violation
//! expect -D HYDROGENS=5: deadlock
//! expect optimal -D MOLECULES=1: ok
//! expect dc -D MOLECULES=1: ok
//! expect stateful: ok
// 40. Building water (Andrews, Concurrent Programming, 1991; here as in Downey, The Little Book of Semaphores, chapter 5). Two
// hydrogens and one oxygen have to meet; these three bond, and not before they have is there a bond of the next molecule.
// Whoever completes a molecule keeps the mutex, calls the three, and the oxygen gives it back when all have bonded:
// a mutex that one takes and another gives, so it is a semaphore here.
// See: in any order of threads, bonds come in threes of H, H, O. Each bond counts, and asserts that.
// Try: `dmc 40-h2o.d -D WAIT=false`: the oxygen opens the mutex when it has bonded itself, and the next molecule mixes in.
// `-D EARLY=true`: the mutex is given back before the bonds. `-D HYDROGENS=5`: one hydrogen is left over and waits for ever;
// the report is the list of those who wait.
// (Downey has a barrier of three at the end; but only the oxygen has to know, and so each hydrogen tells it with `bonded`.)
// Exercise: does the oxygen have to wait for both hydrogens? Predict, then delete one of the two `down(bonded)`.
import std.sync
param int MOLECULES = 2
param int HYDROGENS = 2 * MOLECULES
param bool WAIT = true
param bool EARLY = false
sem m = sem(1)
sem call_h, call_o
int hs, os  // waiting, and not called yet
sem bonded
int bond_h, bond_o  // in the present molecule

void bond(bool oxygen) {
  atomic {
    print "bonds"
    if oxygen { bond_o += 1 } else { bond_h += 1 }
    assert bond_h <= 2 && bond_o <= 1, "a strange molecule"
    if bond_h + bond_o == 3 { bond_h := 0; bond_o := 0 }
  }
}
// With m held: calls three if they are there; else gives m back.
void complete() {
  if hs >= 2 && os >= 1 {
    hs -= 2
    os -= 1
    up(call_h)
    up(call_h)
    up(call_o)
    if EARLY { up(m) }
  } else { up(m) }
}
Thread(i in 1..HYDROGENS) Hydrogen {
  down(m)
  hs += 1
  complete()
  down(call_h)
  bond(false)
  up(bonded)
}
Thread(i in 1..MOLECULES) Oxygen {
  down(m)
  os += 1
  complete()
  down(call_o)
  bond(true)
  if WAIT { down(bonded); down(bonded) }
  if !EARLY { up(m) }
}
finally { assert bond_h == 0 && bond_o == 0 }
