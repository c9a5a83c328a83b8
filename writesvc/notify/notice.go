package notify

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/api"
	"vitrine/internal/postgres"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/web"
)

// A Notice is a notification to a customer.
type Notice struct {
	Type, Title, Body string
	Data              map[string]any
	Link              string
}

// Notices stores notifications and streams them.
type Notices struct {
	pool  *pgxpool.Pool
	now   func() time.Time
	alive func(ctx context.Context, rq *web.Request) error // whether the stream's client may still listen
	push  bool
	sent  func() // wakes the delivery of pushes

	streams streamSlots
	mu      sync.Mutex
	woken   time.Time     // when streams were woken last, by the machine's clock
	again   bool          // it will be done again wakePause after that
	done    chan struct{} // closed by Stop
}

// NewNotices returns Notices. A stream calls alive at intervals and ends if it returns an error.
func NewNotices(pool *pgxpool.Pool, now func() time.Time, alive func(ctx context.Context, rq *web.Request) error,
) *Notices {
	return &Notices{pool: pool, now: now, alive: alive, done: make(chan struct{})}
}

// Push turns web push on. wake wakes the delivery of pushes. Push is called before the first notification.
func (n *Notices) Push(p *Push, wake func()) { n.push, n.sent = p != nil, wake }

// Tell writes a notification in a transaction. Call Wake after the commit.
func (n *Notices) Tell(ctx context.Context, tx postgres.Execer, tenant, account string, m Notice) error {
	if _, err := tx.Exec(ctx, `WITH n AS (
  INSERT INTO notification (tenant_id, account_id, type, title, body, data, link, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id
)
INSERT INTO outbox (tenant_id, kind, data, channel)
SELECT $1, $9, jsonb_build_object('notification', n.id, 'subscription', s.id), $11
FROM n, push_subscription s WHERE s.tenant_id = $1 AND s.account_id = $2 AND $10`,
		tenant, account, m.Type, m.Title, m.Body, m.Data, m.Link, n.now(), pushJob, n.push,
		ByPush); err != nil {
		return fmt.Errorf("write a notification: %w", err)
	}
	n.streams.written(tenant, account, time.Now())
	return nil
}

// wakePause is the minimal interval at which streams are woken. Each of them then makes a query.
const wakePause = 500 * time.Millisecond

// Wake wakes the streams of the customers that Tell has notified, after the commit: at once, or wakePause after the
// last time.
func (n *Notices) Wake() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.push {
		n.sent()
	}
	if n.again {
		return
	}
	if wait := wakePause - time.Since(n.woken); wait > 0 {
		n.again = true
		time.AfterFunc(wait, func() {
			n.mu.Lock()
			defer n.mu.Unlock()
			n.wakeLocked()
		})
		return
	}
	n.wakeLocked()
}

func (n *Notices) wakeLocked() {
	n.woken, n.again = time.Now(), false
	n.streams.wake(n.woken)
}

// Stop ends all streams. It may be called again.
func (n *Notices) Stop() {
	n.mu.Lock()
	defer n.mu.Unlock()
	select {
	case <-n.done:
	default:
		close(n.done)
	}
}

const noticeColumns = `id, coalesce(number, 0), type, title, body, data, link, created_at, read_at`

func scanNotice(r pgx.CollectableRow) (w numbered, err error) {
	err = r.Scan(&w.ID, &w.number, &w.Type, &w.Title, &w.Body, &w.Data, &w.Link, &w.CreatedAt, &w.ReadAt)
	w.CreatedAt, w.Status = w.CreatedAt.UTC(), "UNREAD"
	if w.ReadAt != nil {
		*w.ReadAt = w.ReadAt.UTC()
		w.Read, w.Status = true, "READ"
	}
	return w, err
}

// numbered is a notification with its number, which counts those of the account.
type numbered struct {
	writeapi.Notification
	number int64
}

// List handles GET /notification: oldest first, or newest first with order=desc.
func (n *Notices) List(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	page, err := rq.Page()
	if err != nil {
		return nil, err
	}
	order, err := rq.Query("order")
	if err != nil {
		return nil, err
	}
	by := map[string]string{"": "created_at, id", "asc": "created_at, id", "desc": "created_at DESC, id DESC"}[order]
	if by == "" {
		return nil, api.Invalid("order", order, "asc or desc")
	}
	status, err := rq.Query("status")
	if err != nil {
		return nil, err
	}
	which, ok := map[string]string{"": "true", "unread": "read_at IS NULL", "UNREAD": "read_at IS NULL",
		"read": "read_at IS NOT NULL", "READ": "read_at IS NOT NULL"}[status]
	if !ok {
		return nil, api.Invalid("status", status, "unread or read")
	}
	var unread int
	if err := n.pool.QueryRow(ctx, `SELECT count(*) FILTER (WHERE `+which+`), count(*) FILTER (WHERE read_at IS NULL)
FROM notification WHERE tenant_id = $1 AND account_id = $2`,
		rq.Tenant.ID(), rq.Caller.AccountID).Scan(&page.Total, &unread); err != nil {
		return nil, fmt.Errorf("count notifications: %w", err)
	}
	rows, err := n.pool.Query(ctx, `SELECT `+noticeColumns+` FROM notification WHERE tenant_id = $1 AND account_id = $2
AND `+which+` ORDER BY `+by+` LIMIT $3 OFFSET $4`,
		rq.Tenant.ID(), rq.Caller.AccountID, page.Limit, (page.Page-1)*page.Limit)
	if err != nil {
		return nil, fmt.Errorf("read notifications: %w", err)
	}
	all, err := pgx.CollectRows(rows, scanNotice)
	if err != nil {
		return nil, fmt.Errorf("read notifications: %w", err)
	}
	out := make([]writeapi.Notification, len(all))
	for i, w := range all {
		out[i] = w.Notification
	}
	return &web.Answer{Data: out, Meta: &page, Extra: map[string]any{"unreadCount": unread}}, nil
}

// Read handles PUT /notification/{id}/read. A repetition keeps the first time.
func (n *Notices) Read(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	rows, err := n.pool.Query(ctx, `UPDATE notification SET read_at = coalesce(read_at, greatest($4, created_at))
WHERE tenant_id = $1 AND account_id = $2 AND id = $3 RETURNING `+noticeColumns,
		rq.Tenant.ID(), rq.Caller.AccountID, rq.HTTP.PathValue("id"), n.now())
	if err != nil {
		return nil, fmt.Errorf("read a notification: %w", err)
	}
	all, err := pgx.CollectRows(rows, scanNotice)
	if err != nil {
		return nil, fmt.Errorf("read a notification: %w", err)
	}
	if len(all) == 0 {
		return nil, web.ErrNotFound
	}
	return web.OK(all[0].Notification), nil
}

// ReadAll handles PUT /notification/read-all. Notifications that arrive meanwhile stay unread.
func (n *Notices) ReadAll(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	tag, err := n.pool.Exec(ctx, `UPDATE notification SET read_at = $3 WHERE tenant_id = $1 AND account_id = $2
AND read_at IS NULL AND created_at <= $3`,
		rq.Tenant.ID(), rq.Caller.AccountID, n.now())
	if err != nil {
		return nil, fmt.Errorf("read all notifications: %w", err)
	}
	return web.OK(writeapi.ReadAll{Updated: int(tag.RowsAffected())}), nil
}
