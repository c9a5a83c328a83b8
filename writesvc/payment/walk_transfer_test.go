package payment

import (
	"context"
	"fmt"
	"time"

	"pgregory.net/rapid"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment/checkout"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/payment/transfer"
)

// A wire is a model of a payment by transfer.
type wire struct {
	id, reference string
	due, came     writeapi.Money
	expires       time.Time
	paid          bool
}

const (
	walkIBAN  = "TR330006100519786457841326"
	tolerance = 5
)

// account configures the tenant's bank account.
func (w *walk) account() {
	_, err := w.db.Pool.Exec(w.ctx, `UPDATE tenant_payment SET settings = settings || $2 WHERE tenant_id = $1`, w.t.ID(),
		map[string]any{"transfer": settings.Transfer{IBAN: walkIBAN, Holder: "Shop", Bank: "Bank",
			Secrets: []pos.Secret{"secret"}, Tolerance: tolerance}})
	w.must(err)
}

// takes returns the expected outcome of money that arrives while the payment has a status. Late money is in the books,
// unless the payment was refunded: then it has ended.
func (p *wire) takes(amount writeapi.Money, now time.Time, status record.Status) string {
	if now.After(p.expires) || status != record.Pending && status != record.PartiallyPaid {
		if status != record.Refunded && status != record.Voided && status != record.RefundPending {
			p.came += amount
		}
		return transfer.LineLate
	}
	p.came += amount
	switch {
	case p.came < p.due-tolerance:
		return transfer.LinePart
	case p.came > p.due:
		p.paid = true
		return transfer.LineOver
	}
	p.paid = true
	return transfer.LinePaid
}

func (w *walk) wireSteps() map[string]func(*rapid.T) {
	begin := func() *wire {
		a, err := w.transfer.StartTransfer(w.ctx, w.request("/payment/bank-transfer", map[string]any{"basketId": w.basket()}))
		if w.must(err, notNow...); err != nil {
			return nil
		}
		v := a.Data.(writeapi.Transfer)
		p := &wire{id: v.PaymentID, reference: v.ReferenceCode, due: v.Amount, expires: v.ExpiresAt}
		w.wires, w.payments = append(w.wires, p), append(w.payments, p.id)
		return p
	}
	return map[string]func(*rapid.T){
		"begin a transfer": func(*rapid.T) { begin() },
		"a line of the statement": func(*rapid.T) {
			var p *wire
			if len(w.wires) > 0 && !w.odds("a new one", 3) {
				p = pick(w, w.wires)
			} else if p = begin(); p == nil {
				return
			}
			l := writeapi.StatementLine{ID: fmt.Sprint("line", len(w.lines)), IBAN: walkIBAN, Currency: "TRY",
				Description: "for " + p.reference + " thank you", BookedAt: w.now()}
			amount := max(p.due-p.came, 100)
			want := ""
			switch rapid.SampledFrom([]string{"rest", "rest", "nearly", "part", "part", "over", "currency", "account", "nobody",
				"again"}).Draw(w.rt, "line") {
			case "nearly":
				amount -= tolerance
			case "part":
				amount = max(amount/3, 1)
			case "over":
				amount += 777
			case "currency":
				l.Currency, want = "EUR", transfer.LineCurrency
			case "account":
				l.IBAN, want = "TR000000000000000000000000", transfer.LineAccount
			case "nobody":
				l.Description, want = "happy birthday", transfer.LineNobody
			case "again":
				if len(w.lines) == 0 {
					return
				}
				// The bank repeats a line: it is booked already, whatever it says now.
				l.ID = fmt.Sprint("line", rapid.IntRange(0, len(w.lines)-1).Draw(w.rt, "line"))
				want = "booked"
			}
			l.Amount = writeapi.Number(amount.String())
			if want == "" {
				want = p.takes(amount, w.now(), w.status(p.id))
			}
			var there int
			w.must(w.db.Pool.QueryRow(w.ctx, `SELECT count(*) FROM statement_line WHERE tenant_id = $1 AND iban = $2
AND txn = $3`, w.t.ID(), l.IBAN, l.ID).Scan(&there))
			if want == "booked" && there == 0 {
				return // it arrived on the other account
			}
			if want != "booked" {
				w.lines[l.ID] = amount
			}
			c, err := w.Service.settings.Of(w.ctx, w.t.ID())
			w.must(err)
			got := ""
			if rapid.Bool().Draw(w.rt, "by a file") {
				_, fresh, err := transfer.Stage(w.ctx, w.db.Pool, w.t.ID(), l)
				w.must(err)
				if fresh == (want == "booked") {
					w.rt.Fatalf("a line that is %s is new: %v", want, fresh)
				}
				w.pass(0)
				w.must(w.db.Pool.QueryRow(w.ctx, `SELECT outcome FROM statement_line WHERE tenant_id = $1 AND iban = $2
AND txn = $3`, w.t.ID(), l.IBAN, l.ID).Scan(&got))
			} else {
				got, err = w.transfer.Line(w.ctx, w.t.ID(), c.Transfer, l)
				w.must(err)
			}
			if want == "booked" {
				return // the outcome belongs to the first line, which may be for another payment
			}
			if got == transfer.LineSoldOut && p.paid && w.lapsed(p.id) {
				p.paid, want = false, got // its reservation had ended, and others bought the places
			}
			if got != want {
				w.rt.Fatalf("%s of %s due, %s came: %q, want %q", amount, p.due, p.came, got, want)
			}
		},
	}
}

