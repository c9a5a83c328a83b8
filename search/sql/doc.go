// Package sql is the SQL that the engines share: the statements of pages, totals and facets.
//
//	list.go  List: a page, its total and its facets in one batch
//	stmt.go  Expr, Stmt: statements and their parameters
package sql
