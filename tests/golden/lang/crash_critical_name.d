// A crashed thread inside is noticed only by one that enters the same name.
//! expect: ok
fault crash T
Thread T { critical a { skip } }
Thread U { critical b { skip } }
