// Package kit starts Vitrine for the end-to-end tests in the folders beside it, and sends requests to it.
//
// Each test package calls [Main] from its TestMain. A test that only reads uses [Shared]; a test that edits content
// opens an app of its own with [Open].
//
//	app.go      Open, Shared, Main, DemoDatabase: an app over a database of its own, with the demo tenants
//	answer.go   requests to an app; Answer; conditions for which a test waits
//	editor.go   Editor: SQL on a connection that Vitrine does not know; WaitApplied
//	account.go  Accounts: an app with the write service, a clock and a mailbox; persons who sign up
//	mail.go     Mailbox: emails and text messages
//	openapi.go  Document: checks requests and answers against the OpenAPI document
//	lines.go    files of real data
//	odd.go      tenants with unusual content
//	schema.go   tables and columns of the database
package kit
