// Package pg is the search engine inside Postgres: full text over the rows' own vectors, in the snapshot of the answer.
// A search is therefore exactly as fresh as any list. The engine needs no index outside the tables.
//
//   - The last word of a text is a prefix, because it is still being typed. The words before it are whole.
//   - Every word must be found in the row's own vector (name, other names, prose), or in the name of a related row:
//     "apple iphone" finds the iPhone of the brand Apple. The prose of a related row does not count.
//   - Spelling is corrected only if no visible row matches, whatever the filters: words of 4 letters or more by one
//     edit (a letter inserted, deleted or replaced, or two swapped), words of 8 letters or more by two. Each word is
//     then a prefix too. Because the filters do not matter, total, pages and facets of a text cover the same rows.
//   - Names equal to the text come first, then names that start with it, then rows by ts_rank (a name counts more than
//     prose), then the order of the Query, then the id.
//
// Files:
//
//	pg.go    the engine
//	text.go  words as conditions and ranks
//	typo.go  spelling correction
//	explain.go  the keys by which the rows of a page are sorted
package pg
