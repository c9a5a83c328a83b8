// Package catalog says what Vitrine serves: the modules, their records as readers see them, and the URLs they are read under.
//
// A module is one file: its row structs and a Resource literal with its Views (brand.go is the simplest, product.go the richest).
// Struct tags are the single source for what is selected (db), how it is written (json), which other records an answer
// depends on (dep), and the values by which lists of it stand on a ladder (graded). Everything is compiled once, at start; a literal that does not fit stops the program there.
//
//	resource.go   Resource, View, Filter: the words a module is written in
//	row.go        how a struct becomes a select list and is read back
//	headed.go     records read in one statement with the change they are as of
//	compile.go    what is derived from a view: SQL, tables, the columns it depends on
//	tags.go       the names of what an answer depends on and a change touches
//	dimension.go  the tags of a list: of which part of its kind it is
//	band.go       price bands: the tags that an edit of a banded column fires
//	band_list.go  the bands that a list depends on
//	types.go      Money, Time, HTML: values with a form of their own
//	table.go      the list of all modules
//
// The package holds words only: it opens no connection and starts no goroutine. gateway reads by it, ingest plans by it.
package catalog
