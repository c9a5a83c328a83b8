package sandbox

import (
	"context"
	"fmt"
	"strings"
	"time"

	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/web"
)

// askCard returns the bank's own page, where the customer types the card. wrong marks the previous input as invalid.
func askCard(o *order, wrong bool) (*web.Answer, error) {
	return page("card", map[string]any{"Amount": o.price(), "Session": o.session(), "Wrong": wrong}, selfOnly())
}

// Card handles POST /payment/sandbox/card: a card typed on the bank's own page. The number exists in this call only;
// the books hold its first six and last four digits. Cancel counts as a failed authentication.
func (b *Bank) Card(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	form, o, err := b.sessionOf(ctx, rq)
	if err != nil {
		return nil, err
	}
	if o.storeType != "3d_host" {
		return nil, errAsk
	}
	if form.Get("cancel") != "" {
		if _, err := b.pool.Exec(ctx, `UPDATE sandbox_order SET state = 'refused'
WHERE tenant_id = $1 AND id = $2 AND state = 'asked'`, o.tenant, o.id); err != nil {
			return nil, fmt.Errorf("write the bank's books: %w", err)
		}
		if o.state == "asked" {
			o.state = "refused"
		}
		return b.sendBack(ctx, o)
	}
	pan := strings.ReplaceAll(form.Get("pan"), " ", "")
	month, year, cvc := form.Get("month"), form.Get("year"), form.Get("cv2")
	if _, err := pos.NewCard(pan, month, year, cvc, "Card Holder", time.Now()); err != nil {
		return askCard(o, true)
	}
	o.card = pos.Mask(pan)
	tag, err := b.pool.Exec(ctx, `UPDATE sandbox_order SET card = $3, scenario = $4, state = 'asked'
WHERE tenant_id = $1 AND id = $2 AND state IN ('asked', 'refused')`,
		o.tenant, o.id, o.card, scenarioOf(pan, o.amount).name)
	if err != nil {
		return nil, fmt.Errorf("write the bank's books: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return nil, errAsk // the order is authenticated already
	}
	return askCode(o)
}
