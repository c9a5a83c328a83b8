// Package settings reads, checks and writes the search settings of tenants, which are rows of tenant_search.
//
//	settings.go  reading, and the limits
//	change.go    changes by operators
package settings
