//! expect: diagnostic 3:1 this comment is never closed
int x
/* never closed
Thread T { skip }
