// Package doctor checks settings, dependencies and content, and says how to correct what is wrong. It starts nothing.
//
//	doctor.go    Check, and the checks of settings, the data folder, NATS, the search engine and the gateway's port
//	finding.go   Finding: the result of one check; alarms; Report
//	database.go  Postgres: its settings, the schema, roles, stored keys
//	cms.go       a CMS that was given more than it needs
//	edges.go     the edges of all tenants and their purges
//	content.go   records and prices that readers show in part or not at all
//	markup.go    texts with markup that is not served
package doctor
