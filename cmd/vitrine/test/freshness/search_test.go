package freshness

import (
	"strings"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/catalog"
)

// oddWords are words of no record, and no typing errors of each other.
var oddWords = strings.Fields("zebranthos quorvexil kwalitorium plumbrigade xantheroid brivolkan grundelwith " +
	"sfertazzo mirqualand ondervecht jibbolthar tressonquy volkandrei hyppotrium wexlandriq")

// An edit of a record of any module is seen in a search over all modules: it takes the searched name, shows another
// one, becomes a draft and comes back.
func TestEditOfAnyModuleIsSeenInASearchOverAll(t *testing.T) {
	t.Parallel()
	p := prove(t)
	for i, res := range catalog.Searched() {
		column, word := res.Words[0], oddWords[i]
		live := strings.ReplaceAll(res.Live, "$2", "timestamptz '2026-03-14T09:26:53Z'")
		id := p.e.One("SELECT id FROM " + res.Name + " " + res.As + " WHERE tenant_id = 'demo' AND (" + live +
			") ORDER BY id LIMIT 1")
		was := p.e.One("SELECT status FROM "+res.Name+" WHERE id = $1", id)
		set := func(column, value string) string {
			return "UPDATE " + res.Name + " SET " + column + " = '" + value + "' WHERE id = '" + id + "'"
		}
		search := "/v1/search?q=" + word
		found := kit.Has(id, "data", "groups", 0, "hits", 0, "id")
		suggest, suggested := "/v1/suggest?q="+word[:6]+"&modules="+res.Module(), kit.Contains(word+" two")
		p.edit(res.Name+" takes the name", set(column, word+" one"), see(search, found))
		p.edit(res.Name+" changes its name", set(column, word+" two"), see(search, suggested), see(suggest, suggested))
		p.edit(res.Name+" becomes a draft", set("status", "DRAFT"), see(search, kit.Has("0", "data", "total")),
			see(suggest, kit.Omits(word)))
		p.edit(res.Name+" comes back", set("status", was), see(search, found), see(suggest, suggested))
		p.never("it to another tenant", expectation{"atelier", search, found})
	}
	p.edit("a price", "UPDATE product SET amount = 77777 WHERE tenant_id = 'demo' AND name = 'zebranthos two'",
		see("/v1/search?q=zebranthos", kit.Has("77777", "data", "groups", 0, "hits", 0, "price", "amount")))
	p.edit("the group of a question", "UPDATE faq_group SET slug = 'elsewhere' WHERE id = (SELECT group_id FROM faq "+
		"WHERE tenant_id = 'demo' AND question LIKE 'jibbolthar%')",
		see("/v1/search?q=jibbolthar", kit.Has("/faq/elsewhere", "data", "groups", 0, "hits", 0, "path")))
	p.edit("a new record of another module", `INSERT INTO brand (tenant_id, slug, name) VALUES
  ('demo', 'zebranthos', 'Zebranthos')`,
		see("/v1/search?q=zebranthos", kit.Has("Zebranthos", "data", "groups", 0, "hits", 0, "name")))
	p.e.Exec(`INSERT INTO product (tenant_id, slug, name, status, publish_at) VALUES
  ('demo', 'tomorrow', 'Umbralakion', 'PUBLISHED', '2026-03-15'), ('demo', 'draft', 'Umbralakion', 'DRAFT', NULL)`)
	p.never("a record before its time", see("/v1/search?q=umbralakion", kit.Contains("tomorrow")),
		see("/v1/search?q=umbralakion", kit.Contains("draft")))
}
