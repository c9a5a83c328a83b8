// Package refresh reads lists again as soon as a change or their time makes them stale, before a request does.
//
// It starts early the same fill that the next request would start, so everything that holds for a fill holds here too.
// A list qualifies if it was requested. Once it no longer is, it is refilled three times more, so that a list which is
// requested less often than it changes is there as well; after that it is dropped until the next request.
//
// Requests and edits come first. A refresher runs two fills at a time, and none while half of the reader's snapshots
// are open, the gateway is disconnected, or changes arrive fast. Then most lists would change again before a request.
//
// Files, in reading order:
//
//	refresh.go     Config, Refresher: when it looks, and refilling
//	candidates.go  the lists that may be refilled, bounded in number
//	pace.go        how fast changes arrive
package refresh
