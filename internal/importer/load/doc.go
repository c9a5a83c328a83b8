// Package load turns records into rows of the content tables and writes them.
//
// A Mapping says which field fills which column. Bind checks it against the tables of a database and makes a Plan. The
// Plan makes a Draft of each record, and a Writer writes batches of them, one transaction each. Ids and slugs depend
// only on the tenant, the table and the record. An import can therefore be repeated: rows that have not changed are not
// touched.
//
// In reading order: mapping.go says where fields go and how texts become HTML, and plan.go binds a mapping, with
// stage.go for the tables it fills and for the copies of rows. reader.go makes the drafts of a chunk of records, with
// identify.go for their rows, draft.go for their cells and prices, reference.go for the brands and categories that they
// name. write.go writes a batch, with entry.go, upsert.go and follow.go as its steps, and preview.go compares one.
// notice.go collects the warnings. outcome.go counts the results, and explains why a record was rejected.
package load
