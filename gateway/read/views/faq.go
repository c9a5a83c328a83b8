package views

import (
	"context"
	"fmt"

	"vitrine/gateway/query"
	"vitrine/gateway/read"
	"vitrine/internal/catalog"
)

// maxFAQ is how many groups, and how many questions, one answer shows at most.
const maxFAQ = 1000

// faqGroup answers with a group of questions, its questions, and the groups within it with theirs. Each group is shown
// once, even in a cycle.
func faqGroup(ctx context.Context, s *read.Snapshot, q *query.Query) (*read.Answer, error) {
	p := q.View.Plan()
	tags := append(read.Everything(p), catalog.AnyTag("faq"), catalog.KindTag("faq"),
		catalog.SlugTag("faq_group", q.Path[0]), catalog.RecordTag("faq_group", q.Path[0]))
	groups, err := rowsOf[catalog.FAQGroupNode](ctx, s, q.View.Row, `
WITH RECURSIVE below AS (
  SELECT fg.id FROM faq_group fg WHERE fg.tenant_id = $1 AND (`+p.Resource.Live+`) AND (fg.slug = $3 OR fg.id = $3)
  UNION
  SELECT kid.id FROM faq_group kid JOIN below ON kid.parent_id = below.id
    WHERE kid.tenant_id = $1 AND kid.status <> 'DRAFT'
)
SELECT `+q.View.Row.Columns()+` FROM faq_group fg JOIN below ON below.id = fg.id
WHERE fg.tenant_id = $1 AND $2::timestamptz IS NOT NULL
ORDER BY (fg.slug = $3 OR fg.id = $3) IS TRUE DESC, fg.position, fg.title, fg.id LIMIT $4`, q.Path[0], maxFAQ)
	if err != nil {
		return nil, err
	}
	asked := func(g *catalog.FAQGroupNode) bool { return g.ID == q.Path[0] || g.Slug != nil && *g.Slug == q.Path[0] }
	if len(groups) == 0 || !asked(groups[0]) {
		return notFound(s, q, tags), nil
	}
	byID := map[string]*catalog.FAQGroupNode{}
	ids := make([]string, len(groups))
	for i, g := range groups {
		byID[g.ID], ids[i] = g, g.ID
	}
	question := catalog.FAQ.Views[0].Row
	questions, err := rowsOf[catalog.FAQRecord](ctx, s, question, "SELECT "+question.Columns()+" FROM "+catalog.FAQ.From+`
WHERE f.tenant_id = $1 AND $2::timestamptz IS NOT NULL AND (`+catalog.FAQ.Live+`) AND f.group_id = ANY($3)
ORDER BY f.position, f.id LIMIT $4`, ids, maxFAQ)
	if err != nil {
		return nil, err
	}
	for _, qn := range questions {
		if g := byID[qn.GroupID]; g != nil {
			g.Questions = append(g.Questions, qn)
		}
	}
	for _, g := range groups[1:] {
		if g.Parent != nil && byID[*g.Parent] != nil && *g.Parent != g.ID {
			up := byID[*g.Parent]
			up.Children = append(up.Children, g)
		}
	}
	data, err := catalog.Marshal(groups[0])
	if err != nil {
		return nil, fmt.Errorf("write a group of questions: %w", err)
	}
	return ok(s, q, data, tags), nil
}
