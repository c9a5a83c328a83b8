package ticket

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/web"
)

// revokedList is the payload of one part of the list of revoked tickets.
type revokedList struct {
	V     int      `json:"v"`
	Kid   string   `json:"kid"`
	At    int64    `json:"at"`
	Event string   `json:"ev,omitempty"`    // the only event of the list; absent if the gate's key is for all events
	Since string   `json:"since,omitempty"` // as requested
	Next  string   `json:"next"`
	More  bool     `json:"more"`
	IDs   []string `json:"tid"`
}

const (
	// revokedOverlap is how far a later list reaches back before the last one. A refund that commits after a list was
	// read has an earlier time than the list. Refunds take seconds.
	revokedOverlap = 15 * time.Minute
	// revokedAfter is for how many days after the end of an event its revoked tickets are listed.
	revokedAfter = 30
)

// Revoked handles GET /event/tickets/revoked: the signed list of revoked tickets, for gates. A long list comes in
// parts. With since, the list has only what was revoked since an earlier list.
func (s *Service) Revoked(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	g, err := s.gate(ctx, rq)
	if err != nil {
		return nil, err
	}
	given, err := rq.Query("since")
	if err != nil {
		return nil, err
	}
	at, err := parseCursor(given)
	if err != nil {
		return nil, api.Invalid("since", strings.ToValidUTF8(given, "�"), "the member next of an earlier list")
	}
	now := s.cfg.Now()
	if at.started.IsZero() {
		at.started = now
	}
	list := revokedList{V: 1, At: now.Unix(), Event: g.event, Since: given, IDs: []string{}}
	if err := s.readRevoked(ctx, rq.Tenant.ID(), at, &list); err != nil {
		return nil, err
	}
	out := writeapi.RevokedTickets{Next: list.Next, More: list.More}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		kid, key, err := s.key(ctx, tx, rq.Tenant.ID(), now)
		if err != nil {
			return err
		}
		list.Kid = kid
		payload, err := json.Marshal(list)
		out.List = sign(key, revokedText, payload)
		return err
	})
	if err != nil {
		return nil, err
	}
	return web.OK(out), nil
}

// readRevoked reads the part of the list after a cursor.
func (s *Service) readRevoked(ctx context.Context, tenant string, at cursor, list *revokedList) error {
	rows, err := s.pool.Query(ctx, `SELECT k.id, k.revoked_at FROM ticket k
LEFT JOIN event e ON e.tenant_id = k.tenant_id AND e.id = k.event_id
WHERE k.tenant_id = $1 AND k.revoked_at IS NOT NULL AND (k.revoked_at, k.id) > ($2, $3)
  AND k.status IN ('cancelled', 'refunded') AND ($4 = '' OR k.event_id = $4)
  AND coalesce(`+eventEnd+` > $5, true)
ORDER BY k.revoked_at, k.id LIMIT $6`, tenant, at.after, at.id, list.Event,
		time.Unix(list.At, 0).AddDate(0, 0, -revokedAfter), s.cfg.RevokedPage+1)
	if err != nil {
		return fmt.Errorf("read revoked tickets: %w", err)
	}
	last := at
	var id string
	var when time.Time
	_, err = pgx.ForEachRow(rows, []any{&id, &when}, func() error {
		if len(list.IDs) == s.cfg.RevokedPage {
			list.More = true
			return nil
		}
		list.IDs = append(list.IDs, id)
		last.after, last.id = when, id
		return nil
	})
	if err != nil {
		return fmt.Errorf("read revoked tickets: %w", err)
	}
	if !list.More {
		last = cursor{after: at.started.Add(-revokedOverlap)}
	}
	list.Next = last.String()
	return nil
}

// A cursor is a position in the list of revoked tickets, which is ordered by time and id.
type cursor struct {
	started time.Time // when the first part of the list was read; zero: no part was
	after   time.Time
	id      string // "": before all ids
}

// String writes a cursor for the member next.
func (c cursor) String() string {
	started := int64(0)
	if !c.started.IsZero() {
		started = c.started.UnixMicro()
	}
	return strconv.FormatInt(started, 10) + "-" + strconv.FormatInt(c.after.UnixMicro(), 10) + "-" + c.id
}

var errCursor = errors.New("not a cursor")

// parseCursor reads a cursor; "" is the beginning of the list. It accepts what String writes and nothing else.
func parseCursor(text string) (c cursor, err error) {
	if text == "" {
		return c, nil
	}
	parts := strings.Split(text, "-")
	if len(parts) != 3 || parts[2] != "" && !web.IsID(parts[2]) {
		return c, errCursor
	}
	var micros [2]int64
	for i := range micros {
		n, err := strconv.ParseInt(parts[i], 10, 64)
		if err != nil || n < 0 || n > maxMicros || strconv.FormatInt(n, 10) != parts[i] {
			return c, errCursor
		}
		micros[i] = n
	}
	if micros[0] != 0 {
		c.started = time.UnixMicro(micros[0])
	}
	c.after, c.id = time.UnixMicro(micros[1]), parts[2]
	return c, nil
}

// maxMicros is the last moment of the year 9999. Postgres stores it.
const maxMicros = 253402300799999999
