package idempotency

import (
	"context"
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
	"vitrine/internal/secret"
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
//
// A key belongs to the account that is signed in. A guest's key belongs to a scope: the basket or payment that the
// request names, which only its owner knows. So guests who choose the same key do not meet.
func (s *Keys) Once(ctx context.Context, rq *web.Request, route, scope string,
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
	key, print, now := keyOf(rq, route, scope, given[0]), s.fingerprint(rq, route), s.now().Truncate(time.Microsecond)

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
		// created_at: not the row of a request that has taken the key over since
		if _, derr := s.pool.Exec(ctx, `DELETE FROM idempotency WHERE tenant_id = $1 AND key = $2 AND status IS NULL
AND created_at = $3`, rq.Tenant.ID(), key, now); derr != nil {
			s.log.Warn("Idempotency-Key not released; it is blocked for a minute", "err", derr)
		}
		return nil, err
	}
	if err := s.remember(ctx, taken{rq.Tenant.ID(), route, key, now}, a, payment); err != nil {
		// The work is done, so the client gets its answer. A repetition is not recognized after a minute.
		s.log.Error("answer not kept under its Idempotency-Key", "tenant", rq.Tenant.ID(), "payment", payment, "err", err)
	}
	return a, nil
}

// keyOf returns the hash under which a key is stored.
func keyOf(rq *web.Request, route, scope, given string) []byte {
	who := "guest\x00" + scope
	if rq.Caller != nil {
		who = "account\x00" + rq.Caller.AccountID
	}
	h := sha256.New()
	for _, part := range []string{rq.Tenant.ID(), who, route, given} {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return h.Sum(nil)
}

// fingerprint returns a keyed hash of a request. The body may include a card; only this hash of it is stored, for a
// day.
func (s *Keys) fingerprint(rq *web.Request, route string) []byte {
	mac := secret.MAC(s.secret)
	mac.Write([]byte(route + "\x00" + rq.HTTP.URL.Path + "\x00"))
	mac.Write(rq.Body)
	return mac.Sum(nil)
}

// taken is a key that a request has taken.
type taken struct {
	tenant, route string
	key           []byte
	at            time.Time
}

// remember stores the answer of a request under its key, unless another request has taken the key over since.
func (s *Keys) remember(ctx context.Context, k taken, a *web.Answer, payment string) (err error) {
	var body []byte
	if !pages[k.route] {
		if body, err = json.Marshal(a.Data); err != nil {
			return fmt.Errorf("write the answer: %w", err)
		}
	}
	status := a.Status
	if status == 0 {
		status = http.StatusOK
	}
	_, err = s.pool.Exec(ctx, `UPDATE idempotency SET status = $3, body = $4, payment_id = $5, expires_at = $6
WHERE tenant_id = $1 AND key = $2 AND status IS NULL AND created_at = $7`,
		k.tenant, k.key, status, body, payment, k.at.Add(s.keep), k.at)
	return err
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
