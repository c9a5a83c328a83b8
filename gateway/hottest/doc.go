// Package hottest fills the cache of a gateway that starts with the answers that were requested most, before the
// gateway is ready. So its first readers find in memory what readers of the other gateways find there.
//
// Which answers these are, the gateway asks one that is ready. If there is none, it reads the list that it saved
// itself. The answers themselves are filled as for a reader, never read from a file. Before that, the sessions of
// Postgres that read records are opened and prepared.
//
// Files, in the order of a start:
//
//	list.go   the list: how it is made, sent, saved and read
//	fill.go   Hottest: asks for the list, fills the cache, answers others, saves
package hottest
