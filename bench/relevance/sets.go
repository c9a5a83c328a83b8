package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"embed"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"vitrine/internal/demo/seed"
	"vitrine/search/rank"
)

// judgedSets are queries with the ids of acceptable results, judged by the authors. The data itself is elsewhere.
//
//go:embed judged/*.csv
var judgedSets embed.FS

// A set is a data set with judged queries.
type set struct {
	name, language string
	read           func(root string) ([]record, error)
}

// A record is one row of a data set.
type record struct {
	id  string
	doc rank.Doc
}

var sets = []set{
	{"bestbuy", "en", readBestBuy},
	{"wordset", "en", readWordset},
	{"cities", "", readCities},
	{"demo", "tr", readDemo},
}

// success prints, for each set, the share of queries with an acceptable result among the first three, and the queries
// without one.
func success(root string) error {
	fmt.Println("\nSuccess@3 on our own sets")
	for _, s := range sets {
		records, err := s.read(root)
		if err != nil {
			return fmt.Errorf("read the set %s: %w", s.name, err)
		}
		queries, err := readAccepted(s.name)
		if err != nil {
			return err
		}
		index, shown := indexOf(records)
		var lost []string
		for _, q := range queries {
			first := index.firstOf(q.text, s.language, records, shown)
			if !slices.ContainsFunc(first, func(id string) bool { return slices.Contains(q.ids, id) }) ||
				slices.ContainsFunc(first, func(id string) bool { return slices.Contains(q.ids, "!"+id) }) {
				lost = append(lost, q.text)
			}
		}
		v := 1 - float64(len(lost))/float64(len(queries))
		fmt.Printf("  %-9s %3d of %3d  %.3f %s\n", s.name, len(queries)-len(lost), len(queries), v, bar(v))
		for _, q := range lost {
			fmt.Printf("    %s\n", q)
		}
	}
	return nil
}

func indexOf(records []record) (*own, []uint64) {
	m := &own{x: rank.New(rank.DefaultTuning()), shown: make([]uint64, (len(records)+63)/64)}
	reader := rank.Reader{Tuning: rank.DefaultTuning()}
	for i := range records {
		m.x.Put(uint32(i), reader.Read(&records[i].doc))
		m.shown[i/64] |= 1 << (i % 64)
	}
	m.x.Fill()
	return m, m.shown
}

// firstOf returns the ids of the first three results.
func (m *own) firstOf(text, language string, records []record, shown []uint64) (ids []string) {
	q := rank.Parse(text, language, nil)
	res := m.x.Find(&q, shown, nil, &m.scratch)
	rows := make([]int, 0, len(records))
	for row := range records {
		if res.Rows[row/64]&(1<<(row%64)) != 0 {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(res.Score(uint32(b)), res.Score(uint32(a))) })
	for _, row := range rows[:min(3, len(rows))] {
		ids = append(ids, records[row].id)
	}
	return ids
}

// An accepted query has the ids of the results that are right, and after a ! of those that must not be among the first.
type accepted struct {
	text string
	ids  []string
}

func readAccepted(name string) (all []accepted, err error) {
	f, err := judgedSets.Open("judged/" + name + ".csv")
	if err != nil {
		return nil, fmt.Errorf("read the judgements: %w", err)
	}
	defer f.Close() //nolint:errcheck // it is in memory
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("read judged/%s.csv: %w", name, err)
	}
	for _, row := range rows[1:] {
		all = append(all, accepted{row[0], strings.Fields(row[1])})
	}
	return all, nil
}

// lines reads a file of JSON lines.
func lines[T any](root, name string, each func(*T)) error {
	f, err := os.Open(filepath.Join(root, name))
	if err != nil {
		return err //nolint:wrapcheck // it names the file
	}
	defer f.Close() //nolint:errcheck // it was only read
	z, err := gzip.NewReader(f)
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	in := bufio.NewScanner(z)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var v T
		if err := json.Unmarshal(in.Bytes(), &v); err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}
		each(&v)
	}
	return in.Err() //nolint:wrapcheck // a line that is too long
}

func readBestBuy(root string) (all []record, err error) {
	type product struct {
		Name, Description, Brand, Image string
		Categories                      []string
	}
	err = lines(root, "products_bestbuy.jsonl.gz", func(p *product) {
		id, _, _ := strings.Cut(filepath.Base(p.Image), "_")
		all = append(all, record{id, rank.Doc{Language: "en", Searches: "en",
			Texts: [4]string{p.Name, p.Brand, strings.Join(p.Categories, " | "), p.Description}}})
	})
	return all, err
}

func readWordset(root string) (all []record, err error) {
	type word struct {
		Word     string
		ID       string `json:"wordset_id"`
		Meanings []struct{ Def string }
	}
	err = lines(root, "dictionary_wordset.jsonl.gz", func(w *word) {
		var prose strings.Builder
		for _, m := range w.Meanings {
			prose.WriteString(m.Def + " | ")
		}
		all = append(all, record{w.ID, rank.Doc{Language: "en", Searches: "en", Texts: [4]string{w.Word, "", "",
			prose.String()}}})
	})
	return all, err
}

// readCities reads cities in the order of their population, which decides between equals.
func readCities(root string) (all []record, err error) {
	type city struct {
		ID         string `json:"geonameid"`
		Name       string
		Other      string `json:"alternatenames"`
		Country    string
		Population int
	}
	var cities []city
	err = lines(root, "places_cities.jsonl.gz", func(c *city) { cities = append(cities, *c) })
	slices.SortStableFunc(cities, func(a, b city) int { return cmp.Compare(b.Population, a.Population) })
	for _, c := range cities {
		all = append(all, record{c.ID, rank.Doc{Texts: [4]string{c.Name, c.Country, "",
			strings.ReplaceAll(c.Other, ",", " | ")}}})
	}
	return all, err
}

// readDemo returns the products of the demo tenant.
func readDemo(string) (all []record, err error) {
	columns, rows, err := seed.Rows(seed.Options{Tenant: "demo", Now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)},
		"product")
	if err != nil {
		return nil, fmt.Errorf("make the demo products: %w", err)
	}
	for _, row := range rows {
		text := func(name string) string {
			if i := slices.Index(columns, name); i >= 0 {
				switch v := row[i].(type) {
				case string:
					return v
				case *string:
					if v != nil {
						return *v
					}
				}
			}
			return ""
		}
		language := cmp.Or(text("language"), "tr")
		all = append(all, record{text("slug"), rank.Doc{Language: language, Searches: "tr",
			Texts: [4]string{text("name"), text("title") + " | " + text("sku"), "",
				text("brief") + " | " + text("description")}}})
	}
	return all, nil
}
