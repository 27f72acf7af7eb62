//! expect: diagnostic 3:22 `then` belongs to thesis files
int x
Thread T { if x == 0 then { skip } }
