// Package admit decides which answers that are not in the cache may be made now, which wait, and which are refused.
//
// A hit never asks. A fill asks once, however many readers share it. It holds at most one slot at a time, of one of
// three pools:
//
//   - Memory, while it is answered from memory. The number of slots is fixed, because this work needs processors alone.
//   - Parent, while another gateway answers it. The number of slots is fixed, because this work waits for a network.
//   - Postgres, from the first query to Postgres until its end. The number of slots follows Postgres: a limiter of
//     failsafe-go raises it while more fills at once are answered as fast, and lowers it when they become slower.
//
// A fill that begins in memory gives that slot back before it waits for Postgres. So answers from memory go on while
// Postgres hangs. In all pools, searches and other reads each have a part of the slots that the other cannot take.
//
// Fills that wait are in one bounded queue. A free slot goes to the tenant that holds the fewest. If the queue is full,
// the tenant with the most waiting fills gives up a place to a tenant with fewer. A fill waits for up to Config.Burst,
// or in a pool that has been full for that long, for up to Config.Wait. After that, and if the queue is full, the
// answer is 503 with Retry-After. Fills without a client that is still there are not begun. While the queue is almost
// full, Refuse says so before a fill begins, so that a refusal costs little.
//
// Files, in the order a fill meets them:
//
//	gate.go     Config, Gate, refusals, metrics
//	pass.go     Pass: what one fill holds
//	pool.go     slots, and who gets the next one
//	queue.go    waiting, for how long, and who is refused
//	readers.go  which clients wait for which fill
//	limit.go    the limit that follows Postgres
package admit
