// Package schema is the database that all parts share: its migrations, and nothing that runs afterwards.
//
// # Content
//
// One table a module, rows that any CMS can edit (migrations 0002 to 0008). Every content table has a 24-hex id as its only key
// column, a tenant_id, foreign keys that include the tenant, a comment for the CMS to show, and the triggers of the outbox.
//
// # The sealed outbox
//
// Migration 0009. Whatever changes content, by whatever way, is in change_row when its transaction commits, numbered for each tenant in
// change_tx. A snapshot that shows tenant_seq.n = N contains every change of that tenant numbered 1 to N, and none above: gap-free and in
// commit order by construction.
//
// What writers must know: a REPEATABLE READ or SERIALIZABLE transaction may get 40001 at COMMIT and has to be tried again; a COMMIT that
// waits 5 s for its number fails with 55P03; prepared transactions do not go with it.
//
// # Adding a migration
//
// A new file with the next number; an old one is never edited. One that adds a content table ends with
//
//	SELECT watch('thing');      -- the triggers, and the dimensions they record
//	SELECT grant_roles();
//
// and before that, if it is searched, with SELECT searched('thing', 'name', '{…}', '{…}'), which makes the trigger that keeps search, search_words, search_prose and
// updated_at: it has these columns. One that alters columns of a content table calls watch again, one that adds a generated column searched too, and one that rewrites
// rows by DDL, which no trigger sees, ends with SELECT new_epoch(). Files are templates to the migrator: two opening braces in a row do not pass.
//
// # Dumps
//
// change_row and change_tx are best left out (pg_dump --exclude-table-data='change_*'); if they are not, new_epoch empties them. Migrate begins
// a new epoch in a restored database by itself. Until it has run, or an ingest worker connected, nobody should read from it.
package schema
