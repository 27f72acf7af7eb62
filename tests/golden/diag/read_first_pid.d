//! expect: diagnostic 3:24 `p` is read before anything is assigned to it; it is no pid then
pid x
Thread A { pid p; x := p }
