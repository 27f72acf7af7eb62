//! expect: diagnostic 3:12 unknown name `countr`
int counter
Thread T { countr := 1 }
