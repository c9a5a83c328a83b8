// Package read makes the answers that are not in the cache: from one Postgres snapshot, or from fragments that are.
//
// Concurrent requests for one key share one fill. An answer carries the change number of its snapshot and the tags it
// depends on, and it is kept only if no change since has invalidated it. No answer shows a change that this gateway has
// not applied, so reads never go backwards.
//
// Files, in the order a request meets them:
//
//	reader.go           Config, Reader; what is refused before its fill begins; Render
//	fill.go             one fill a key: read, stamp, keep; which searches are requested often enough to be kept
//	inline.go           records that arrive with the change that is of them
//	assemble.go         pages of lists, assembled from fragments
//	assemble_facets.go  pages of filters likewise
//	list.go             lists: ids from the engine, records by id
//	facets.go           filters: the facets of a list
//	fragment.go         fragments: what they hold, their keys, keeping them
//	request.go          record requests, several read in one statement; single records
//	batch.go            which record requests are read together, and when
//	held.go             snapshots of what the engine holds in memory, without Postgres
//	snapshot.go         Snapshot: one Postgres snapshot of one tenant
//	faults.go           what answers leave out
//	answer.go           Answer: what a snapshot gives, and its tags
//
// Calls that are shared are in gateway/read/flight, and views that are more than rows of a table in gateway/read/views.
package read
