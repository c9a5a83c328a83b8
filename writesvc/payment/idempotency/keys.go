package idempotency

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/api"
	"vitrine/writesvc/web"
)

// pages are the routes whose answers are pages.
var pages = map[string]bool{"3ds": true, "hosted": true}

const (
	// MaxKey is the maximal length of a key in bytes.
	MaxKey   = 255
	inFlight = time.Minute // a request with a key counts as in flight for so long
)

// Keys remembers requests by their Idempotency-Key.
type Keys struct {
	pool   *pgxpool.Pool
	log    *slog.Logger
	secret []byte
	now    func() time.Time
	keep   time.Duration // how long a key is known
}

// Config configures Keys.
type Config struct {
	Secret []byte // key of the requests' fingerprints
	Keep   time.Duration
	Now    func() time.Time
}

// New returns Keys.
func New(cfg Config, pool *pgxpool.Pool, log *slog.Logger) *Keys {
	return &Keys{pool, log, cfg.Secret, cfg.Now, cfg.Keep}
}

// Sweep deletes expired keys.
func (s *Keys) Sweep(ctx context.Context) error {
	_, err := s.pool.Exec(ctx, `DELETE FROM idempotency WHERE expires_at < $1`, s.now())
	return err
}

// Once processes a request with an Idempotency-Key once. A repetition gets the same answer, another request with the
// same key a 422. Errors are not stored, so a refused request may be repeated. For an answer that is not stored, such
// as a page with a card, f is called again with the id of the payment that the first request began; else it is called
// with "".
func (s *Keys) Once(ctx context.Context, rq *web.Request, route string,
	f func(again string) (*web.Answer, string, error)) (*web.Answer, error) {
	given := rq.HTTP.Header.Values("Idempotency-Key")
	if len(given) == 0 {
		a, _, err := f("")
		return a, err
	}
	if len(given) > 1 || given[0] == "" || len(given[0]) > MaxKey {
		return nil, &api.Error{Status: 400, Code: api.InvalidRequest,
			Message: "Idempotency-Key may be given once and must have 1 to 255 characters."}
	}
	who := ""
	if rq.Caller != nil {
		who = rq.Caller.AccountID
	}
	sum := sha256.Sum256([]byte(rq.Tenant.ID() + "\x00" + who + "\x00" + route + "\x00" + given[0]))
	key := sum[:]
	mac := hmac.New(sha256.New, s.secret)
	mac.Write([]byte(route + "\x00" + rq.HTTP.URL.Path + "\x00"))
	mac.Write(rq.Body) // includes the card; only this hash of it is stored, for a day
	print := mac.Sum(nil)
	now := s.now()

	// A row left by a crashed request is taken over.
	tag, err := s.pool.Exec(ctx, `INSERT INTO idempotency AS i (tenant_id, key, fingerprint, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (key) DO UPDATE
SET fingerprint = excluded.fingerprint, created_at = excluded.created_at, expires_at = excluded.expires_at,
  status = NULL, body = NULL, payment_id = NULL
  WHERE i.expires_at < $4`, rq.Tenant.ID(), key, print, now, now.Add(inFlight))
	if err != nil {
		return nil, fmt.Errorf("write the key: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return s.again(ctx, rq.Tenant.ID(), key, print, f)
	}
	a, payment, err := f("")
	ctx = context.WithoutCancel(ctx)
	if err != nil {
		if _, derr := s.pool.Exec(ctx, `DELETE FROM idempotency WHERE tenant_id = $1 AND key = $2 AND status IS NULL`,
			rq.Tenant.ID(), key); derr != nil {
			s.log.Warn("Idempotency-Key not released; it is blocked for a minute", "err", derr)
		}
		return nil, err
	}
	var body []byte
	if !pages[route] {
		if body, err = json.Marshal(a.Data); err != nil {
			return nil, fmt.Errorf("keep the answer: %w", err)
		}
	}
	status := a.Status
	if status == 0 {
		status = http.StatusOK
	}
	if _, err := s.pool.Exec(ctx, `UPDATE idempotency SET status = $3, body = $4, payment_id = $5, expires_at = $6
WHERE tenant_id = $1 AND key = $2`,
		rq.Tenant.ID(), key, status, body, payment, now.Add(s.keep)); err != nil {
		return nil, fmt.Errorf("keep the answer: %w", err)
	}
	return a, nil
}

// again answers a request whose key is known.
func (s *Keys) again(ctx context.Context, tenant string, key, print []byte,
	f func(again string) (*web.Answer, string, error)) (*web.Answer, error) {
	var known, body []byte
	var status *int
	var payment *string
	err := s.pool.QueryRow(ctx, `SELECT fingerprint, status, body, payment_id FROM idempotency WHERE tenant_id = $1
AND key = $2`, tenant, key).Scan(&known, &status, &body, &payment)
	busy := &api.Error{Status: 409, Code: api.KeyInFlight,
		Message: "A request with this Idempotency-Key is still in progress.", RetryAfter: 1}
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil, busy // the first request has just failed
	case err != nil:
		return nil, fmt.Errorf("read the key: %w", err)
	case subtle.ConstantTimeCompare(known, print) != 1:
		return nil, api.Errorf(422, api.KeyReused, "The Idempotency-Key was used with another request.")
	case status == nil:
		return nil, busy
	}
	a := &web.Answer{Status: *status, Data: json.RawMessage(body)}
	if body == nil {
		if payment == nil {
			return nil, busy
		}
		if a, _, err = f(*payment); err != nil {
			return nil, err
		}
	}
	if a.Header == nil {
		a.Header = http.Header{}
	}
	a.Header.Set("Idempotency-Replayed", "true")
	return a, nil
}
