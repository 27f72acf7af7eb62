//! expect: diagnostic 4:17 unknown name `mine`
int x
Thread A { int mine = 3; x := mine }
Thread B { x := mine; x := A.mine; x := A.other }
