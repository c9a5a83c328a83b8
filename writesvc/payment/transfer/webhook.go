package transfer

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
	"time"

	"vitrine/internal/api"
	"vitrine/internal/tenant"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment/idempotency"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/web"
)

const (
	webhookSkew = 5 * time.Minute
	maxLines    = 500
)

// ErrSignature is the 401 for a webhook with a wrong signature.
var ErrSignature = api.Errorf(401, api.SignatureInvalid, "The signature is wrong.")

// sign returns the signature of Standard Webhooks: v1, HMAC-SHA256 over id.timestamp.body.
func sign(secret, id, at string, body []byte) string {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte(id + "." + at + "."))
	h.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(h.Sum(nil))
}

// TransferWebhook handles POST /payment/webhook/bank-transfer/{shop}: statement lines, signed as in Standard Webhooks.
// A repetition changes nothing, because a line counts once.
func (s *Service) TransferWebhook(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	t, err := s.Hooked(ctx, rq)
	if err != nil {
		return nil, err
	}
	c, err := s.settings.Of(ctx, t.ID())
	if err != nil {
		return nil, err
	}
	if c.Transfer == nil {
		return nil, settings.ErrMethodOff
	}
	h := rq.HTTP.Header
	id, at := h.Get("webhook-id"), h.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil || id == "" || len(id) > idempotency.MaxKey ||
		s.cfg.Now().Sub(time.Unix(seconds, 0)).Abs() > webhookSkew {
		return nil, ErrSignature
	}
	good := 0
	for _, named := range c.Transfer.Secrets {
		secret, err := s.settings.Secret(named)
		if err != nil {
			return nil, err
		}
		want := sign(secret, id, at, rq.Body)
		for given := range strings.FieldsSeq(h.Get("webhook-signature")) {
			good |= subtle.ConstantTimeCompare([]byte(given), []byte(want))
		}
	}
	if good == 0 {
		return nil, ErrSignature
	}
	var in struct {
		Lines []writeapi.StatementLine `json:"lines"`
	}
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	if len(in.Lines) > maxLines {
		return nil, web.Wrong("lines", "Must have at most 500 lines.")
	}
	outcomes := []string{}
	for _, l := range in.Lines {
		o, err := s.Line(ctx, t.ID(), c.Transfer, l)
		if err != nil {
			return nil, err
		}
		outcomes = append(outcomes, o)
	}
	return web.OK(map[string]any{"lines": outcomes}), nil
}

// Hooked returns the tenant that a webhook's URL names.
func (s *Service) Hooked(ctx context.Context, rq *web.Request) (*tenant.Tenant, error) {
	t, err := s.settings.Tenant(ctx, rq.HTTP.PathValue("shop"))
	if err != nil {
		return nil, err
	}
	return t, s.limits.Request(ctx, rq, t.ID(), "webhook", s.cfg.Limit)
}

// SignStatement returns a webhook's signature for a tenant, for senders of statement lines.
func (s *Service) SignStatement(ctx context.Context, tenant, id string, at time.Time, body []byte) (string, error) {
	c, err := s.settings.Of(ctx, tenant)
	if err != nil {
		return "", err
	}
	if c.Transfer == nil || len(c.Transfer.Secrets) == 0 {
		return "", errors.New("the tenant has no webhook secret")
	}
	secret, err := s.settings.Secret(c.Transfer.Secrets[0])
	return sign(secret, id, strconv.FormatInt(at.Unix(), 10), body), err
}
