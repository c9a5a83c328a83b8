package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"vitrine/search/rank"
)

func main() {
	show := flag.String("show", "", "print the first products of this query")
	count := flag.Int("lost", 100, "greatest number of queries to list that BM25, or Meilisearch, ranks better")
	flag.Parse()
	if err := run(*show, *count); err != nil {
		fmt.Fprintln(os.Stderr, "relevance:", err)
		os.Exit(1)
	}
}

func run(show string, count int) error {
	root := os.Getenv("VITRINE_REALDATA")
	if root == "" {
		return errors.New("set VITRINE_REALDATA to the folder that has relevance/products_electronics.jsonl.gz")
	}
	folder := filepath.Join(root, "relevance")
	products, err := readProducts(folder)
	if err != nil {
		return err
	}
	queries, err := readJudged(folder)
	if err != nil {
		return err
	}
	fmt.Printf("%d products, %d queries\n", len(products), len(queries))
	own := newOwn(products, rank.DefaultTuning())
	if show != "" {
		for i, n := range own.rank(show) {
			if i == 2*places {
				break
			}
			fmt.Printf("%2d %s %.120s\n", i+1, products[n].ID, products[n].Title)
		}
		return nil
	}
	engine, stop, err := startMeili(context.Background(), products)
	if err != nil {
		return err
	}
	defer stop()
	rankings := []contender{{"vitrine", own}, {"postgres", newPostgres(products)}, {"bm25", newBM25(products)}}
	if engine == nil {
		fmt.Println("without Meilisearch, which is not on PATH")
	} else {
		rankings = append(rankings, contender{"meili", engine})
	}
	var all []result
	for _, s := range rankings {
		r := result{name: s.name}
		for i := range queries {
			ids := make([]string, 0, deep)
			for _, n := range s.by.rank(queries[i].text) {
				ids = append(ids, products[n].ID)
			}
			plain, condensed := ndcg(&queries[i], ids)
			r.plain, r.condensed = append(r.plain, plain), append(r.condensed, condensed)
		}
		all = append(all, r)
	}
	if engine != nil && engine.err != nil {
		return engine.err
	}
	table("All", queries, all, func(*judged) bool { return true })
	table("Tuned", queries, all, func(q *judged) bool { return !q.control })
	table("Control", queries, all, func(q *judged) bool { return q.control })
	for _, other := range all[2:] {
		lost(queries, all, other, count)
	}
	crossValidate(products, queries)
	return success(root)
}
