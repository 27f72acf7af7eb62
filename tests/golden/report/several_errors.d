//! expect: diagnostic 4:12 unknown name
// Several messages in one go, each with its place.
int count
Thread A { coutn := 1 }
Thread C { count := true }
Thread D { if count { skip } }
Thread E { Worker ! Ping() }
