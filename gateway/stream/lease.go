package stream

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"time"

	"github.com/valyala/fasthttp"

	"vitrine/gateway/respond"
	"vitrine/internal/api"
	"vitrine/internal/wire"
)

// LeasePath is the path under /v1 at which followers acknowledge changes and renew their lease.
const LeasePath = "/edge/lease"

// A follower is a cache outside Vitrine that the announcements of its tenant wait for. It opens the stream with its
// name, applies each change, and acknowledges it with a lease request. It serves what it keeps only while it has a
// lease. The leading worker decides (ingest/announce); gateways pass requests on.

// follows reports whether a request for a stream is a follower's: ?edge=NAME.
func follows(ctx *fasthttp.RequestCtx, t *token) (bool, error) {
	names := ctx.QueryArgs().PeekMulti("edge")
	switch {
	case len(names) == 0:
		return false, nil
	case len(names) > 1 || !followerName.Match(names[0]):
		return false, api.Invalid("edge", string(names[0][:min(len(names[0]), 100)]), followerNameForm)
	case t != nil:
		return false, api.Errorf(401, api.Unauthenticated, "A follower needs the stream key; a stream token is not enough.")
	}
	return true, nil
}

var (
	followerName  = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$`)
	followerEpoch = regexp.MustCompile(`^[0-9a-f]{8}$`)
)

const followerNameForm = "a name of at most 100 letters, digits, dots, hyphens, colons and underscores"

// leaseRequest is the body of a lease request.
type leaseRequest struct {
	Edge    string  `json:"edge"`
	Epoch   string  `json:"epoch"`
	Applied *uint64 `json:"applied"`
	Leaving bool    `json:"leaving"`
}

// A leaseAnswer is the data of the answer.
type leaseAnswer struct {
	Granted bool   `json:"granted"`
	Lease   int64  `json:"lease"` // milliseconds from when the follower asked; 0: none
	Why     string `json:"why,omitempty"`
	Epoch   string `json:"epoch,omitempty"` // of Announced
	Seq     uint64 `json:"announced"`       // the last announced change that concerns subscribers
}

const (
	maxLeaseBody = 1 << 10
	leaseTimeout = 500 * time.Millisecond // for the leading worker's answer; a longer wait would use up the lease
)

// ServeLease answers a lease request: POST {edge, epoch, applied}.
func (s *Streams) ServeLease(ctx *fasthttp.RequestCtx, inURL []byte) error {
	if !ctx.IsPost() {
		ctx.Response.Header.Set("Allow", "POST")
		return api.Errorf(405, api.MethodNotAllowed, "Send POST to this address.")
	}
	t, _, err := s.cfg.Lookup.Tenant(ctx, inURL)
	if err != nil {
		return err
	}
	key, ok := bearer(ctx)
	if ok {
		if ok, _, err = s.accepts(t.ID(), key); err != nil {
			return api.Busy(err)
		}
	}
	if !ok {
		return s.refuse(ctx)
	}
	rq, err := parseLease(ctx.Request.Body())
	if err != nil {
		return err
	}
	grant, err := s.askLeader(wire.Follow{Tenant: t.ID(), Name: rq.Edge, Epoch: rq.Epoch, Applied: *rq.Applied,
		Leaving: rq.Leaving})
	if err != nil {
		return api.Busy(err)
	}
	if grant.Why == wire.FollowerLimit {
		return api.Errorf(429, api.TooManyRequests, "The tenant has too many followers.")
	}
	answer := leaseAnswer{Granted: grant.Granted, Why: grant.Why, Seq: grant.Seq}
	if len(grant.Epoch) >= 8 {
		answer.Epoch = grant.Epoch[:8]
	}
	if grant.Granted {
		answer.Lease = wire.FollowerLease.Milliseconds()
	}
	body, err := json.Marshal(struct {
		Status string      `json:"status"`
		Data   leaseAnswer `json:"data"`
	}{"success", answer})
	if err != nil {
		return err
	}
	respond.Plain(ctx, fasthttp.StatusOK, respond.JSONType, body)
	respond.SameOrigin(ctx)
	ctx.Response.Header.Set("Cache-Control", respond.NoStore)
	ctx.Response.Header.Set("CDN-Cache-Control", respond.CDNNoStore)
	ctx.Response.Header.Set("X-Request-Id", s.cfg.Responder.RequestID())
	return nil
}

// parseLease reads the body of a lease request.
func parseLease(body []byte) (*leaseRequest, error) {
	if len(body) > maxLeaseBody {
		return nil, api.Errorf(413, api.PayloadTooLarge, "The body may have at most %d bytes.", maxLeaseBody)
	}
	var rq leaseRequest
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(&rq); err != nil || d.Decode(&struct{}{}) != io.EOF { //nolint:errorlint // Decode returns it bare
		return nil, api.Errorf(400, api.InvalidRequest,
			`The body must be JSON such as {"edge":"edge-1","epoch":"0a1b2c3d","applied":42}.`)
	}
	if !followerName.MatchString(rq.Edge) {
		return nil, api.Invalid("edge", rq.Edge[:min(len(rq.Edge), 100)], followerNameForm)
	}
	if rq.Leaving && rq.Applied == nil {
		rq.Applied, rq.Epoch = new(uint64), "00000000"
	}
	if !followerEpoch.MatchString(rq.Epoch) {
		return nil, api.Invalid("epoch", rq.Epoch[:min(len(rq.Epoch), 100)], "the 8 hexadecimal digits at the end of a token")
	}
	if rq.Applied == nil {
		return nil, api.Invalid("applied", "", "the number of the last change that was applied")
	}
	return &rq, nil
}

// askLeader passes a report on to the leading worker.
func (s *Streams) askLeader(rq wire.Follow) (grant wire.Grant, err error) {
	if s.cfg.NATS == nil || !s.cfg.NATS.IsConnected() {
		return grant, errors.New("the bus cannot be reached")
	}
	data, err := json.Marshal(rq)
	if err != nil {
		return grant, err
	}
	if rq.Leaving {
		return grant, s.cfg.NATS.Publish(wire.FollowSubject, data)
	}
	msg, err := s.cfg.NATS.Request(wire.FollowSubject, data, leaseTimeout)
	if err != nil {
		return grant, err
	}
	return grant, json.Unmarshal(msg.Data, &grant)
}
