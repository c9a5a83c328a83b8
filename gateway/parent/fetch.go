package parent

import (
	"context"
	"errors"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/query"
	"vitrine/gateway/read"
	"vitrine/internal/wire"
)

// Fetch implements read.Parent.
//
// An answer is valid at every change from the one that it shows to the one at which the parent found it valid. Here it
// counts as read at the newest of them that is applied here. So it waits for no change that it does not depend on, and
// earlier invalidations of tags that nothing here has carried yet do not count against it.
func (c *Client) Fetch(ctx context.Context, t *replica.Tenant, q *query.Query) (*read.Answer, cache.Snapshot, error) {
	at := t.Snapshot()
	a, err := c.Answer(ctx, wire.Wanted{Head: wire.Head{Tenant: t.ID, Epoch: at.Epoch, Seq: at.Seq},
		Path: string(q.AppendURL(nil)), Build: c.cfg.Build, Kept: !read.Once(ctx)})
	switch {
	case errors.Is(err, ErrNoAnswer):
		return nil, at, nil
	case err != nil:
		return nil, at, err
	}
	ans := &read.Answer{Body: a.Body, Tags: a.Tags, Engine: a.Engine}
	if a.Until != nil {
		ans.Until = *a.Until
	}
	if a.Valid < a.Read {
		ans.Stamp = &a.Valid
		at.Seq = a.Read
	} else {
		at.Seq = min(max(a.Read, t.Applied()), a.Valid)
	}
	return ans, at, nil
}
