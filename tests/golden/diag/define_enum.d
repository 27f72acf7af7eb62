//! expect: diagnostic 4:1 -D C=Blue: the value must be Color
//! options: -D C=Blue
enum Color { Red, Green }
param Color C = Red
Thread A { skip }
