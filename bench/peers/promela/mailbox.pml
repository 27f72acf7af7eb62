/* N processes and main, which has a mailbox. MODE 0: it takes any message; 1: by sender, in order; 2: it is a lock. */
mtype = { msg, acquire, release, granted };
chan mail = [N + 1] of { mtype, byte };
chan reply[N] = [1] of { mtype };
proctype sender(byte me) { mail ! msg, me }
proctype worker(byte me) { mail ! acquire, me; reply[me] ? granted; mail ! release, me }
init {
  byte i, who;
#if MODE == 2
  atomic { for (i : 0 .. N - 1) { run worker(i) } };
  for (i : 0 .. N - 1) { mail ?? acquire, who; reply[who] ! granted; mail ?? release, eval(who) }
#else
  atomic { for (i : 0 .. N - 1) { run sender(i) } };
#if MODE == 1
  for (i : 0 .. N - 1) { mail ?? msg, eval(i) }
#else
  for (i : 0 .. N - 1) { mail ? msg, who }
#endif
#endif
}
