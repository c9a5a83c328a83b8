package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A product is one line of the file.
type product struct {
	ID, Title, Model, Description, Brand string

	Attributes string `json:"-"` // name and value of each, one a line
}

var notAttributes = map[string]bool{"id": true, "title": true, "model": true, "description": true, "brand": true,
	"image": true}

// A judged query has a rating for each judged product.
type judged struct {
	text    string
	ratings map[string]float64
	control bool // not used to fix weights
}

func readProducts(folder string) (all []product, err error) {
	f, err := os.Open(filepath.Join(folder, "products_electronics.jsonl.gz"))
	if err != nil {
		return nil, err //nolint:wrapcheck // it names the file
	}
	defer f.Close() //nolint:errcheck // it was only read
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", f.Name(), err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var p product
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			return nil, fmt.Errorf("read %s, line %d: %w", f.Name(), len(all)+1, err)
		}
		var fields map[string]any
		if err := json.Unmarshal(lines.Bytes(), &fields); err != nil {
			return nil, fmt.Errorf("read %s, line %d: %w", f.Name(), len(all)+1, err)
		}
		var b strings.Builder
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			if v, ok := fields[name].(string); ok && !notAttributes[name] {
				b.WriteString(name + ": " + v + "\n")
			}
		}
		p.Attributes = b.String()
		all = append(all, p)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read %s: %w", f.Name(), err)
	}
	return all, nil
}

// readJudged reads the judgements of all judged*.csv files, without queries that no product is relevant for.
func readJudged(folder string) ([]judged, error) {
	files, err := filepath.Glob(filepath.Join(folder, "judged*.csv"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no judged*.csv in %s", folder)
	}
	ratings := map[string]map[string]float64{}
	for _, name := range files {
		if err := readRatings(name, ratings); err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
	}
	var all []judged
	for text, of := range ratings {
		relevant := false
		for _, r := range of {
			relevant = relevant || r > 0
		}
		if relevant {
			h := fnv.New32a()
			h.Write([]byte(text))
			all = append(all, judged{text, of, h.Sum32()%2 == 1})
		}
	}
	slices.SortFunc(all, func(a, b judged) int { return cmp.Compare(a.text, b.text) })
	return all, nil
}

func readRatings(name string, into map[string]map[string]float64) error {
	f, err := os.Open(name)
	if err != nil {
		return err //nolint:wrapcheck // it names the file
	}
	defer f.Close() //nolint:errcheck // it was only read
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return err //nolint:wrapcheck // the caller adds the file
	}
	for i, row := range rows {
		if i == 0 || len(row) < 3 {
			continue
		}
		r, err := strconv.ParseFloat(row[2], 64)
		if err != nil {
			return fmt.Errorf("line %d: %w", i+1, err)
		}
		if into[row[0]] == nil {
			into[row[0]] = map[string]float64{}
		}
		into[row[0]][row[1]] = r
	}
	return nil
}
