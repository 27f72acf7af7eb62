//! expect: diagnostic 1:1 this model has no Thread
int x
