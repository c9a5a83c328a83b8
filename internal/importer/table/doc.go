// Package table describes the content tables of a database, and converts values of a file to values of their columns.
//
// The description comes from the database itself: an import can fill every column that a migration adds.
//
// Files, in reading order:
//
//	table.go, constraint.go  tables and columns; their CHECKs and foreign keys
//	name.go, foreign.go      finding a table or column by the names that files use, also in other languages
//	value.go, number.go      converting values; notation.go reads numbers as people write them
//	slug.go, identity.go     making slugs and ids
//	sql.go                   quoting names and literals
package table
