// Package filter holds the conditions, orders and facets of a list in typed form. From one value each user derives what
// it needs: search/sql the SQL text, the catalogue the columns for cache tags and price bands, the in-memory engine the
// index to read.
//
//	column.go  Column, Link, Table: what a condition names
//	cond.go    Cond: one condition, its SQL, its columns, its band
//	check.go   the checks that run at start
//	order.go   Key, Order: sort keys
//	facet.go   Facet: what is counted beside a list
//	tidy.go    Tidy: the one form of texts that lists are filtered by
//
// The package is a leaf: it imports nothing of Vitrine, because both internal/catalog and search use it.
package filter