// lapsed reports whether a payment's reservation ended before the payment did.
func (w *walk) lapsed(payment string) bool {
	return w.count(`SELECT count(*) FROM payment_event WHERE tenant_id = $1 AND payment_id = $2 AND event = $3`, w.t.ID(),
		payment, checkout.NoteLapsed) > 0
}

// auditWires returns what is wrong with transfers. Each line counts once, for its payment or for an operator.
func (w *walk) auditWires(ctx context.Context) error {
	var lines, unbooked, came int
	var all writeapi.Money
	for _, m := range w.lines {
		all += m
	}
	if err := w.db.Pool.QueryRow(ctx,
		`SELECT count(*), count(*) FILTER (WHERE outcome = ''), coalesce(sum(amount), 0)::bigint FROM statement_line
WHERE tenant_id = $1`, w.t.ID()).Scan(&lines, &unbooked, &came); err != nil {
		return err
	}
	if lines != len(w.lines) || unbooked > 0 || came != int(all) {
		return fmt.Errorf("%d lines, %d of them not booked, with %d; %d came, with %s", lines, unbooked, came, len(w.lines),
			all)
	}
	for _, p := range w.wires {
		var status record.Status
		var captured, kept writeapi.Money
		var ordered bool
		if err := w.db.Pool.QueryRow(ctx, `SELECT status, captured, captured - refunded, EXISTS (SELECT FROM orders o
WHERE o.tenant_id = $1 AND o.payment_id = p.id) FROM payment p WHERE tenant_id = $1 AND id = $2`,
			w.t.ID(), p.id).Scan(&status, &captured, &kept, &ordered); err != nil {
			return err
		}
		known := map[record.Status]bool{record.Pending: p.came == 0, record.Expired: p.came == 0,
			record.PartiallyPaid: !p.paid, record.Review: !p.paid, record.RefundPending: !p.paid, record.Succeeded: p.paid,
			record.PartiallyRefunded: p.paid, record.Refunded: p.came > 0}
		switch {
		case captured != p.came:
			return fmt.Errorf("%s is %s: %s came, the books say %s", p.id, status, p.came, captured)
		case ordered != p.paid:
			return fmt.Errorf("%s is %s: of %s came %s, and it is delivered: %v", p.id, status, p.due, p.came, ordered)
		case !known[status]:
			return fmt.Errorf("%s is %s: of %s came %s", p.id, status, p.due, p.came)
		}
	}
	return nil
}
