//! expect: diagnostic 2:15 ref may not stand in Thread parameters
Thread(int a, ref int b) W { skip }
Thread A { skip }
