package notify

import (
	"context"
	"crypto/ecdh"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	webpush "github.com/SherClockHolmes/webpush-go"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/web"
)

// PushConfig configures web push.
type PushConfig struct {
	Key     []byte   // VAPID private key, 32 bytes; nil: no web push
	Subject string   // contact for push services: an email address or an https URL
	Hosts   []string // allowed push services; "*.example.com" matches every host below it. Default: PushHosts

	Transport http.RoundTripper // for tests; default: public addresses only
	Now       func() time.Time  // the clock by which sessions expire; default time.Now
}

// PushHosts are the push services of Chrome, Firefox, Safari and Edge.
var PushHosts = []string{"fcm.googleapis.com", "updates.push.services.mozilla.com", "*.push.apple.com",
	"*.notify.windows.com"}

const (
	pushJob     = "push"
	mostPushes  = 10 // maximal subscriptions of one account; the oldest is removed
	maxEndpoint = 1024
	pushTTL     = 24 * 60 * 60 // seconds for which a push service stores a message
	pushTimeout = 20 * time.Second
	maxPayload  = 3000 // bytes: a record of 4,096 less the overhead of encryption
)

// A Push delivers notifications to browsers. The transaction of a notification writes a job for each subscription of
// the customer; the outbox delivers it.
type Push struct {
	cfg             PushConfig
	pool            *pgxpool.Pool
	private, public string
	client          *http.Client
}

// NewPush returns nil if there is no key.
func NewPush(cfg PushConfig, pool *pgxpool.Pool, o *Outbox) (*Push, error) {
	if len(cfg.Key) == 0 {
		return nil, nil
	}
	key, err := ecdh.P256().NewPrivateKey(cfg.Key)
	if err != nil {
		return nil, errors.New("push: the VAPID key must be a private key of P-256, 32 bytes") // never repeat the key
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Hosts == nil {
		cfg.Hosts = PushHosts
	}
	// The library adds mailto: itself. Apple rejects a token with two.
	cfg.Subject = strings.TrimPrefix(cfg.Subject, "mailto:")
	p := &Push{cfg: cfg, pool: pool, private: base64.RawURLEncoding.EncodeToString(cfg.Key),
		public: base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes())}
	transport := cfg.Transport
	if transport == nil {
		transport = publicTransport()
	}
	p.client = &http.Client{Transport: transport, Timeout: pushTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	o.Do(pushJob, p.deliver)
	return p, nil
}

var errPushOff = api.Errorf(403, api.MethodOff, "Web push is not configured.")

// Key handles GET /notification/push/key: the applicationServerKey for PushManager.subscribe.
func (p *Push) Key(context.Context, *web.Request) (*web.Answer, error) {
	if p == nil {
		return nil, errPushOff
	}
	return web.OK(writeapi.PushKey{PublicKey: p.public}), nil
}

// Subscribe handles POST /notification/push/subscriptions. A repeated endpoint replaces its subscription, also for
// another account.
func (p *Push) Subscribe(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	if p == nil {
		return nil, errPushOff
	}
	var in writeapi.PushSubscription
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	if !allowedEndpoint(in.Endpoint, p.cfg.Hosts) {
		return nil, web.Wrong("endpoint", "Must be the URL of a browser's push service.")
	}
	dh, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(in.Keys.P256DH, "="))
	if err == nil {
		_, err = ecdh.P256().NewPublicKey(dh)
	}
	if err != nil {
		return nil, web.Wrong("keys.p256dh", "Must be a point on P-256 in base64url.")
	}
	secret, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(in.Keys.Auth, "="))
	if err != nil || len(secret) != 16 {
		return nil, web.Wrong("keys.auth", "Must be 16 bytes in base64url.")
	}
	var id string
	err = pgx.BeginFunc(ctx, p.pool, func(tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, `INSERT INTO push_subscription (tenant_id, account_id, session_id, endpoint, p256dh, auth)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT ON CONSTRAINT push_subscription_endpoint DO UPDATE
SET account_id = excluded.account_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
  created_at = excluded.created_at
RETURNING id`, rq.Tenant.ID(), rq.Caller.AccountID, rq.Caller.SessionID, in.Endpoint,
			base64.RawURLEncoding.EncodeToString(dh), base64.RawURLEncoding.EncodeToString(secret)).Scan(&id); err != nil {
			return fmt.Errorf("write the subscription: %w", err)
		}
		_, err := tx.Exec(ctx, `DELETE FROM push_subscription WHERE tenant_id = $1 AND account_id = $2 AND id NOT IN (
  SELECT id FROM push_subscription WHERE tenant_id = $1 AND account_id = $2 ORDER BY created_at DESC, id DESC
LIMIT $3)`, rq.Tenant.ID(), rq.Caller.AccountID, mostPushes)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &web.Answer{Status: http.StatusCreated, Data: writeapi.PushSubscribed{ID: id}}, nil
}

