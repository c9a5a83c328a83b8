// Command lists measures uncached lists of a large shop, over HTTP, as its readers ask for them.
//
//	VITRINE_REALDATA=folder make bench-lists
//
// It fills a shop with the 66,778 products of products_pcparts (once; -dir keeps the database), gives it what that file has not (a tree
// over its categories, brands by the first word of the name, years, sales), and asks thousands of lists, each with filters, values, pages and
// sizes at random, so that next to none comes from the cache; those that do are not counted. Beside them, in the same run, stands what no
// answer from a database can be faster than: SELECT 1, a record by its key, and a product's own page.
//
// The same is then asked with lists in memory switched off, which is what the engine behind them, Postgres, needs for it. Plans of both, EXPLAIN
// (ANALYZE, BUFFERS) of every statement of one request of each kind, are written to plans/.
package main
