// Package importer is `vitrine import`: it brings a file into a content table, whatever wrote it.
//
// What it promises:
//
//   - A row that cannot be imported stops nothing. It is counted, and written beside its reason to the reject file.
//   - An import may be killed at any moment and repeated: every batch is one transaction, and ids and slugs depend on the
//     tenant, the kind and the record alone, not on when it ran, how far the last run came or how large its batches were.
//   - A second run changes nothing, not even the tenant's number (tenant_seq.n): rows that are the same are not touched.
//   - It adds and updates; it never deletes. What an editor made of a new row's status or slug afterwards stays.
//
// In the order a record meets them: source.go, csv.go and record.go read it; shape.go, target.go and the shape_*.go files
// say what its fields mean, with transform.go, html.go and template.go for values that need work, described.go and later.go
// for rows of other tables; plain.go where nobody has said; plan.go binds that to the tables that table.go found; draft.go
// makes its rows, with value.go, slug.go and identity.go; refs.go knows the brands and categories that it names; write.go,
// entries.go, copy.go and upsert.go write a batch, words.go says why Postgres refused a row. run.go is the whole way, importer.go its
// beginning, report.go, rejects.go and progress.go what is said about it, command.go the command line.
//
// A data set of another form is one more file like shape_products_pcparts.go.
package importer
