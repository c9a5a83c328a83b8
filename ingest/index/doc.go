// Package index keeps an engine outside Postgres up to date with the log of changes.
//
// It follows the log on its own, so that a slow or broken engine delays nobody. The engine is also compared with
// Postgres, one kind of one tenant at a time, and rebuilt where it differs.
//
// A tenant with many changes is indexed apart, so that others do not wait for it. Keep checks that the engine's indexes
// are whole, and rebuilds those that are not.
//
// Files:
//
//	indexer.go    Indexer: which tenants have changes to index
//	follow.go     from changes in the log to documents in the engine
//	keep.go       checking and rebuilding whole indexes
//	verify.go     comparing the index with Postgres
//	rebuild.go    rebuilding a tenant's index
//	touched.go    the records whose documents a change concerns
//	load.go       reading documents
//	applied.go    waiting until every gateway has applied what documents show
//	documents.go  Documents: what a document is made of
//	cursor.go     up to which change a tenant is indexed
package index
