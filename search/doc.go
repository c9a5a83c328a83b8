// Package search is the seam behind every list: a Query goes in; ids in order, a total and facets come out. The records
// themselves are read by id afterwards, from a cache or from the table, so an engine never holds what a reader is
// shown.
//
// Two engines stand behind it. search/pg answers from the same snapshot as the rest of an answer and is therefore
// exactly as fresh. search/meili asks Meilisearch for candidates in rank order and lets Postgres judge them: a row that
// changed, left or never was the tenant's cannot come back. Both pass enginetest.Exercise.
//
// The package knows tables and expressions, never what they mean.
//
// Files: search.go (Engine and what it indexes), query.go (what is asked, what comes back), words.go (how text becomes
// words), list.go (the SQL that pages, counts and facets, shared by the engines), sql.go (how a statement is put
// together).
package search
