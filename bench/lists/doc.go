// Command lists measures uncached lists of a large tenant over HTTP, against lists that Postgres computes.
//
//	VITRINE_REALDATA=folder make bench-lists
//
// It fills a tenant with the 66,778 products of products_pcparts (once; -dir keeps the database) and adds what the file
// lacks: a tree of categories, brands, years and sales. Then it requests thousands of lists with random filters,
// values, pages and sizes, so that almost none is in the cache; cached answers are not counted. The same run measures
// lower bounds for any answer from a database: SELECT 1, a record by its key, and a product's own page.
//
// The same requests are then made with lists in memory switched off (VITRINE_LIST_ROWS), which shows what Postgres
// needs for them. The query plans of one request of each kind, EXPLAIN (ANALYZE, BUFFERS) of every statement, are
// written to plans/.
//
// In reading order: main.go has the run, kinds.go the requests, values.go their random values, measure.go the
// measurement, plans.go the query plans.
package main
