//! expect: diagnostic 3:19 the character `@` means nothing here
int x
Thread T { x := 1 @ 2 }
