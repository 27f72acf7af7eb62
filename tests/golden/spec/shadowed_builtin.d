//! expect: ok
const int max = 3
int len, count, after, when, sum
int add(int a, int b) { return a + b }
Thread T { len := add(max, 1); count := len; after := 1; when := 2; sum := 3; assert len == 4 && after + when == sum }
