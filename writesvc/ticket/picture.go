package ticket

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"sync"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/web"
)

// maxPictured is how many requests of one account may wait for pictures at a time.
const maxPictured = 16

func defaultDrawings() int { return max(1, runtime.NumCPU()/2) }

// pictures bounds the processor time of QR codes. A request takes a slot for each picture, not for all its pictures,
// so a list with many pictures does not delay a request for one by more than one picture.
type pictures struct {
	slots chan struct{}

	mu sync.Mutex
	by map[string]int // requests that wait or draw, by account
}

func newPictures(slots int) *pictures {
	return &pictures{slots: make(chan struct{}, slots), by: map[string]int{}}
}

// enter admits a request for pictures. The caller must call leave.
func (p *pictures) enter(account string) (leave func(), err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.by[account] >= maxPictured {
		return nil, &api.Error{Status: 429, Code: api.TooManyRequests,
			Message: "Too many pictures are requested at a time. Wait for the others.", RetryAfter: 1}
	}
	p.by[account]++
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.by[account]--; p.by[account] == 0 {
			delete(p.by, account)
		}
	}, nil
}

// draw draws one picture when a slot is free.
func (p *pictures) draw(ctx context.Context, text string) (string, error) {
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return "", fmt.Errorf("wait for a picture: %w", ctx.Err())
	}
	defer func() { <-p.slots }()
	return drawQR(text)
}

// addPictures draws the pictures of tickets that have a QR code.
func (s *Service) addPictures(ctx context.Context, account string, all []writeapi.Ticket) error {
	leave, err := s.pictures.enter(account)
	if err != nil {
		return err
	}
	defer leave()
	for _, t := range all {
		if t.QR == nil {
			continue
		}
		if t.QR.Image, err = s.pictures.draw(ctx, t.QR.Data); err != nil {
			return err
		}
	}
	return nil
}

// Image handles GET /event/tickets/{id}/image: the QR code of one of the customer's tickets.
func (s *Service) Image(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	id := rq.HTTP.PathValue("id")
	if !web.IsID(id) {
		return nil, web.ErrNotFound
	}
	var code, status string
	err := s.pool.QueryRow(ctx, `SELECT code, status FROM ticket WHERE tenant_id = $1 AND account_id = $2 AND id = $3`,
		rq.Tenant.ID(), rq.Caller.AccountID, id).Scan(&code, &status)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && !hasCode(status) {
		return nil, web.ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("find the ticket: %w", err)
	}
	leave, err := s.pictures.enter(rq.Caller.AccountID)
	if err != nil {
		return nil, err
	}
	defer leave()
	svg, err := s.pictures.draw(ctx, code)
	if err != nil {
		return nil, err
	}
	return &web.Answer{ContentType: "image/svg+xml", Body: []byte(svg),
		Header: http.Header{"Content-Security-Policy": {"default-src 'none'"}}}, nil
}

// hasCode reports whether a ticket with a status has a QR code.
func hasCode(status string) bool { return status == "valid" || status == "used" }
