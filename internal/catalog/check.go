package catalog

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"vitrine/internal/filter"
)

// Check compares the filters and orders of all modules with the columns of a database. It returns every mistake, each
// with the module and the filter, sort or order.
func Check(types filter.Types) error {
	var errs []error
	for _, r := range All {
		for i := range r.Views {
			errs = append(errs, r.checkView(&r.Views[i], types)...)
		}
	}
	return errors.Join(errs...)
}

func (r *Resource) checkView(v *View, types filter.Types) (errs []error) {
	tables := filter.TablesIn("FROM " + r.From)
	if err := v.Order.Check(tables, types); err != nil {
		errs = append(errs, fmt.Errorf("catalog: %s: order of %s: %w", r.Name, v.Path, err))
	}
	for _, name := range slices.Sorted(maps.Keys(v.Sorts)) {
		if err := (filter.Order{{Column: v.Sorts[name]}}).Check(tables, types); err != nil {
			errs = append(errs, fmt.Errorf("catalog: %s: sort %s of %s: %w", r.Name, name, v.Path, err))
		}
	}
	for i := range v.Accept {
		if err := r.checkFilter(&v.Accept[i], types); err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

// accepts lists the parameter types whose values fit a condition. Raw takes any.
var accepts = map[filter.Op][]Type{
	filter.Eq: {Text, Integer}, filter.In: {Texts, IDs}, filter.NotIn: {Texts, IDs}, filter.AtLeast: {Number},
	filter.AtMost: {Number}, filter.EqOrNull: {Text}, filter.Ref: {Texts}, filter.InTree: {Texts},
	filter.HasPair: {Pairs}, filter.InBox: {Box},
}

// checkFilter reports the first mistake in a filter. Without types it looks at the catalogue alone.
func (r *Resource) checkFilter(f *Filter, types filter.Types) error {
	var err error
	fits, known := accepts[f.Cond.Op]
	switch {
	case known && !slices.Contains(fits, f.Type):
		err = errors.New("the parameter's Type does not fit its condition")
	case f.Of != "" && (f.Cond.Op != filter.In || byName[f.Of] == nil):
		err = fmt.Errorf("the field Of names %q: it needs a kind of records and the condition In", f.Of)
	case f.Cond.Op == filter.Eq && (f.Type == Integer) != (f.Cond.Column.Cast == "int"):
		err = fmt.Errorf("column %s: an Integer parameter needs the cast \"int\", a Text parameter none", f.Cond.Column)
	default:
		err = f.Cond.Check(filter.TablesIn("FROM "+r.From), types)
	}
	for _, read := range f.Reads {
		table, column, _ := strings.Cut(read, ".")
		if err == nil && types != nil && types[table][column] == "" {
			err = fmt.Errorf("the field Reads names %s, but the table %s has no column %s", read, table, column)
		}
	}
	if err != nil {
		return fmt.Errorf("catalog: %s: filter %s: %w", r.Name, f.Name, err)
	}
	return nil
}
