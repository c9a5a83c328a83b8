// Package importer is the command vitrine import: it imports a file into a content table.
//
// It promises:
//
//   - A row that cannot be imported does not stop the import. It is written to the reject file with the reason.
//   - An import may be killed at any moment and repeated. Each batch is one transaction. Ids and slugs depend only on
//     the tenant, the kind and the record, not on the time, on earlier runs or on the size of batches.
//   - A second run changes nothing, not even the tenant's change number: it does not touch rows that are the same.
//   - An import adds and updates rows. It keeps an editor's changes to status and slug. It deletes rows only with
//     --prune: those that earlier imports of its series wrote, and that the file lacks.
//
// In the order a record meets them: package source reads it; dataset says how its fields map to columns, which package
// table describes; load makes its rows and writes them. Here command.go reads the command line; options.go, plan.go,
// notes.go, notation.go, key.go, input.go, begin.go and importer.go prepare a run; run.go executes it, and prune.go
// deletes; progress.go, rejects.go and report.go show the result.
package importer
