package gateway

import (
	"context"
	"fmt"

	"vitrine/gateway/query"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
)

// faqBound is the most groups, and the most questions, that one answer shows.
const faqBound = 1000

// faqGroup answers with a group of questions, its questions, and the groups within it with theirs. Cycles end: each group is shown once.
func (s *Server) faqGroup(ctx context.Context, r *reading, a *query.Query) (*answer, error) {
	p := a.View.Plan()
	tags := append(everything(p), catalog.AnyTag("faq"), catalog.KindTag("faq"), catalog.SlugTag("faq_group", a.Path[0]), catalog.RecordTag("faq_group", a.Path[0]))
	groups, err := readAll[catalog.FAQGroupNode](ctx, r, a.View.Row, `
WITH RECURSIVE below AS (
  SELECT fg.id FROM faq_group fg WHERE fg.tenant_id = $1 AND (`+p.Resource.Live+`) AND (fg.slug = $3 OR fg.id = $3)
  UNION
  SELECT kid.id FROM faq_group kid JOIN below ON kid.parent_id = below.id WHERE kid.tenant_id = $1 AND kid.status <> 'DRAFT'
)
SELECT `+a.View.Row.Columns()+` FROM faq_group fg JOIN below ON below.id = fg.id
WHERE fg.tenant_id = $1 AND $2::timestamptz IS NOT NULL ORDER BY (fg.slug = $3 OR fg.id = $3) IS TRUE DESC, fg.position, fg.title, fg.id LIMIT $4`,
		a.Path[0], faqBound)
	if err != nil {
		return nil, err
	}
	if len(groups) == 0 {
		return &answer{status: 404, tags: withTags(r.tenant, p, tags)}, nil
	}
	byID := map[string]*catalog.FAQGroupNode{}
	ids := make([]string, len(groups))
	for i, g := range groups {
		byID[g.ID], ids[i] = g, g.ID
	}
	question := catalog.FAQ.Views[0].Row
	questions, err := readAll[catalog.FAQRecord](ctx, r, question, "SELECT "+question.Columns()+" FROM "+catalog.FAQ.From+
		" WHERE f.tenant_id = $1 AND $2::timestamptz IS NOT NULL AND ("+catalog.FAQ.Live+") AND f.group_id = ANY($3) ORDER BY f.position, f.id LIMIT $4",
		ids, faqBound)
	if err != nil {
		return nil, err
	}
	for _, q := range questions {
		if g := byID[q.GroupID]; g != nil {
			g.Questions = append(g.Questions, q)
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
	return &answer{status: 200, body: append(append([]byte(api.Success), data...), '}'), tags: withTags(r.tenant, p, tags)}, nil
}

// readAll reads rows into the structs they are shown as.
func readAll[T any](ctx context.Context, r *reading, row catalog.Row, sql string, args ...any) ([]*T, error) {
	rows, err := r.tx.Query(ctx, sql, append([]any{r.tenant, r.now}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", row.Type.Name(), err)
	}
	defer rows.Close()
	var out []*T
	for rows.Next() {
		v, err := row.Read(rows)
		if err != nil {
			return nil, err
		}
		t, ok := v.(*T)
		if !ok {
			return nil, fmt.Errorf("read %s: got %T", row.Type.Name(), v)
		}
		out = append(out, t)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read %s: %w", row.Type.Name(), err)
	}
	return out, nil
}
