package views

import (
	"context"
	"fmt"

	"vitrine/gateway/query"
	"vitrine/gateway/read"
	"vitrine/internal/catalog"
)

// categoryTree nests the categories. A category stands at the top if its parent does not exist, is not visible or is of
// another type. A cycle is cut at one of its categories.
func categoryTree(ctx context.Context, s *read.Snapshot, q *query.Query) (*read.Answer, error) {
	p := q.View.Plan()
	res, err := s.Search(ctx, s.Query(q))
	if err != nil {
		return nil, err
	}
	nodes, err := rowsOf[catalog.CategoryNode](ctx, s, q.View.Row,
		"SELECT "+q.View.Row.Columns()+"\nFROM "+p.Resource.From+
			"\nWHERE c.tenant_id = $1 AND $2::timestamptz IS NOT NULL AND c.id = ANY($3) ORDER BY "+q.View.Order.SQL(),
		res.IDs)
	if err != nil {
		return nil, err
	}
	tree, err := catalog.Marshal(nest(nodes))
	if err != nil {
		return nil, fmt.Errorf("write the category tree: %w", err)
	}
	if res.Total > q.View.Cap {
		tree = append(tree, `,"meta":{"truncated":true}`...)
	}
	return ok(s, q, tree, append(read.Everything(p), p.ListTags(nil, q.Use())...)), nil
}

// nest puts every node under its parent, in order.
func nest(nodes []*catalog.CategoryNode) []*catalog.CategoryNode {
	byID := make(map[string]*catalog.CategoryNode, len(nodes))
	for _, n := range nodes {
		byID[n.ID] = n
	}
	heads := cycleHeads(nodes, byID)
	top := []*catalog.CategoryNode{}
	for _, n := range nodes {
		up := byID[n.ParentID]
		if up == nil || heads[n] {
			top = append(top, n)
			continue
		}
		up.Children = append(up.Children, n)
	}
	return top
}

// cycleHeads are the nodes at which cycles are cut: in each cycle the one with the smallest id. It visits a node at
// most twice.
func cycleHeads(nodes []*catalog.CategoryNode, byID map[string]*catalog.CategoryNode) map[*catalog.CategoryNode]bool {
	heads := map[*catalog.CategoryNode]bool{}
	visited := make(map[*catalog.CategoryNode]int, len(nodes)) // by which walk
	for i, n := range nodes {
		walk, at := i+1, n
		for at != nil && visited[at] == 0 {
			visited[at] = walk
			at = byID[at.ParentID]
		}
		if at == nil || visited[at] != walk { // the top, or a node of an earlier walk
			continue
		}
		head := at
		for in := byID[at.ParentID]; in != at; in = byID[in.ParentID] {
			if in.ID < head.ID {
				head = in
			}
		}
		heads[head] = true
	}
	return heads
}
