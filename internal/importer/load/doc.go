// Package load turns records into rows of the content tables and writes them.
//
// A Mapping says which field fills which column. Bind checks it against the tables of a database and makes a Plan. The
// Plan makes a Draft of each record, and a Writer writes batches of them, one transaction each. Ids and slugs depend
// only on the tenant, the table and the record. An import can therefore be repeated: rows that have not changed are not
// touched.
//
// In reading order: mapping.go and plan.go bind a mapping, with stage.go for the tables it fills; reader.go makes the
// drafts of a chunk of records, with draft.go for their rows and reference.go for the brands and categories that they
// name; write.go writes a batch, with entry.go, copy.go, check.go and upsert.go as its steps. outcome.go counts the
// results, and refusal.go explains why Postgres refused a row.
package load
