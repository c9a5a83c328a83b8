package importer

import (
	"testing"

	"vitrine/internal/schema/schematest"
)

// TestTitleIsTheNameOfProducts imports products whose file has a title and no name.
func TestTitleIsTheNameOfProducts(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	imported(t, db.Pool, Options{Kind: "product", File: file(t, "p.csv", "sku,title,amount\nA-1,Small jug,4\n")})
	same(t, "products", rows(t, db.Pool, "SELECT name, coalesce(title, '-') FROM product"), []string{"Small jug|-"})
}

// TestLongFieldsBecomeAttributes gives fields with long names a name that an attribute may have.
func TestLongFieldsBecomeAttributes(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	long := "Matching things (product.metafields.shopify--discovery--product_recommendation.complementary_products_of_it)"
	imported(t, db.Pool, Options{
		Kind: "product", File: file(t, "p.csv", "sku,name,"+long+"\nA-1,Jug,lid\n"), Attributes: true,
	})
	same(t, "attributes", rows(t, db.Pool, "SELECT name, value FROM product_attribute"), []string{"Matching things|lid"})
}

// TestByteOrderMarkInHeader reads a header whose first cell begins with a tab and a byte order mark.
func TestByteOrderMarkInHeader(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	imported(t, db.Pool, Options{Kind: "product", File: file(t, "p.csv", "\t\ufeffsku,name\nA-1,Jug\n")})
	same(t, "products", rows(t, db.Pool, "SELECT sku, name FROM product"), []string{"A-1|Jug"})
}

// TestAnswersHaveUsualNames imports questions whose answers have a name that other files use.
func TestAnswersHaveUsualNames(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	for _, name := range []string{"description", "content", "body", "text", "Response"} {
		content := "id,title," + name + "\n1,How?,So.\n"
		imported(t, db.Pool, Options{Kind: "faq", File: file(t, "f.csv", content), Tenant: name})
		same(t, name, rows(t, db.Pool, "SELECT question, answer FROM faq WHERE tenant_id = $1", name), []string{"How?|So."})
	}
}
