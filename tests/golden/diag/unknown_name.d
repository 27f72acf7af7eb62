//! expect: diagnostic 3:23 unknown name `conter`
int counter
Thread A { counter := conter + 1 }
