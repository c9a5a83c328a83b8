// Package pg is the search engine inside Postgres: full text over the rows' own vectors, in the same snapshot as
// everything else, so that an answer is exactly as fresh as any list. It needs no index beside the tables' and nothing
// to be kept in step.
//
// What finds what:
//   - The last word is a beginning: it is still being typed. The words before it are whole.
//   - Every word must be found: in the row's own vector (its name, what else names it, its prose), or in the name of a related
//     row: "apple iphone" finds the iPhone of the brand Apple. A related row's prose does not describe this row.
//   - Only if the words are nowhere among the rows that may be shown, whatever the filters, is each taken for a beginning that
//     may be mistyped: words of 4 letters or more by one edit (a letter more, less or other, or two swapped), from 8 by two.
//     Since the filters have no say in that, total, pages and facets of one text all mean the same rows.
//   - Names equal to the text come first, then names that begin with it, then by ts_rank (a name counts more than prose),
//     then in the Query's Order, then by id.
//
// Files: pg.go (the engine), text.go (words as conditions and ranks), typo.go (what a mistyped word may have meant).
package pg
