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
	{Name: "claim: money is asked for once more", Changes: []string{
		"record/status.go", `Move{"claim", []Status{RequiresAction}, Processing}`, `Move{"claim", []Status{RequiresAction, Unknown, Failed}, Processing}`}},
	{Name: "unknown: a bank that does not answer has declined", Changes: []string{
		"settle/settle.go", "case pos.Declined, pos.Voided:\n", "case pos.Declined, pos.Voided, pos.Unknown:\n"}},
	{Name: "missing: what failed for want of an answer is not asked for again", Changes: []string{
		"settle/settle.go", "again = now.Add(s.cfg.AskAgain)", "_ = again"}},
	{Name: "page: what expired is not asked for", Changes: []string{"reconcile.go", "if p.Flow == record.HostPay {\n\t\t\tc.AskAt = s.cfg.Now()", "if false {\n\t\t\tc.AskAt = s.cfg.Now()"}},
	{Name: "page: what was cancelled is not asked for", Changes: []string{"checkout/basket.go", "Final: s.cfg.Now(), AskAt: s.soon(&p)}", "Final: s.cfg.Now()}"}},
	{Name: "strand: money that came late is not given back", Changes: []string{
		"settle/settle.go", `if err := scheduleRefund(ctx, tx, p, autoRefund); err != nil {`, "if err := error(nil); err != nil || autoRefund.amount < 0 {"}},
	{Name: "expiry: stock is not given back", Changes: []string{
		"settle/end.go", "if err != nil || !ok {\n\t\t\treturn err\n\t\t}\n\t\treturn basket.Release(ctx, tx, p.Tenant, p.ID)", "if err != nil || !ok {\n\t\t\treturn err\n\t\t}\n\t\t_ = basket.Release\n\t\treturn nil"}},
	{Name: "sold: a promise that had ended is not made again", Changes: []string{
		"settle/settle.go", "if err == nil && n == 0 {", "if err == nil && n < 0 {"}},
	{Name: "refund: places are not given back", Changes: []string{
		"settle/refund.go", "if err := basket.Return(ctx, tx, p.Tenant, p.ID); err != nil {", "if err := basket.Release(ctx, tx, p.Tenant, p.ID); err != nil {"}},
	{Name: "refund: tickets stay good", Changes: []string{
		"settle/refund.go", "if err := s.ticket.Revoke(ctx, tx, p.Tenant, p.ID, m.To == record.Voided, s.cfg.Now()); err != nil {", "if err := error(nil); err != nil {"}},
	{Name: "chain: a transfer counts more than once", Changes: []string{
		"chain/follow.go", "VALUES ($1, $2, $3, $4, $5, $6::text::numeric)`", "VALUES ($1, $2, $3, $4, $5, $6::text::numeric) ON CONFLICT DO NOTHING`"}},
	{Name: "chain: a stranger's sum is taken", Changes: []string{"chain/follow.go", "if !foreign {", "if true {"}},
	{Name: "chain: any coin will do", Changes: []string{"chain/follow.go", "if t.Token != k.Token {", "if false {"}},
	{Name: "chain: one that failed has paid", Changes: []string{"evm/look.go", "\t\ts.Failed = true\n\t\treturn s, nil", "\t\ts.Failed = false"}},
	{Name: "chain: one block is deep enough", Changes: []string{
		"chain/follow.go", "if err != nil || seen.Depth < k.Depth {", "if err != nil {"}},
	{Name: "chain: any sum will do", Changes: []string{"chain/follow.go", "switch sum.Cmp(k.due) {", "switch 0 {"}},
	{Name: "chain: what left it is waited for", Changes: []string{
		"chain/follow.go", "return s.reorged(ctx, p, k)", "return nil"}},
	{Name: "chain: what is set aside keeps its places", Changes: []string{
		"chain/follow.go", "if err := basket.Release(ctx, tx, p.Tenant, p.ID); err != nil {", "if err := error(nil); err != nil {"}},
	{Name: "chain: a second transaction is nobody's", Changes: []string{
		"chain/follow.go", "s.more(ctx, p, k, hash)", "errAnother"}},
	{Name: "transfer: a line counts whenever it comes", Changes: []string{
		"transfer/transfer.go", "&l.iban, &l.amount, &l.currency, &l.text, &outcome); err != nil || outcome != \"\" {", "&l.iban, &l.amount, &l.currency, &l.text, &outcome); err != nil {"}},
	{Name: "transfer: any currency will do", Changes: []string{"transfer/transfer.go", "case l.currency != p.Currency:", "case false:"}},
	{Name: "transfer: any account will do", Changes: []string{"transfer/transfer.go", "case l.iban != p.Merchant:", "case false:"}},
	{Name: "transfer: a part is enough", Changes: []string{"transfer/transfer.go", "if came+writeapi.Money(c.Tolerance) < p.Amount {", "if false {"}},
	{Name: "transfer: a part is forgotten", Changes: []string{"transfer/transfer.go", "came := p.Captured + l.amount", "came := l.amount"}},
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
