// Package catalog declares what Vitrine serves: the modules, the form of their records, and their URLs.
//
// A module is one file: its row structs and a Resource literal with its Views. brand.go is the simplest, product.go the
// richest. Struct tags define the select list (db), the JSON (json), the records that an answer depends on (dep) and
// the values of banded columns (band). Everything is compiled at start; a wrong literal stops the program there.
//
//	resource.go   Resource, View, Filter: the types that a module is written in
//	filter.go     the conditions and orders of modules
//	facet.go      what is counted beside a list
//	types.go      Money, Time: values with a form of their own
//	html.go       HTML: texts that may be served only in part
//	row.go        a struct as a select list
//	fields.go     the fields of a record that a request names
//	scan.go       rows of a result as structs; values that cannot be shown
//	compile.go    the plan of a view: SQL, tables, the columns that it depends on
//	check.go      the checks of filters and orders at start
//	tags.go       the names of data that an answer depends on and a change touches
//	dimension.go  the tags of a list, by the part of its kind that it shows
//	band.go       price bands: the tags that an edit of a banded column fires
//	band_list.go  the price bands that a list depends on
//	headed.go     records and their tenant's change number, read in one statement
//	public.go     tags and change numbers in the form that leaves Vitrine
//	table.go      the list of all modules
//
// The package holds declarations only: it opens no connection and starts no goroutine. The gateway reads by it, ingest
// plans by it.
package catalog
