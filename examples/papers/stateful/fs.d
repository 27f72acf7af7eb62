//! expect stateful:reach: ok
//! expect optimal: 1 executions
//! expect optimal -D N=14: 2 executions
//! expect dc -D N=14: 2 executions
// fs N: filesystem. Thread i looks for a free block for inode i; two threads meet at a block from the fourteenth on.
// Flanagan, Godefroid, POPL 2005; "fs" in table 1 of
// Herbreteau, Larroze-Jardiné, Point, Walukiewicz, Revisiting Stateful Partial-Order Reduction, 2024.
// Assumed: an inode for each thread; the loop over blocks is unfolded to two, 2i and 2i+1. 9^N states while nobody meets.
param int N = 4
const int BLOCKS = 26
mutex[N] inode_lock
int[N] inode
mutex[BLOCKS] block_lock
bool[BLOCKS] busy

Thread(i in 0..N-1) Client {
  lock(inode_lock[i])
  if inode[i] == 0 {
    for k in 0..1 {
      int b = (2 * i + k) % BLOCKS
      lock(block_lock[b])
      if !busy[b] {
        busy[b] := true
        inode[i] := b + 1
        unlock(block_lock[b])
        break
      }
      unlock(block_lock[b])
    }
  }
  unlock(inode_lock[i])
}
