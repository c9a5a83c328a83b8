package evidence

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Read reads the records of a folder: findings in the order of their promises, and guards by package.
func Read(dir string) (records []Record, guards []Guard, err error) {
	if records, err = readAll[Record](dir, "finding"); err != nil {
		return nil, nil, err
	}
	if guards, err = readAll[Guard](dir, "guard"); err != nil {
		return nil, nil, err
	}
	slices.SortFunc(records, func(a, b Record) int {
		return cmp.Or(cmp.Compare(slices.Index(Promises, a.Promise), slices.Index(Promises, b.Promise)),
			cmp.Compare(a.Package, b.Package), cmp.Compare(a.Title, b.Title))
	})
	slices.SortFunc(guards, func(a, b Guard) int {
		return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(a.Name, b.Name))
	})
	return records, guards, nil
}

func readAll[T any](dir, kind string) (all []T, err error) {
	names, err := filepath.Glob(filepath.Join(dir, kind+"-*.json"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var v T
		if err := json.Unmarshal(data, &v); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, v)
	}
	return all, nil
}
