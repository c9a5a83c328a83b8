package transfer

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"vitrine/internal/api"
	"vitrine/internal/secret"
	"vitrine/internal/tenant"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/payment/idempotency"
	"vitrine/writesvc/payment/pos"
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
func sign(key, id, at string, body []byte) string {
	h := secret.MAC([]byte(key))
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
	c, err := s.Settings.Of(ctx, t.ID())
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
	if err := s.verify(c.Transfer.Secrets, t.ID(), signed{id, at, h.Get("webhook-signature"), rq.Body}); err != nil {
		return nil, err
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
	for i, l := range in.Lines { // all or none: the sender corrects the line and sends the rest again
		if _, ok := valid(l); !ok {
			return nil, web.Wrong("lines", fmt.Sprintf(
				"Line %d requires id, iban, an amount above 0, a currency and bookedAt.", i+1))
		}
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

// signed is a webhook with its signatures.
type signed struct {
	id, at, signatures string
	body               []byte
}

// verify returns nil if one of a tenant's secrets has signed a webhook. A secret that cannot be used verifies nothing.
// While it is not known whether such a secret signed, the answer is 503, and the sender repeats the webhook.
func (s *Service) verify(secrets []pos.Secret, tenant string, w signed) error {
	var bad error
	for _, named := range secrets {
		key, err := s.Settings.Secret(named)
		if err != nil {
			s.secrets.Log(s.Log, slog.LevelError, "webhook secret cannot be used", "tenant", tenant, "err", err)
			bad = err
			continue
		}
		want := sign(string(key), w.id, w.at, w.body)
		for given := range strings.FieldsSeq(w.signatures) {
			if secret.Equal(given, want) {
				return nil
			}
		}
	}
	if bad != nil {
		return settings.Unavailable(tenant, bad)
	}
	return ErrSignature
}

// Hooked returns the tenant that a webhook's URL names.
func (s *Service) Hooked(ctx context.Context, rq *web.Request) (*tenant.Tenant, error) {
	t, err := s.Settings.Tenant(ctx, rq.HTTP.PathValue("shop"))
	if err != nil {
		return nil, err
	}
	return t, s.Limits.Request(ctx, rq, t.ID(), limit.Webhook, s.cfg.Limit)
}

// SignStatement returns a webhook's signature for a tenant, for senders of statement lines.
func (s *Service) SignStatement(ctx context.Context, tenant, id string, at time.Time, body []byte) (string, error) {
	c, err := s.Settings.Of(ctx, tenant)
	if err != nil {
		return "", err
	}
	if c.Transfer == nil || len(c.Transfer.Secrets) == 0 {
		return "", errors.New("the tenant has no webhook secret")
	}
	key, err := s.Settings.Secret(c.Transfer.Secrets[0])
	if err != nil {
		return "", err
	}
	return sign(string(key), id, strconv.FormatInt(at.Unix(), 10), body), nil
}
