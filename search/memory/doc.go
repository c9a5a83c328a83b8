// Package listing is the search engine in memory. It keeps, of every tenant large enough to gain by it, what lists are made of: the
// columns they are filtered and sorted by, the words they are searched by, and which rows belong to which category, brand or attribute. A
// list, its exact total and its facets are then bit operations; the records themselves are still read by id, as with any engine.
//
// It is exactly as fresh as the snapshot it is asked in. A table knows as of which change of its tenant it is (epoch and n of tenant_seq). A
// snapshot that shows more has every change up to its own number, so what changed since is read from change_row in that snapshot, the
// rows concerned are read again in it, and the table is then as of that number. Nothing is announced to it, so nothing can be missed; and
// writers pay nothing: no trigger, no second table, no index.
//
// Whatever it does not understand word for word goes to the engine behind it: another kind, a condition, order or facet it was not told of,
// a word that Postgres takes for more than lexemes, a snapshot older than its table, a tenant that is small or whose table is not built yet. So it can
// only ever be faster, and a change to a filter's SQL makes it slower, not wrong.
//
// In one thing it differs from search/pg: it guesses mistyped words from all words of all names, where Postgres looks at the 200 names most
// alike. What is spelled as it is written finds the same rows in the same order, to the last bit of ts_rank.
//
// Files: kind.go (what is kept of a table), engine.go (who answers), build.go (tables are made and dropped), load.go (rows are read),
// follow.go (changes are followed), table.go (what is held), order.go (sorted rows), ask.go (what a query means), answer.go (pages and
// totals), facet.go, text.go (words), bits.go.
package memory
