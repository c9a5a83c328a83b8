package ticket

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/web"
)

// Outcomes of a scan.
const (
	admitted    = "ok"
	alreadyUsed = "already_used"
	revoked     = "revoked"
	expired     = "expired"
	otherEvent  = "other_event"
)

// CheckIn handles POST /event/tickets/check-in. Of any number of gates one admits a ticket. A scan that the same gate
// repeats, recognized by its nonce, gets its first answer again.
func (s *Service) CheckIn(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	g, err := s.gate(ctx, rq)
	if err != nil {
		return nil, err
	}
	in, t, err := parseScan(rq.Body)
	if err != nil {
		return nil, err
	}
	var public []byte
	err = s.pool.QueryRow(ctx, `SELECT public FROM ticket_key WHERE tenant_id = $1 AND id = $2`, rq.Tenant.ID(),
		t.Kid).Scan(&public)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && !ed25519.Verify(ed25519.PublicKey(public), t.signed, t.sig) {
		return nil, web.ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("find the key of a ticket: %w", err)
	}
	if g.event != "" && t.Ev != g.event || in.EventID != "" && t.Ev != in.EventID {
		return web.OK(writeapi.CheckedIn{Outcome: otherEvent, TicketID: t.ID}), nil
	}
	out := writeapi.CheckedIn{TicketID: t.ID}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		return s.admit(ctx, tx, scan{tenant: rq.Tenant.ID(), gate: g.id, nonce: in.Nonce, ticket: t.claims}, &out)
	})
	if err != nil {
		return nil, err
	}
	if out.CheckedInAt != nil {
		*out.CheckedInAt = out.CheckedInAt.UTC()
	}
	return web.OK(out), nil
}

// parseScan parses the body of a check-in. The signature of the ticket is not yet verified.
func parseScan(body []byte) (in writeapi.CheckIn, t scanned, err error) {
	if err := web.Decode(body, &in); err != nil {
		return in, t, err
	}
	if len(in.Nonce) < 8 || len(in.Nonce) > 64 || strings.ContainsFunc(in.Nonce, unicode.IsControl) {
		return in, t, web.Wrong("nonce", "Must have 8 to 64 characters.")
	}
	if t, err = open(in.Code); err != nil {
		return in, t, web.ErrNotFound
	}
	return in, t, nil
}

// A scan is a genuine ticket at a gate of its event.
type scan struct {
	tenant, gate, nonce string
	ticket              claims
}

// admit decides a scan. The lock of the ticket's row orders scans and refunds.
func (s *Service) admit(ctx context.Context, tx pgx.Tx, c scan, out *writeapi.CheckedIn) error {
	var status string
	var ends *time.Time
	err := tx.QueryRow(ctx, `SELECT k.status, k.used_at, `+eventEnd+` FROM ticket k
LEFT JOIN event e ON e.tenant_id = k.tenant_id AND e.id = k.event_id
WHERE k.tenant_id = $1 AND k.id = $2 AND k.event_id = $3 FOR UPDATE OF k`, c.tenant, c.ticket.ID,
		c.ticket.Ev).Scan(&status, &out.CheckedInAt, &ends)
	if errors.Is(err, pgx.ErrNoRows) {
		return web.ErrNotFound
	}
	if err != nil {
		return fmt.Errorf("find the ticket: %w", err)
	}
	err = tx.QueryRow(ctx, `SELECT outcome FROM ticket_scan WHERE tenant_id = $1 AND ticket_id = $2 AND gate = $3
AND nonce = $4`, c.tenant, c.ticket.ID, c.gate, c.nonce).Scan(&out.Outcome)
	if err == nil {
		return nil
	}
	if !errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("find the scan: %w", err)
	}
	now := s.cfg.Now()
	switch {
	case status == "used":
		out.Outcome = alreadyUsed
	case status != "valid":
		out.Outcome = revoked
	case c.ticket.over(ends, now):
		out.Outcome = expired
	default:
		out.Outcome = admitted
		if err := tx.QueryRow(ctx, `UPDATE ticket SET status = 'used', used_at = $3 WHERE tenant_id = $1 AND id = $2
AND status = 'valid' RETURNING used_at`, c.tenant, c.ticket.ID, now).Scan(&out.CheckedInAt); err != nil {
			return fmt.Errorf("use the ticket: %w", err)
		}
	}
	if _, err = tx.Exec(ctx, `INSERT INTO ticket_scan (tenant_id, ticket_id, nonce, gate, outcome, at)
VALUES ($1, $2, $3, $4, $5, $6)`, c.tenant, c.ticket.ID, c.nonce, c.gate, out.Outcome, now); err != nil {
		return fmt.Errorf("write the scan: %w", err)
	}
	return nil
}

// over reports whether a ticket has expired. ends is the present end of its event: an event may have been moved since
// the ticket was sold. Without the event, the ticket's own time counts.
func (c claims) over(ends *time.Time, now time.Time) bool {
	if ends != nil {
		return !now.Before(*ends)
	}
	return c.Exp != 0 && now.Unix() >= c.Exp
}
