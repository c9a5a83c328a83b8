// Package match makes the mapping of a file that is no known data set: each field fills the column of its name, or of a
// name that means the same. A field that matches nothing is returned, never guessed.
//
// In reading order: file.go describes the file, match.go matches its fields, and name.go reads what names say besides:
// units, currencies and the levels of categories.
package match
