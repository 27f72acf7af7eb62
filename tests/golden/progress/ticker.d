//! expect --progress=fair: violation progress
//! expect --progress=fair -D SET=true: ok
//! expect --progress -D SET=true: violation progress
// A daemon goes round beside a thread that waits for ever: no deadlock, since somebody can step, and hopeless all the same.
param bool SET = false
bool tick, flag
daemon Thread Ticker { loop { tick := !tick } }
Thread Waiter { await flag }
Thread Setter { if SET { flag := true } }
