// Package memory is the in-memory search engine. It holds a table for each tenant that is large enough: the columns by
// which lists are filtered and sorted, the words of the search, and the rows of each category, brand and attribute. A
// list, its exact total and its facets are then bit operations. Records are still read by id, as with every engine.
//
// Answers are exactly as fresh as the snapshot of the query. A table has the epoch and number of the change that it
// shows. A newer snapshot contains every change up to its own number. The engine reads the changes since the table's
// number from change_row in that snapshot, then the changed rows, and the table shows the snapshot. No announcement is
// involved, so none can be missed. Writers pay nothing: no trigger, no second table, no index.
//
// A query applies the changes of a few rows itself. The changes of more rows are applied in the background. Meanwhile
// the next engine answers lists, and a text waits for its table for Config.Wait.
//
// The next engine answers every query that a table cannot: another kind, condition, order or facet. It also answers
// for a snapshot older than the table, and for a tenant without a table. Kind.Check reports at start a filter that no
// table answers.
//
// Lists without a text have the same rows in the same order as in search/pg. Texts are found and ranked by
// search/rank, which knows more of a row. A table that followed edits ranks as one that is built anew.
//
//	kind.go    what is held of a table
//	engine.go  Engine: how a query is answered
//	build.go   how tables are built, measured and evicted
//	load.go    how rows are read
//	follow.go  how a table catches up with a snapshot
//	apply.go   how changed rows are read, compared and put into the table
//	parse.go   a query in terms of a table
//	cond.go    a condition in terms of a table
//	table.go   the table, and sets of its rows
//	order.go   sorted rows
//	answer.go  pages and totals
//	facet.go   counts
//	beside.go  for an engine outside Postgres: values of columns, and what corrects its answers
//	text.go    texts of rows and names of related rows, and the best matches
package memory
