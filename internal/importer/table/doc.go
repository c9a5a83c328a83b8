// Package table describes the content tables of a database, and converts values of a file to values of their columns.
//
// The description comes from the database itself: an import can fill every column that a migration adds.
//
// In reading order: table.go reads tables and columns, constraint.go their CHECKs and foreign keys, name.go finds a
// table or column by the names that files use, value.go and number.go convert values, slug.go and identity.go make
// slugs and ids, and sql.go quotes names and literals.
package table
