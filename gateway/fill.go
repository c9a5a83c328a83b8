package gateway

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/valyala/fasthttp"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/query"
	"vitrine/gateway/respond"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/search"
)

// An answer is what a snapshot gave: a body, and what it depends on.
type answer struct {
	status int
	body   []byte
	tags   []string
	until  time.Time // the next moment at which time alone changes it; zero: never
	stamp  *uint64   // the change it is complete as of, where that is not the snapshot's own
	whole  bool      // it is a list that was read with its records
	local  bool      // it was put together from what was known alone
	parts  []part    // what it is made of, to be kept for others; empty where it was put together from such
}

// fillTries is how often an answer that was overtaken by a change while it was read is read again before it is answered uncached. It is
// newer than the request even then.
const fillTries = 3

// fill reads an answer: one flight a key, whoever asks for it meanwhile waits for the same. An answer that is older than what was applied
// when the request arrived is not taken, whoever read it; nor is one whose time was over by then.
func (s *Server) fill(rq *request, a *query.Query, key []byte, where string) (*cache.Entry, error) {
	ctx, cancel := context.WithTimeout(context.Background(), s.cfg.FillTimeout)
	defer cancel()
	id, member := rq.tenant.ID(), rq.member
	if a.View.Uncacheable {
		return s.fly(id, member, a, key, where)
	}
	for range fillTries {
		flight := s.flight.DoChan(string(key), func() (any, error) {
			return s.fly(id, member, a, key, where)
		})
		select {
		case <-ctx.Done():
			return nil, api.Busy(ctx.Err())
		case r := <-flight:
			if r.Err != nil {
				return nil, r.Err
			}
			e := r.Val.(*cache.Entry)
			if e.Read.Covers(rq.arrived) && e.Lasts(rq.now) {
				return e, nil
			}
		}
	}
	return s.fly(id, member, a, key, where) // begun after the request, so it cannot be older
}

// fly is the flight itself. It belongs to no request: its reader may leave before it is done.
func (s *Server) fly(id string, member *replica.Tenant, a *query.Query, key []byte, where string) (*cache.Entry, error) {
	ctx, cancel := context.WithTimeout(context.Background(), s.cfg.FillTimeout)
	defer cancel()
	select {
	case s.fills <- struct{}{}:
		defer func() { <-s.fills }()
	case <-ctx.Done():
		return nil, api.Busy(ctx.Err())
	}
	keep := s.cache.Keep
	if a.Text != "" && !s.door.again(key) {
		keep = s.cache.Stamp
	}
	var e *cache.Entry
	cause := s.causeOf(key)
	for i := range fillTries {
		var ans *answer
		var snap cache.Snapshot
		var err error
		if i == 0 && composable(a) {
			ans, snap, err = s.compose(ctx, member, a, key)
		}
		count := &s.pages.composed
		if ans == nil && err == nil {
			count = &s.pages.read
			ans, snap, err = s.read(ctx, id, a)
		}
		if err != nil {
			return nil, err
		}
		if ans.whole {
			count = &s.pages.read
		}
		count.Add(1)
		// No answer shows a change that this gateway has not applied: reads never go back.
		if err := member.CatchUp(ctx, snap.Epoch, snap.Seq); err != nil {
			return nil, api.Busy(err)
		}
		for _, p := range ans.parts {
			s.keepPart(member, snap, p, ans.until)
		}
		e = s.finish(ans, key, where)
		e.Read, e.Fickle, e.Local, e.Cause = snap, a.View.Uncacheable, ans.local, cause
		if ans.stamp != nil && *ans.stamp < snap.Seq {
			snap.Seq = *ans.stamp
		}
		if a.View.Uncacheable {
			e.SetStamp(snap.Seq)
			return e, nil
		}
		if keep(member.Tenant, snap, e) {
			s.noteAhead(member, a, key, where, e)
			return e, nil
		}
	}
	return e, nil
}

// overtakenTries is in how many snapshots a list is asked of an engine that has moved on each time, before it must make do with the last.
const overtakenTries = 8

// read reads the answer to an ask in one snapshot.
func (s *Server) read(ctx context.Context, tenantID string, a *query.Query) (*answer, cache.Snapshot, error) {
	if a.View.Special == "" && a.View.Shape == catalog.One {
		return s.readOne(ctx, tenantID, a)
	}
	var ans *answer
	r, err := s.reread(ctx, tenantID, a, func(r *reading) (err error) {
		ans, err = s.answer(ctx, r, a)
		return err
	})
	if err != nil {
		return nil, cache.Snapshot{}, err
	}
	ans.until = r.until
	return ans, r.snap, nil
}

// reread reads something for an ask in a snapshot, and in a newer one where the engine has moved on from that. The reading it returns is over: it says where
// that was, and until when it holds.
func (s *Server) reread(ctx context.Context, tenantID string, a *query.Query, f func(*reading) error) (r *reading, err error) {
	for tries := 1; ; tries++ {
		if r, err = s.open(ctx, tenantID, a.View.Plan().Clocks()); err != nil {
			return nil, err
		}
		r.again = tries < overtakenTries
		err = f(r)
		r.close(ctx)
		switch {
		case errors.Is(err, search.ErrStaleSnapshot):
		case err != nil && ctx.Err() != nil:
			return nil, api.Busy(err)
		default:
			return r, err
		}
	}
}

// answer reads the rows: by the view's own function where it has one, else by its shape.
func (s *Server) answer(ctx context.Context, r *reading, a *query.Query) (*answer, error) {
	if a.View.Special != "" {
		return specials[a.View.Special](s, ctx, r, a)
	}
	switch a.View.Shape {
	case catalog.List, catalog.Page:
		return s.readList(ctx, r, a)
	default:
		return nil, fmt.Errorf("view %s has no shape", a.View.Path)
	}
}

// manyRecords is how many record tags of one kind an answer carries before it carries the kind's any-tag instead.
const manyRecords = 200

// withTags completes the tags of an answer: those of the tables it was read from and of the tenant's own row, each once. Very many
// records of one kind become one tag.
func withTags(tenantID string, p *catalog.Plan, tags []string) []string {
	tags = p.KindTags(append(tags, catalog.RecordTag("tenant", tenantID)))
	slices.Sort(tags)
	tags = slices.Compact(tags)
	if len(tags) <= manyRecords {
		return tags
	}
	for _, kind := range p.Kinds() {
		prefix := catalog.RecordTag(kind, "")
		own := func(tag string) bool { return len(tag) > len(prefix) && tag[:len(prefix)] == prefix }
		n := 0
		for _, tag := range tags {
			if own(tag) {
				n++
			}
		}
		if n > manyRecords {
			tags = append(slices.DeleteFunc(tags, own), catalog.AnyTag(kind))
		}
	}
	return tags
}

// finish makes an entry of an answer: what every reader of it will get, made once.
func (s *Server) finish(ans *answer, key []byte, where string) *cache.Entry {
	e := &cache.Entry{
		Key: key, Status: ans.status, ContentType: respond.JSONType, Location: where, Body: ans.body, Tags: ans.tags,
		ValidUntil: ans.until, Made: s.clock.Now(),
	}
	if ans.status == fasthttp.StatusOK {
		e.ETags = respond.ETags(ans.body)
	}
	return e
}
