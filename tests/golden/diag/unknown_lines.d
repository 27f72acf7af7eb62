//! expct: ok
//! expect: ok
//! option: --bfs
//! note
//!
// Lines for dmc that it does not know: nobody would notice that they count for nothing.
Thread A { skip }
