package engines

// equals are products that match a text alike, and one that matches it less.
const equals = `INSERT INTO product (tenant_id, slug, name, status, position, sold, visits) VALUES
  ('demo', 'jib-first', 'Jibbolthar', 'PUBLISHED', 1, 0, 5),
  ('demo', 'jib-visited', 'Jibbolthar', 'PUBLISHED', 2, 0, 30),
  ('demo', 'jib-sold', 'Jibbolthar', 'PUBLISHED', 3, 1, 0),
  ('demo', 'jib-part', 'Stand of a jibbolthar', 'PUBLISHED', 0, 99, 9999);`

// Of products that match alike, the most popular comes first, and then those that come first in the list. A cached
// search follows sales and visits.
func popularityDecidesBetweenEquals(a *app) {
	const path = "/v1/product?search=jibbolthar"
	a.finds("at first", path, "jib-visited jib-sold jib-first jib-part")
	a.edit("UPDATE product SET visits = 50 WHERE tenant_id = 'demo' AND slug = 'jib-first'")
	a.finds("after visits", path, "jib-first jib-visited jib-sold jib-part")
	a.edit("UPDATE product SET sold = 200 WHERE tenant_id = 'demo' AND slug = 'jib-sold'")
	a.finds("after sales", path, "jib-sold jib-first jib-visited jib-part")
	a.edit(`UPDATE product SET sold = 1, visits = 30
WHERE tenant_id = 'demo' AND slug IN ('jib-first', 'jib-visited', 'jib-sold')`)
	a.finds("equals", path, "jib-first jib-visited jib-sold jib-part")
	a.edit(`INSERT INTO product (tenant_id, slug, name, status, position, sold) VALUES
  ('demo', 'jib-new', 'Jibbolthar', 'PUBLISHED', 9, 200)`)
	a.finds("a new one", path, "jib-new jib-first jib-visited jib-sold jib-part")
}
