// Command relevance measures how well searches rank products that people have judged.
//
//	VITRINE_REALDATA=folder make relevance
//
// The folder relevance in VITRINE_REALDATA has products_electronics.jsonl.gz and judged*.csv (query,id,rating from 0 to
// 3). Nothing of it is part of this repository. The program needs no Postgres: it ranks with the rules of search/pg and
// search/memory, written again in Go, and with plain BM25.
//
// The measure is nDCG@10 with gains of 2^rating − 1: plain, where a product without a judgement counts 0, and
// condensed, where such products are left out. Intervals are bootstrapped over the queries. Half of the queries, by a
// hash of their text, are a control: weights must be fixed on the other half. The queries with the worst figures come
// last.
//
// In reading order: main.go has the run, data.go reads the files, measure.go the measure, bm25.go and postgres.go the
// rankings, print.go the table.
package main
