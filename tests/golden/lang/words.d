// Item words and some others are contextual; builtins may be shadowed.
//! expect: ok
const int max = 4
int count, sum, set, queue, after, when, cover, fault, message, record, init, drop, crash
pure int min(int a, int b) { return a + b }
Thread T {
  count := 1; sum := 2; set := 3; queue := 4; after := 5; when := 6
  cover := 7; fault := 8; message := 9; record := 10; init := 11; drop := 12; crash := 13
  assert count + sum + set + queue + after + when == 21 && max == 4
  assert min(1, 2) == 3
}
