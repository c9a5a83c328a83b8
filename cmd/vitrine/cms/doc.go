// Package cms sets up a CMS for the content of one tenant.
//
//	role.go      Role: the login role, which Postgres limits to the rows of its tenant
//	env.go       the settings with which Directus starts, and the extension that it loads (hook/)
//	fields.go    how forms show columns
//	checks.go    the values that are refused with a sentence
//	metadata.go  the description of the content for Directus, which metadata.sql makes from Postgres's catalogue
//	fields.go    groups, labels, notes and widgets of the fields of forms
package cms
