package payment

import (
	"os"
	"testing"

	"vitrine/internal/history"
	"vitrine/internal/proving"
)

// mutant reports whether one of the package's guards is switched off.
func mutant() bool { return os.Getenv("VITRINE_TEST_MUTANT") == "1" }

var mutations = []history.Mutation{
	{Name: "nothing", Harmless: true},
	{Name: "claim: money is requested twice", Changes: []string{
		"record/status.go",
		`Move{"claim", []Status{RequiresAction}, Processing}`,
		`Move{"claim", []Status{RequiresAction, Unknown, Failed}, Processing}`,
	}},
	{Name: "unknown: a bank that does not answer counts as declined", Changes: []string{
		"settle/settle.go",
		"case pos.Declined, pos.Voided:\n",
		"case pos.Declined, pos.Voided, pos.Unknown:\n",
	}},
	{Name: "missing: a payment that failed without an answer is not queried again", Changes: []string{
		"settle/settle.go",
		"again = now.Add(s.cfg.AskAgain)",
		"_ = again",
	}},
	{Name: "page: an expired payment is not queried", Changes: []string{
		"reconcile.go",
		"if p.Flow == record.HostPay {\n\t\tc.AskAt = s.cfg.Now()",
		"if false {\n\t\tc.AskAt = s.cfg.Now()",
	}},
	{Name: "page: a cancelled payment is not queried", Changes: []string{
		"checkout/basket.go",
		"Final: s.cfg.Now(), AskAt: s.soon(&p)}",
		"Final: s.cfg.Now()}",
	}},
	{Name: "auto-refund: late money is not refunded", Changes: []string{
		"settle/settle.go",
		"if err := scheduleRefund(ctx, tx, p, autoRefund); err != nil {",
		"if err := error(nil); err != nil || autoRefund.amount < 0 {",
	}},
	{Name: "closed: lines that moved to another basket are delivered, too", Changes: []string{
		"settle/settle.go",
		`if status == "closed" {`,
		`if status == "deleted" {`,
	}},
	{Name: "expiry: stock is not released", Changes: []string{
		"settle/end.go",
		"if err != nil || !ok {\n\t\t\treturn err\n\t\t}\n\t\treturn basket.Release(ctx, tx, p.Tenant, p.ID)",
		"if err != nil || !ok {\n\t\t\treturn err\n\t\t}\n\t\t_ = basket.Release\n\t\treturn nil",
	}},
	{Name: "sold: an ended reservation is not renewed", Changes: []string{
		"settle/settle.go",
		"if err == nil && n == 0 {",
		"if err == nil && n < 0 {",
	}},
	{Name: "refund: places are not returned", Changes: []string{
		"settle/refund.go",
		"if err := basket.Return(ctx, tx, p.Tenant, p.ID); err != nil {",
		"if err := basket.Release(ctx, tx, p.Tenant, p.ID); err != nil {",
	}},
	{Name: "refund: tickets stay valid", Changes: []string{
		"settle/refund.go",
		"if err := s.ticket.Revoke(ctx, tx, p.Tenant, p.ID, m.To == record.Voided, s.cfg.Now()); err != nil {",
		"if err := error(nil); err != nil {",
	}},
	{Name: "chain: a transfer counts more than once", Changes: []string{
		"chain/follow.go",
		"VALUES ($1, $2, $3, $4, $5, $6::text::numeric)`",
		"VALUES ($1, $2, $3, $4, $5, $6::text::numeric) ON CONFLICT DO NOTHING`",
	}},
	{Name: "chain: another payment's amount is accepted", Changes: []string{
		"chain/follow.go",
		"if !foreign {",
		"if true {",
	}},
	{Name: "chain: any coin is accepted", Changes: []string{
		"chain/follow.go",
		"if t.Token != k.Token {",
		"if false {",
	}},
	{Name: "chain: a failed transaction pays", Changes: []string{
		"evm/look.go",
		"\t\ts.Failed = true\n\t\treturn s, nil",
		"\t\ts.Failed = false",
	}},
	{Name: "chain: one block is deep enough", Changes: []string{
		"chain/follow.go",
		"if err != nil || seen.Depth < k.Depth {",
		"if err != nil {",
	}},
	{Name: "chain: any amount is accepted", Changes: []string{
		"chain/follow.go",
		"switch sum.Cmp(k.due) {",
		"switch 0 {",
	}},
	{Name: "chain: a reorganization is ignored", Changes: []string{
		"chain/follow.go",
		"return s.reorged(ctx, p, k)",
		"return nil",
	}},
	{Name: "chain: money set aside keeps its places", Changes: []string{
		"chain/reorg.go",
		"if err := basket.Release(ctx, tx, p.Tenant, p.ID); err != nil {",
		"if err := error(nil); err != nil {",
	}},
	{Name: "chain: a second transaction is ignored", Changes: []string{
		"chain/verify.go",
		"s.more(ctx, p, k, hash)",
		"errAnother",
	}},
	{Name: "transfer: a repeated line counts again", Changes: []string{
		"transfer/line.go",
		`&l.iban, &l.amount, &l.currency, &l.text, &outcome); err != nil || outcome != "" {`,
		"&l.iban, &l.amount, &l.currency, &l.text, &outcome); err != nil {",
	}},
	{Name: "transfer: any currency is accepted", Changes: []string{
		"transfer/book.go",
		"case l.currency != p.Currency:",
		"case false:",
	}},
	{Name: "transfer: any account is accepted", Changes: []string{
		"transfer/book.go",
		"case l.iban != p.Merchant:",
		"case false:",
	}},
	{Name: "transfer: a part is enough", Changes: []string{
		"transfer/book.go",
		"if came+c.Missing(p.Amount) < p.Amount {",
		"if false {",
	}},
	{Name: "transfer: late money is not in the books", Changes: []string{
		"transfer/book.go",
		"if err := s.late(ctx, tx, p, l, \"late\"); err != nil {",
		"if err := error(nil); err != nil {",
	}},
	{Name: "transfer: stock is not released when its time has passed", Changes: []string{
		"checkout/hold.go",
		"if err := basket.Release(ctx, tx, tenant, payment); err != nil {",
		"if err := error(nil); err != nil {",
	}},
	{Name: "transfer: an earlier part is forgotten", Changes: []string{
		"transfer/book.go",
		"came := p.Captured + l.amount",
		"came := l.amount",
	}},
}

// A mutation whose text has changed switches nothing off.
func TestEveryMutationApplies(t *testing.T) {
	t.Parallel()
	for _, m := range mutations {
		t.Run(m.Name, func(t *testing.T) { m.Applies(t) })
	}
}

// The walk must detect every guard that is switched off.
func TestProveTheWalkFailsWithoutEachGuard(t *testing.T) {
	if !proving.Long() {
		t.Skip("SKIPPED but in make prove: it builds the package once for each guard")
	}
	t.Setenv("VITRINE_TEST_MUTANT", "1")
	for _, m := range mutations {
		t.Run(m.Name, func(t *testing.T) { m.TryBy(t, "^TestPropertyNoMoneyIsTakenForNothing$", "[rapid] failed") })
	}
}
