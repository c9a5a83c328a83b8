// Package schema is the database that all parts share: its migrations.
//
// # Content
//
// Each module has one table, whose rows any CMS can edit (migrations 0002 to 0008). The only key column of every
// content table is a 24-hex id. Every content table has a tenant_id, foreign keys that include it, a comment for the
// CMS, and the triggers of the outbox.
//
// # The sealed outbox
//
// Migration 0009. When a transaction commits, change_row has every change of content that it made, in whatever way, and
// change_tx has its change number for each tenant. A snapshot in which tenant_seq.n is N contains exactly the tenant's
// changes 1 to N. Numbers have no gaps and follow the order of commits.
//
// Writers must know three things. A REPEATABLE READ or SERIALIZABLE transaction may fail at COMMIT with 40001 and must
// be repeated. A COMMIT that waits longer than 5 s for its number fails with 55P03. Prepared transactions are not
// supported.
//
// # Adding a migration
//
// Add a file with the next number; never edit an old one. A migration that adds a content table ends with
//
//	SELECT watch('thing');      -- the triggers, and the dimensions they record
//	SELECT grant_roles();
//
// If the table is searched, it has the columns search, search_words and search_prose, and before these lines stands
// SELECT searched('thing', 'name', '{…}', '{…}'). It creates the trigger that computes them and updated_at. SELECT
// tidied('thing', '{slug,language}') keeps the columns that lists are filtered by in one form. A migration that changes
// columns of a content table calls watch again; one that adds a generated column also calls searched. One that rewrites
// rows by DDL, which fires no trigger, ends with SELECT new_epoch(). The migrator reads files as templates, so two
// opening braces in a row are an error.
//
// # Dumps
//
// Leave change_row and change_tx out of dumps (pg_dump --exclude-table-data='change_*'); otherwise new_epoch empties
// them. Migrate begins a new epoch in a restored database. Do not read from the database before Migrate has run or an
// ingest worker has connected.
package schema
