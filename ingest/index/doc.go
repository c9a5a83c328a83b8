// Package index keeps an engine outside Postgres up to date with the log of changes.
//
// It follows the log on its own, so that a slow or broken engine delays nobody. The engine is also compared with
// Postgres, one kind of one tenant at a time, and rebuilt where it differs.
//
// Files:
//
//	indexer.go    Indexer: follows the changes
//	documents.go  Documents: records to documents
//	rebuild.go    rebuilding a tenant's index
//	verify.go     comparing the index with Postgres
package index
