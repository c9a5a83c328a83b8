// Package search is the interface of the engines behind every list. A Query returns ids in order, a total and facets.
// The records are read by id afterwards, from a cache or from the table, so an engine never holds the content of
// answers.
//
// search/pg answers from the snapshot of the answer and is exactly as fresh. search/memory answers from memory, as of
// the same snapshot, and passes other queries on. search/meili asks Meilisearch, and adds what changed since from
// memory or from Postgres, so that a deleted or foreign row never appears. All pass enginetest.Exercise.
// search/sql is the SQL that they share.
//
// The package handles tables and expressions of any kind; internal/catalog defines them.
//
//	search.go  Engine and the documents that it indexes
//	query.go   Query and Result
//	explain.go  how a row got its place
//	held.go    queries that an engine answers without Postgres, or not at all
//	settings.go what a tenant decides: weights, synonyms, stop words, pins
//	words.go   the words of a text, as Postgres folds them
//
// search/token reads texts and searches as shoppers mean them: plurals, compounds, units, model numbers, typing errors.
// search/rank ranks with it, in memory.
package search
