//! expect: deadlock
// A receive with a mailbox of which no message fits: another message, a field, a guard. One that waits in an atomic block.
enum Color { red, green }
message Vote(bool yes, int round, Color c), Decide(int round), Never()
Thread Chair {
  int now = 3
  receive { Vote(=true, round, _) when round > now && round < 9 => { skip }
            Decide(=now + 1) => { skip }
            Vote(_, _, =green) => { skip } }
}
Thread Member { Chair ! Vote(false, 4, red); Chair ! Vote(true, 3, red); Chair ! Decide(3) }
Thread Alone { atomic { int k = 5; receive { Decide(n) when n == k => { skip } } } }
Thread Nothing { receive { Never() => { skip }  Vote(_, _, _) => { skip } } }
Thread Sender { Alone ! Decide(4) }
