// Package enginetest holds every search engine to the same promises, over real tables of a real Postgres.
//
// Files: enginetest.go (Exercise and the shop it searches), find.go (what a text finds), list.go (filters, facets,
// order, pages), fresh.go (what changed a moment ago).
package enginetest
