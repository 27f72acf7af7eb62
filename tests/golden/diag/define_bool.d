//! expect: diagnostic 3:1 -D B=yes: the value must be bool
//! options: -D B=yes
param bool B = false
Thread A { skip }
