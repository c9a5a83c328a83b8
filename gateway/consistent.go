package gateway

import (
	"context"
	"time"

	"vitrine/internal/api"
	"vitrine/internal/catalog"
)

const (
	consistencyWait  = 500 * time.Millisecond // a read waits so long for the bus to bring what its token names
	verifyTimeout    = time.Second
	consistencyTurns = 256 // reads that wait at once; others ask Postgres right away
)

// consistent makes sure that what the request's token names is applied here, so that no answer is older: it waits for the bus for a moment and asks Postgres
// then. A token of a life of the numbers that is over names nothing any more: then the answer is as new as Postgres is now.
func (s *Server) consistent(rq *request) error {
	tokens := rq.ctx.Request.Header.PeekAll("X-Consistency")
	if len(tokens) == 0 || len(tokens) == 1 && len(tokens[0]) == 0 {
		return nil
	}
	bad := func(why string) error { return api.Errorf(400, api.InvalidRequest, "x-consistency: %s", why) }
	if len(tokens) > 1 {
		return bad("it may be given once.")
	}
	tenantID, seq, life, ok := catalog.ParseConsistency(string(tokens[0]))
	switch {
	case !ok:
		return bad("want a token as changes and edits carry it, such as demo:42:0a1b2c3d.")
	case tenantID != rq.tenant.ID():
		return bad("the token is of another shop.")
	}
	reached := func() bool {
		at := rq.member.Snapshot()
		return catalog.SameEpoch(at.Epoch, life) && at.Seq >= seq
	}
	if reached() {
		return nil
	}
	if catalog.SameEpoch(rq.member.Epoch(), life) && !rq.unverified {
		select {
		case s.waits <- struct{}{}:
			ctx, cancel := context.WithTimeout(context.Background(), consistencyWait)
			rq.member.Await(ctx, seq)
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
		return api.Busy(err) // older than was asked for is no answer
	}
	if !reached() && catalog.SameEpoch(rq.member.Epoch(), life) {
		return bad("there is no such change.")
	}
	return nil
}
