// Package backup writes backups of the database by pg_dump, and restores and compares them.
//
// A backup is two files: NAME.dump in the custom format of pg_dump, and NAME.json, which says what the dump must
// contain: the rows of each table with a checksum, and the last change number of each tenant. Both are read in one
// snapshot, so that they agree while editors write.
//
// In reading order: write.go writes a backup, restore.go restores one into an empty database or into a temporary one,
// content.go reads and compares what a database contains, and client.go runs pg_dump and pg_restore.
package backup
