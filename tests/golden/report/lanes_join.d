//! expect: deadlock
// Two threads wait for each other's end; one has started a third.
pid child
Thread() Child { join A }
Thread A { child := spawn Child(); join B }
Thread B { await child != A; join child }
