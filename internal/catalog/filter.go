package catalog

import "vitrine/internal/filter"

// Column is a column of a table in From, by alias.
type Column = filter.Column

// The words in which modules write conditions and orders. Columns are written as in SQL: "p.brand_id".

func col(column string) Column { return filter.Col(column) }

func asc(column string) filter.Key { return filter.Asc(column) }

func desc(column string) filter.Key { return filter.Desc(column) }

func by(keys ...filter.Key) filter.Order { return keys }

// eq keeps the rows whose column equals a text.
func eq(column string) filter.Cond { return filter.Cond{Op: filter.Eq, Column: col(column)} }

// eqInt keeps the rows whose column equals a whole number.
func eqInt(column string) filter.Cond { return filter.Cond{Op: filter.Eq, Column: cast(column, "int")} }

// in keeps the rows whose column equals any of some texts.
func in(column string) filter.Cond { return filter.Cond{Op: filter.In, Column: col(column)} }

// notIn leaves out the rows whose column equals any of some texts.
func notIn(column string) filter.Cond { return filter.Cond{Op: filter.NotIn, Column: col(column)} }

// atLeast keeps the rows whose column, an amount, is not below a bound.
func atLeast(column string) filter.Cond {
	return filter.Cond{Op: filter.AtLeast, Column: cast(column, "numeric")}
}

// atMost keeps the rows whose column, an amount, is not above a bound.
func atMost(column string) filter.Cond {
	return filter.Cond{Op: filter.AtMost, Column: cast(column, "numeric")}
}

// ref keeps the rows whose joined record has any of some ids or slugs. id is the joined record's id, such as "b.id".
func ref(id string) filter.Cond { return filter.Cond{Op: filter.Ref, Column: col(id)} }

// hasPair keeps the rows that table ties to a name with any of some values. column of table holds the row's id.
func hasPair(id, table, column string) filter.Cond {
	return filter.Cond{Op: filter.HasPair, Column: col(id), Link: filter.Link{Table: table, Owner: column}}
}

// raw is a condition of any other form. It names columns by alias and is never answered in memory.
func raw(sql string) filter.Cond { return filter.Cond{Op: filter.Raw, Text: sql} }

func cast(column, to string) Column {
	c := col(column)
	c.Cast = to
	return c
}

// Filters that several modules have. A filter of one module stands in the module's own file.

// inLanguage keeps the records of one language, and those without one.
func inLanguage(as string) Filter {
	return Filter{Name: "language", Type: Text, Cond: filter.Cond{Op: filter.EqOrNull, Column: col(as + ".language")},
		Doc: "Records of this language, and those without one", Example: "tr"}
}

// ofRecord keeps the records that refer to any of some records of a kind, by id or slug. column holds their id.
func ofRecord(kind, column, doc, example string) Filter {
	return Filter{Name: kind, Type: Texts, Cond: in(column), Of: kind, Doc: doc + ", by id or slug", Example: example}
}

// ofCategory keeps the records of categories and of their descendants. id is the record's id; table ties records to
// categories, and its column holds the record's id.
func ofCategory(id, table, column, example string) Filter {
	return Filter{Name: "category", Type: Texts,
		Cond: filter.Cond{Op: filter.InTree, Column: col(id), Link: filter.Link{Table: table, Owner: column}},
		Doc:  "Records of these categories, by id or slug, and of the categories below them", Example: example}
}

// within keeps the records in a box on the map. A box whose west edge lies east of its east edge crosses the 180th
// meridian.
func within(as string) Filter {
	return Filter{Name: "bbox", Type: Box,
		Cond: filter.Cond{Op: filter.InBox, Column: col(as + ".lng"), Lat: col(as + ".lat")},
		Doc: "Places within a box on the map: minLng,minLat,maxLng,maxLat in degrees. " +
			"A box that crosses the 180th meridian has a minLng above its maxLng",
		Example: "26,36,45,42"}
}
