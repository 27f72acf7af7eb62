//! expect: diagnostic 2:8 there is no module `std.nothing`
import std.nothing
Thread T { skip }
