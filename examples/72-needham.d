//! options: --unread=off
//! sync: partner, bobs_partner
//! expect: violation
//! expect -D LOWE=true: ok
//! expect -D HONEST=true: ok
//! expect stateful -D LOWE=true: ok
//! expect optimal: violation
//! expect stateful:reach: violation
// 72. Needham and Schroeder's public key protocol, and the man in the middle.
//
// Alice and Bob want to be sure to talk to each other. {..}K can only be read by the owner of K, and nonces cannot be guessed:
//   Alice to Bob: {Na, Alice}Bob     Bob to Alice: {Na, Nb}Alice     Alice to Bob: {Nb}Bob
// (R. Needham, M. Schroeder, CACM 1978.) It was believed for 17 years. The intruder hears everything, keeps and repeats what he
// cannot read, and makes new messages out of all he knows (D. Dolev, A. Yao, 1983); and he is somebody with whom Alice may talk on
// her own account. Then he can make Bob believe that Bob talks to Alice. (G. Lowe, Breaking and fixing the Needham-Schroeder
// public-key protocol using FDR, TACAS 1996.) With LOWE the second message names its sender, and Alice sees the fraud.
//
// See: dmc 72-needham.d               Lowe's attack
// Try: dmc 72-needham.d -D HONEST=true      Alice talks to Bob only: no attack, and that is what the proofs had looked at
// Exercise: what if the first message did not name Alice? Guess, then change the model.
param bool LOWE = false
param bool HONEST = false
enum Nonce { None, Na, Nb, Ni }
record Cipher { pid key, int form, Nonce n1, Nonce n2, pid who }
message Net(Cipher c)
pid partner       // with whom Alice wants to talk
pid bobs_partner  // with whom Bob believes to talk
bool bob_is_sure

Thread Alice {
  pid p = Bob
  if !HONEST && choose(bool) { p := Intruder }
  partner := p
  Intruder ! Net(Cipher(p, 1, Na, None, Alice))
  receive {
    Net(c) => {
      if c.n1 != Na || LOWE && c.who != p { exit }
      assert p != Bob || bobs_partner == Alice, "Alice takes somebody else for Bob"
      Intruder ! Net(Cipher(p, 3, c.n2, None, Alice))
    }
  }
}

Thread Bob {
  receive {
    Net(c) when c.form == 1 => {
      bobs_partner := c.who
      Intruder ! Net(Cipher(c.who, 2, c.n1, Nb, Bob))
    }
  }
  receive {
    Net(c) when c.form == 3 => {
      if c.n1 != Nb { exit }
      bob_is_sure := true
      assert bobs_partner != Alice || partner == Bob, "Bob takes the intruder for Alice"
    }
  }
}

daemon Thread Intruder {
  set<Nonce> known
  set<Cipher> kept  // what he cannot read
  bool[4] said      // each step of the protocol waits for one message: more are of no use
  add(known, Ni)
  loop {
    either {
      receive {
        Net(c) => {
          if c.key == Intruder {
            add(known, c.n1)
            if c.form == 2 { add(known, c.n2) }
          } else { add(kept, c) }
        }
      }
    } or {
      atomic {  // repeats something
        Cipher c = choose(kept)
        await !said[c.form]
        said[c.form] := true
        c.key ! Net(c)
      }
    } or {
      atomic {  // makes something up
        int form = choose(1..3)
        await !said[form]
        said[form] := true
        pid to = Bob
        pid who = Alice
        if form == 2 {
          to := Alice
          who := Bob
        }
        if choose(bool) { who := Intruder }
        Nonce n1 = choose(known)
        Nonce n2 = None
        if form == 2 { n2 := choose(known) }
        to ! Net(Cipher(to, form, n1, n2, who))
      }
    }
  }
}
cover talk: bob_is_sure && partner == Bob && bobs_partner == Alice
