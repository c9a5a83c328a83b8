package settle

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/tenant"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/auth"
	"vitrine/writesvc/auth/profile"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/notify"
	"vitrine/writesvc/payment/record"
)

const jobOrderPaid = "order-paid"

type paidJob struct {
	Order string `json:"order"`
}

// writePaid writes the email about a paid order.
func (s *Service) writePaid(ctx context.Context, j notify.Job) (mail, sms []notify.Message, err error) {
	var job paidJob
	if err := json.Unmarshal(j.Data, &job); err != nil {
		return nil, nil, &notify.Permanent{Err: errors.New("the job cannot be read")}
	}
	t, err := tenant.Find(ctx, s.pool, j.Tenant)
	if err != nil || t == nil || !t.Active {
		return nil, nil, err
	}
	var email, language string
	err = s.pool.QueryRow(ctx, `SELECT a.email, coalesce(a.language, $3) FROM orders o
JOIN account a ON a.tenant_id = o.tenant_id AND a.id = o.account_id
WHERE o.tenant_id = $1 AND o.id = $2`, j.Tenant, job.Order, t.Language).Scan(&email, &language)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && profile.Deleted(email) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read the recipient: %w", err)
	}
	settings, err := auth.ReadSettings(ctx, s.pool, j.Tenant)
	if err != nil {
		return nil, nil, err
	}
	all, err := basket.ReadOrders(ctx, s.pool, j.Tenant, `o.id = $2`, job.Order)
	if err != nil || len(all) == 0 {
		return nil, nil, err
	}
	subject, text := paidWords(language, t.Name, all[0])
	return []notify.Message{{From: settings.MailFrom, FromName: t.Name, To: email, Subject: subject,
		Text: text}}, nil, nil
}

// paidWords returns the texts of the email.
func paidWords(language, shop string, o writeapi.Order) (subject, text string) {
	var b strings.Builder
	for _, i := range o.Items {
		fmt.Fprintf(&b, "  %d × %s: %s %s\n", i.Quantity, i.Name, i.Total, o.Currency)
	}
	if language == "tr" {
		return "Siparişiniz alındı: " +
				o.ID, fmt.Sprintf("%s siparişiniz için teşekkürler.\n\nSipariş %s\n%s\nÖdenen: %s %s\n", shop, o.ID, b.String(),
				o.Charged, o.Currency)
	}
	return "Your order " + o.ID, fmt.Sprintf("Thank you for your order at %s.\n\nOrder %s\n%s\nPaid: %s %s\n", shop, o.ID,
		b.String(), o.Charged, o.Currency)
}

// Notify writes a notification to a payment's customer, in a transaction.
func (s *Service) Notify(ctx context.Context, tx pgx.Tx, p *record.Payment, kind, order string) error {
	w, err := words(ctx, tx, p, kind)
	if err != nil {
		return err
	}
	if order != "" {
		w.Data["orderId"], w.Link = order, "/order/"+order
	}
	return s.notices.Tell(ctx, tx, p.Tenant, p.Account, w)
}

// words returns a notification of a payment in its customer's language.
func words(ctx context.Context, tx pgx.Tx, p *record.Payment, kind string) (w notify.Notice, err error) {
	var language string
	if err := tx.QueryRow(ctx, `SELECT coalesce(a.language, t.language) FROM account a JOIN tenant t ON t.id = a.tenant_id
WHERE a.tenant_id = $1 AND a.id = $2`, p.Tenant, p.Account).Scan(&language); err != nil {
		return w, fmt.Errorf("read the recipient: %w", err)
	}
	text := news[kind][0]
	if language == "tr" {
		text = news[kind][1]
	}
	return notify.Notice{Type: kind, Title: text[0], Body: fmt.Sprintf(text[1], p.Amount, p.Currency),
		Data: map[string]any{"paymentId": p.ID}}, nil
}

// news are the texts of notifications: English, then Turkish.
var news = map[string][2][2]string{
	"order-paid": {{"Your order is paid", "We received %s %s. Thank you."},
		{"Siparişiniz ödendi", "%s %s ödemenizi aldık. Teşekkürler."}},
	"order-refunded": {{"Your refund is on its way", "We refunded money from your payment of %s %s."},
		{"İadeniz yapıldı", "%s %s tutarındaki ödemenizden iade yapıldı."}},
	"payment-returned": {{"Your payment is being refunded",
		"We could not fulfil your order. We are refunding your %s %s."}, {"Ödemeniz iade ediliyor",
		"Siparişinizi karşılayamadık. %s %s size iade ediliyor."}},
	"payment-review": {{"Your payment is under review",
		"The amount received for your payment of %s %s differs from the amount due. We will contact you."},
		{"Ödemeniz inceleniyor", "%s %s tutarındaki ödemeniz için gelen tutar farklı. Size yazacağız."}},
	"payment-cancelled": {{"Your payment was cancelled",
		"The shop cancelled your payment of %s %s. Do not pay it any more; contact the shop if you have."},
		{"Ödemeniz iptal edildi",
			"Mağaza %s %s tutarındaki ödemenizi iptal etti. Artık ödemeyin; ödediyseniz mağazaya yazın."}},
	"transfer-part": {{"Part of your transfer arrived", "We received part of %s %s. Please transfer the rest."},
		{"Havalenizin bir kısmı geldi", "%s %s tutarının bir kısmı geldi. Lütfen kalanını gönderin."}},
}
