// Package roundtrip proves that an import loses nothing: each record of a file is imported, read through the API, and
// compared with its source, field by field. Each field of a file is compared, or the test says why readers do not get
// it. Each difference has a reason, which is a rule: the value that follows from it must be the one that is shown. Any
// other difference fails the test.
//
//	generated_test.go  every column of every kind, filled with odd values
//	columns_test.go    the field of the API that shows a column, or the reason why none does
//	values_test.go     odd values, and when two values are the same
//	real_test.go       the files of real data
//	files_test.go      what each field of these files must become
//	rules_test.go      when a value is that of a file, and the rules by which it may differ
//	served_test.go     the rules for HTML
//	texts_test.go      texts in HTML, Markdown and plain text; attacks written by SQL
package roundtrip
