/* Readers and writers by two locks and a count of readers: N readers, W writers, R rounds each. */
bool m, room;
byte readers, reading, writing;
#define TAKE(l) atomic { !l -> l = true }
proctype reader() {
  byte k;
  for (k : 1 .. R) {
    TAKE(m); readers++;
    if :: readers == 1 -> TAKE(room) :: else fi;
    m = false;
    reading++; assert(writing == 0); reading--;
    TAKE(m); readers--;
    if :: readers == 0 -> room = false :: else fi;
    m = false
  }
}
proctype writer() {
  byte k;
  for (k : 1 .. R) { TAKE(room); writing++; assert(writing == 1 && reading == 0); writing--; room = false }
}
init { byte p; atomic { for (p : 1 .. N) { run reader() } for (p : 1 .. W) { run writer() } } }
