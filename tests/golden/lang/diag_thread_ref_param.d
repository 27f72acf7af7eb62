//! expect: diagnostic 2:8 ref may not stand in Thread parameters
Thread(ref int v) W { v := 1 }
Thread T { skip }
