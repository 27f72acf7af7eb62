//! expect: diagnostic 3:10 `B` is declared twice
enum E { A, B }
enum F { B, C }
Thread T { skip }
