// Command relevance measures how well searches rank products that people have judged.
//
//	VITRINE_REALDATA=folder make relevance
//
// The folder relevance in VITRINE_REALDATA has products_electronics.jsonl.gz and judged*.csv (query,id,rating from 0 to
// 3). Nothing of it is part of this repository. The program needs no Postgres: it ranks with search/rank, as
// search/memory does, with the rules of search/pg, written again in Go, and with plain BM25. It starts a Meilisearch,
// if there is one on PATH, and lets it rank by its own settings.
//
// The measure is nDCG@10 with gains of 2^rating − 1: plain, where a product without a judgement counts 0, and
// condensed, where such products are left out. Intervals are bootstrapped over the queries. Half of the queries, by a
// hash of their text, are a control: weights must be fixed on the other half. The queries that BM25 and Meilisearch
// rank better come after the tables, then what tuning gives on queries that it has not seen (folds.go).
//
// Last comes success@3: the share of queries with a right answer among the first three, over four data sets. The
// authors judged them; judged/*.csv has the queries with the ids of right answers. The ids are numbers of pictures
// (bestbuy), wordset_id, geonameid, and slugs of the demo tenant. Names of brands and categories are fields of a record
// there, not related rows.
//
// In reading order: main.go has the run, data.go reads the files, measure.go the measure, own.go, bm25.go,
// postgres.go and meili.go the rankings, print.go the tables, folds.go and sets.go the rest.
package main
