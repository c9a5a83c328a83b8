package ticket

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/web"
)

// A gate checks tickets in. It has a key of its own (vitrine gate-key), for one event or for all events of a tenant.
type gate struct{ id, event string }

var errGate = api.Errorf(401, api.Unauthenticated, "Send the gate's key as Authorization: Bearer.")

func (s *Service) gate(ctx context.Context, rq *web.Request) (g gate, err error) {
	given := rq.HTTP.Header.Values("Authorization")
	if len(given) != 1 {
		return g, errGate
	}
	scheme, key, ok := strings.Cut(given[0], " ")
	if !ok || !strings.EqualFold(scheme, "Bearer") || key == "" || len(key) > 200 {
		return g, errGate
	}
	sum := sha256.Sum256([]byte(key))
	err = s.pool.QueryRow(ctx, `SELECT id, coalesce(event_id, '') FROM gate_key WHERE tenant_id = $1 AND hash = $2`,
		rq.Tenant.ID(), sum[:]).Scan(&g.id, &g.event)
	if errors.Is(err, pgx.ErrNoRows) {
		return g, errGate
	}
	if err != nil {
		return g, fmt.Errorf("find the gate: %w", err)
	}
	return g, nil
}

// NewGateKey makes a key for a gate. event is an id, or "" for all events of the tenant. Only the key's hash is stored.
func NewGateKey(ctx context.Context, db interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}, tenant, name, event string,
) (string, error) {
	b := make([]byte, 32)
	if _, err := rand.Read(b); err != nil {
		return "", fmt.Errorf("make a key: %w", err)
	}
	key := "gate_" + base64.RawURLEncoding.EncodeToString(b)
	sum := sha256.Sum256([]byte(key))
	var id string
	if err := db.QueryRow(ctx, `INSERT INTO gate_key (tenant_id, name, hash, event_id) VALUES ($1, $2, $3, nullif($4, ''))
RETURNING id`, tenant, name, sum[:], event).Scan(&id); err != nil {
		return "", fmt.Errorf("keep a gate's key: %w", err)
	}
	return key, nil
}

// CheckIn handles POST /event/tickets/check-in. Of any number of gates one admits a ticket. A repeated scan, recognized
// by its nonce, gets its first answer again.
func (s *Service) CheckIn(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	g, err := s.gate(ctx, rq)
	if err != nil {
		return nil, err
	}
	var in writeapi.CheckIn
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	if len(in.Nonce) < 8 || len(in.Nonce) > 64 || strings.ContainsFunc(in.Nonce, unicode.IsControl) {
		return nil, web.Wrong("nonce", "Must have 8 to 64 characters.")
	}
	c, signed, sig, err := open(in.Code)
	if err != nil {
		return nil, web.ErrNotFound
	}
	var public []byte
	err = s.pool.QueryRow(ctx, `SELECT public FROM ticket_key WHERE tenant_id = $1 AND id = $2`, rq.Tenant.ID(),
		c.Kid).Scan(&public)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && !ed25519.Verify(ed25519.PublicKey(public), signed, sig) {
		return nil, web.ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("find the key of a ticket: %w", err)
	}
	if g.event != "" && c.Ev != g.event || in.EventID != "" && c.Ev != in.EventID {
		return web.OK(writeapi.CheckedIn{Outcome: "other_event", TicketID: c.ID}), nil
	}
	out := writeapi.CheckedIn{TicketID: c.ID}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var status string
		err := tx.QueryRow(ctx, `SELECT status, used_at FROM ticket WHERE tenant_id = $1 AND id = $2 AND event_id = $3
FOR UPDATE`, rq.Tenant.ID(), c.ID, c.Ev).Scan(&status, &out.CheckedInAt)
		if errors.Is(err, pgx.ErrNoRows) {
			return web.ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("find the ticket: %w", err)
		}
		err = tx.QueryRow(ctx, `SELECT outcome FROM ticket_scan WHERE tenant_id = $1 AND ticket_id = $2 AND nonce = $3`,
			rq.Tenant.ID(), c.ID, in.Nonce).Scan(&out.Outcome)
		if !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		now := s.cfg.Now()
		switch status {
		case "valid":
			out.Outcome = "ok"
			if err := tx.QueryRow(ctx, `UPDATE ticket SET status = 'used', used_at = $3 WHERE tenant_id = $1 AND id = $2
AND status = 'valid' RETURNING used_at`, rq.Tenant.ID(), c.ID, now).Scan(&out.CheckedInAt); err != nil {
				return fmt.Errorf("use the ticket: %w", err)
			}
		case "used":
			out.Outcome = "already_used"
		default:
			out.Outcome = "revoked"
		}
		_, err = tx.Exec(ctx, `INSERT INTO ticket_scan (tenant_id, ticket_id, nonce, gate, outcome, at)
VALUES ($1, $2, $3, $4, $5, $6)`, rq.Tenant.ID(), c.ID, in.Nonce, g.id, out.Outcome, now)
		return err
	})
	if err != nil {
		return nil, err
	}
	if out.CheckedInAt != nil {
		*out.CheckedInAt = out.CheckedInAt.UTC()
	}
	return web.OK(out), nil
}

// Keys handles GET /event/tickets/keys: the tenant's public keys, for gates that verify tickets offline.
func (s *Service) Keys(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	rows, err := s.pool.Query(ctx, `SELECT id, public FROM ticket_key WHERE tenant_id = $1 ORDER BY created_at DESC, id`,
		rq.Tenant.ID())
	if err != nil {
		return nil, fmt.Errorf("read keys: %w", err)
	}
	all, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (k writeapi.TicketKey, err error) {
		var public []byte
		err = r.Scan(&k.Kid, &public)
		k.Alg, k.Public = "Ed25519", base64.RawURLEncoding.EncodeToString(public)
		return k, err
	})
	if err != nil {
		return nil, fmt.Errorf("read keys: %w", err)
	}
	if all == nil {
		all = []writeapi.TicketKey{}
	}
	return web.OK(all), nil
}

// Revoked handles GET /event/tickets/revoked: a signed list of revoked tickets, for gates.
func (s *Service) Revoked(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	g, err := s.gate(ctx, rq)
	if err != nil {
		return nil, err
	}
	var list string
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		kid, key, err := s.key(ctx, tx, rq.Tenant.ID(), s.cfg.Now())
		if err != nil {
			return err
		}
		rows, err := tx.Query(ctx, `SELECT id FROM ticket WHERE tenant_id = $1 AND status IN ('cancelled', 'refunded')
AND ($2 = '' OR event_id = $2) AND revoked_at > $3 ORDER BY id LIMIT 50000`,
			rq.Tenant.ID(), g.event, s.cfg.Now().Add(-400*24*time.Hour))
		if err != nil {
			return fmt.Errorf("read revoked tickets: %w", err)
		}
		ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return fmt.Errorf("read revoked tickets: %w", err)
		}
		payload, err := json.Marshal(map[string]any{"v": 1, "kid": kid, "at": s.cfg.Now().Unix(),
			"tid": append([]string{}, ids...)})
		list = sign(key, revokedText, payload)
		return err
	})
	if err != nil {
		return nil, err
	}
	return web.OK(writeapi.RevokedTickets{List: list}), nil
}
