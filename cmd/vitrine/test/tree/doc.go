// Package tree tests the sources against the database: what must hold of every module, whatever it does.
//
//	catalog_test.go  columns, searched words and captured kinds of the catalogue exist in the schema
//	files_test.go    no package has too many files
//	secrets_test.go  nothing is signed with an unchecked key
//	sql_test.go      every SQL statement of the gateway names the tenant first
//	words_test.go    search vectors are made of the columns that a module declares as its words
package tree