// Unsubscribe handles DELETE /notification/push/subscriptions/{id}.
func (p *Push) Unsubscribe(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	if p == nil {
		return nil, errPushOff
	}
	tag, err := p.pool.Exec(ctx, `DELETE FROM push_subscription WHERE tenant_id = $1 AND account_id = $2 AND id = $3`,
		rq.Tenant.ID(), rq.Caller.AccountID, rq.HTTP.PathValue("id"))
	if err != nil {
		return nil, fmt.Errorf("remove the subscription: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return nil, web.ErrNotFound
	}
	return web.OK(writeapi.Done{}), nil
}

type pushData struct {
	Notification string `json:"notification"`
	Subscription string `json:"subscription"`
}

// deliver sends one notification to one browser. A subscription whose session has ended or expired is
// removed.
func (p *Push) deliver(ctx context.Context, j Job) (outcome string, err error) {
	var job pushData
	if err := json.Unmarshal(j.Data, &job); err != nil {
		return "", &Permanent{Err: errors.New("the job cannot be read")}
	}
	var sub webpush.Subscription
	var alive bool
	var n writeapi.PushMessage
	err = p.pool.QueryRow(ctx,
		`SELECT s.endpoint, s.p256dh, s.auth, a.revoked_at IS NULL AND a.expires_at > $4,
  n.id, n.type, n.title, n.body, n.link
FROM push_subscription s
JOIN account_session a ON a.tenant_id = s.tenant_id AND a.id = s.session_id
JOIN notification n ON n.tenant_id = s.tenant_id AND n.account_id = s.account_id AND n.id = $3
WHERE s.tenant_id = $1 AND s.id = $2 AND n.read_at IS NULL`, j.Tenant, job.Subscription, job.Notification,
		p.cfg.Now()).Scan(
		&sub.Endpoint, &sub.Keys.P256dh, &sub.Keys.Auth, &alive, &n.ID, &n.Type, &n.Title, &n.Body, &n.Link)
	if errors.Is(err, pgx.ErrNoRows) {
		return "nothing to send", nil
	}
	if err != nil {
		return "", fmt.Errorf("read what to push: %w", err)
	}
	if !alive || !allowedEndpoint(sub.Endpoint, p.cfg.Hosts) {
		return p.remove(ctx, j.Tenant, job.Subscription, "no longer wanted")
	}
	text, err := json.Marshal(n)
	if err != nil || len(text) > maxPayload {
		return "", &Permanent{Err: errors.New("push: the message is too long")}
	}
	rs, err := webpush.SendNotificationWithContext(ctx, text, &sub, &webpush.Options{
		HTTPClient: p.client, Subscriber: p.cfg.Subject, Topic: n.ID, TTL: pushTTL, Urgency: webpush.UrgencyNormal,
		VAPIDPublicKey: p.public, VAPIDPrivateKey: p.private,
	})
	if err != nil {
		return "", fmt.Errorf("push: %w", withoutAddress(err))
	}
	defer rs.Body.Close()                                       //nolint:errcheck // the answer was read
	_, _ = io.Copy(io.Discard, io.LimitReader(rs.Body, 64<<10)) // so that the connection can be reused
	switch {
	case rs.StatusCode < 300:
		return "sent", nil
	case rs.StatusCode == http.StatusNotFound || rs.StatusCode == http.StatusGone:
		return p.remove(ctx, j.Tenant, job.Subscription, "gone")
	case rs.StatusCode == http.StatusTooManyRequests || rs.StatusCode >= 500:
		return "", fmt.Errorf("push: the service answers %d", rs.StatusCode)
	}
	return "", &Permanent{Err: fmt.Errorf("push: the service answers %d", rs.StatusCode)}
}

// remove deletes a subscription.
func (p *Push) remove(ctx context.Context, tenant, id, why string) (string, error) {
	_, err := p.pool.Exec(ctx, `DELETE FROM push_subscription WHERE tenant_id = $1 AND id = $2`, tenant, id)
	return why, err
}
