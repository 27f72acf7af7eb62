//! expect: error
pid p
Thread T { join p }
