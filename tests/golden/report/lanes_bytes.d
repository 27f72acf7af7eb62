//! options: --bfs --races=off
//! expect: violation
// Tabs, CRLF, umlauts, and bytes that are no UTF-8.
int x
Thread	A {	x := 1;	print "grün →",	x;		assert x == 2, "nö" } // �
Thread B { print "	ein	Tab"; x := 3 }
