package catalog

// What several modules are narrowed by is written here once; what one module alone is narrowed by stands in its own file.

// inLanguage keeps the records of one language, and those without one.
func inLanguage(as string) Filter {
	return Filter{Name: "language", Type: Text, SQL: "(" + as + ".language = ? OR " + as + ".language IS NULL)",
		Doc: "Records of this language, and those without one", Example: "tr"}
}

// ofCategory narrows to the records of categories and of their descendants. of is the record's id, table and column tie it to its categories.
func ofCategory(of, table, column, example string) Filter {
	return Filter{Name: "category", Type: Texts, SQL: inCategory(of, table, column), Reads: subtreeReads, Tree: &Tree{table, column},
		Doc: "Records of these categories, by id or slug, and of the categories below them", Example: example}
}

// inCategory narrows to the records of a category (id or slug) and of its descendants. Cycles end: UNION keeps each category once.
func inCategory(of, table, column string) string {
	return of + ` IN (SELECT pc.` + column + ` FROM ` + table + ` pc WHERE pc.tenant_id = $1 AND pc.category_id IN (
    WITH RECURSIVE subtree AS (
      SELECT c.id FROM category c WHERE c.tenant_id = $1 AND c.status <> 'DRAFT' AND (c.id = ANY(?) OR c.slug = ANY(?))
      UNION SELECT d.id FROM category d JOIN subtree ON d.parent_id = subtree.id WHERE d.tenant_id = $1 AND d.status <> 'DRAFT')
    SELECT id FROM subtree))`
}

// subtreeReads are the columns inCategory depends on.
var subtreeReads = []string{"category.parent_id", "category.status", "category.slug"}

// within narrows to a box on the map; one that crosses the 180th meridian has a west edge east of its east edge.
func within(as string) Filter {
	return Filter{Name: "bbox", Type: Box, SQL: "box_holds(?::float8, ?::float8, ?::float8, ?::float8, " + as + ".lng, " + as + ".lat)",
		Doc:     "Places within a box on the map: minLng,minLat,maxLng,maxLat in degrees. One that crosses the 180th meridian has a minLng above its maxLng",
		Example: "26,36,45,42"}
}
