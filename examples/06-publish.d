//! sync: ready
//! expect: ok
//! expect --races=error: ok
//! expect -D FLAG_FIRST=true: violation
//! expect -D FLAG_FIRST=true --races=error: violation, race
//! expect naive: ok
//! expect optimal -D READERS=2: ok
//! expect observers -D FLAG_FIRST=true: violation
//! expect dc: ok
//! expect stateful:reach: ok
// 06. Publishing data with a flag.
//
// A writer prepares a message of two words and then raises a flag; readers wait for the flag and read the words. The order is
// everything: first the data, then the flag. With FLAG_FIRST the flag is raised too early, as a compiler or a processor with weak
// memory may do when the flag is an ordinary variable. dmc's memory is sequentially consistent, so reordering must be written down.
// `//! sync: ready` declares that ready is meant for synchronisation (in C: atomic, release and acquire): what was
// written before it is ordered before what is read after it, and there is no race in the right version.
//
// See: dmc 06-publish.d -D FLAG_FIRST=true     the flag is up before the words are there
// Try: remove the line `//! sync` and run with --races=list
// Exercise: let the writer send a second message in the same words, after the first. What must it wait for?
param int READERS = 1
param bool FLAG_FIRST = false
int[2] word
bool ready

Thread Writer {
  if FLAG_FIRST { ready := true }
  word[0] := 4
  word[1] := 2
  if !FLAG_FIRST { ready := true }
}

Thread(i in 1..READERS) Reader {
  await ready
  assert word[0] == 4 && word[1] == 2, "the message is not complete"
}
