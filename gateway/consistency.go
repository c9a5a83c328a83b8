package gateway

import (
	"context"
	"errors"
	"time"

	"vitrine/cache/replica"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
)

const (
	busTimeout    = 500 * time.Millisecond // a read waits so long for the bus to deliver the change of its token
	verifyTimeout = time.Second
	maxWaits      = 256 // reads that wait at once; others query Postgres at once
)

// consistent makes sure that the change of the request's token is applied, so that no answer is older: it waits for the
// bus for a moment, then queries Postgres. A token of an epoch that has ended names no change; then the answer is as
// new as Postgres is now.
func (s *Server) consistent(rq *request) error {
	tokens := rq.ctx.Request.Header.PeekAll("X-Consistency")
	if len(tokens) == 0 || len(tokens) == 1 && len(tokens[0]) == 0 {
		return nil
	}
	bad := func(why string) error { return api.Errorf(400, api.InvalidRequest, "x-consistency: %s", why) }
	if len(tokens) > 1 {
		return bad("must be given once.")
	}
	tenantID, seq, epoch, ok := catalog.ParseConsistency(string(tokens[0]))
	switch {
	case !ok:
		return bad("must be a token of a change or an edit, such as demo:42:0a1b2c3d.")
	case tenantID != rq.tenant.ID():
		return bad("the token belongs to another tenant.")
	}
	if err := s.reach(rq.cached, epoch, seq, !rq.unverified); err != nil {
		if errors.Is(err, errNoChange) {
			return bad("there is no such change.")
		}
		return api.Busy(err) // an older answer would break the promise of the token
	}
	return nil
}

var errNoChange = errors.New("there is no such change")

// reach returns once a change is applied: it waits for the bus for a moment, if that makes sense, then queries
// Postgres. The epoch may be short. A change of an epoch that has ended counts as applied.
func (s *Server) reach(t *replica.Tenant, epoch string, seq uint64, wait bool) error {
	reached := func() bool {
		at := t.Snapshot()
		return catalog.SameEpoch(at.Epoch, epoch) && at.Seq >= seq
	}
	if reached() {
		return nil
	}
	if wait && catalog.SameEpoch(t.Epoch(), epoch) {
		select {
		case s.waits <- struct{}{}:
			ctx, cancel := context.WithTimeout(context.Background(), busTimeout)
			t.Await(ctx, seq)
			cancel()
			<-s.waits
		default:
		}
		if reached() {
			return nil
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), verifyTimeout)
	defer cancel()
	if err := s.replica.Verify(ctx); err != nil {
		return err
	}
	if !reached() && catalog.SameEpoch(t.Epoch(), epoch) {
		return errNoChange
	}
	return nil
}
