// Package identity decides which row a record of a file is.
//
// A Key names the fields that identify the records of a file. Imports of a data set into a tenant use one key for each
// kind, which the database remembers. A record's id is derived from its key. A row that another import, an editor or
// another key created has another id: a Matcher finds it.
//
// In reading order: key.go reads the key of a record, scan.go finds out whether a key is unique in a file, choice.go
// lists the keys that a file offers, remember.go stores the key, match.go finds rows by it, left.go
// counts the rows that it does not find, and gone.go finds the rows that a file no longer has.
package identity
