//! expect: diagnostic 3:17 an operand of arithmetic must be int, but this is bool
bool b
Thread T { b := b + b }
