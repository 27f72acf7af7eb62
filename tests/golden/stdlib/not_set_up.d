import std.net
channel c
Thread A { send(c, 1) }
