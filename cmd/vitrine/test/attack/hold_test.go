package attack

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
)

// product adds a product with a stock.
func (c *Client) product(t testing.TB, slug string, stock int) (id string) {
	t.Helper()
	if err := c.Pool.QueryRow(t.Context(), `INSERT INTO product (tenant_id, slug, name, status, amount, currency, stock)
VALUES ($1, $2, $2, 'PUBLISHED', 10, 'TRY', $3) RETURNING id`, c.Tenant, slug, stock).Scan(&id); err != nil {
		t.Fatal(err)
	}
	return id
}

// fill adds items to the basket of the client's customer, and returns the basket.
func (c *Client) fill(t testing.TB, product string, quantity int) string {
	t.Helper()
	return c.Post(t, "/basket/items", map[string]any{"productId": product, "quantity": quantity}, 201).Text("data", "id")
}

// order adds items to the basket of the client's customer and starts a transfer for it.
func (c *Client) order(t testing.TB, product string, quantity int) *kit.Answer {
	t.Helper()
	return c.Do(t, http.MethodPost, "/payment/bank-transfer", map[string]any{"basketId": c.fill(t, product, quantity)})
}

// held returns how many items are reserved in a tenant, and for how many minutes at most.
func (c *Client) held(t testing.TB) (items, minutes int) {
	t.Helper()
	if err := c.Pool.QueryRow(t.Context(), `SELECT coalesce(sum(quantity), 0),
  coalesce(extract(epoch FROM max(expires_at) - now()) / 60, 0)::int
FROM reservation WHERE tenant_id = $1 AND status = 'held'`, c.Tenant).Scan(&items, &minutes); err != nil {
		t.Fatal(err)
	}
	return items, minutes
}

// verified makes a customer whose email address is verified.
func (c *Client) verified(t testing.TB, email string) kit.Person {
	t.Helper()
	p := c.SignUp(t, email)
	c.exec(t, `UPDATE account SET email_verified_at = now() WHERE tenant_id = $1 AND email = $2`, c.Tenant, email)
	return p
}

// A customer who proved nothing reserves little, and for minutes.
func TestFreeTransfersReserveLittleStock(t *testing.T) {
	t.Parallel()
	shop := Shared(t).Tenant(t)
	eve := shop.As(shop.SignUp(t, "eve@example.com"))
	for i := range 3 {
		eve.order(t, shop.product(t, fmt.Sprint("mug", i), 200), 90)
	}
	if items, minutes := shop.held(t); items > 100 || items == 0 || minutes > 31 {
		t.Errorf("one account without proof reserves %d items for %d minutes", items, minutes)
	}
	// Of one item, all accounts without proof together leave a part for those with one.
	rare := shop.product(t, "rare", 40)
	for i := range 2 {
		shop.At(Address(), shop.SignUp(t, fmt.Sprintf("eve%d@example.com", i)).As()...).order(t, rare, 20)
	}
	ada := shop.At(Address(), shop.verified(t, "ada@example.com").As()...)
	if r := ada.order(t, rare, 8); r.Status != 201 {
		t.Errorf("a customer with proof: %d %s", r.Status, r.Body)
	}
	r := ada.order(t, shop.product(t, "another", 50), 50)
	if until, err := time.Parse(time.RFC3339, r.Text("data", "reservedUntil")); r.Status != 201 || err != nil ||
		time.Until(until) < 70*time.Hour {
		t.Errorf("a customer with proof, another order: %d %s", r.Status, r.Body)
	}
}

// Many accounts of one network reserve no more than a network may, even at the same moment. Those with proof go on.
func TestAccountsOfOneNetworkReserveLittleStock(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]struct {
		most int
		from func(i int) string
	}{
		"an address": {500, func(int) string { return "203.0.113.9" }},
		"a /24":      {1500, func(i int) string { return fmt.Sprintf("198.51.100.%d", i%4) }},
		"a /56":      {1500, func(i int) string { return fmt.Sprintf("2001:db8:1:%x::%d", 0x1100+i%4, i+1) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := Shared(t).Tenant(t)
			mug := shop.product(t, "mug", 100_000)
			var wg sync.WaitGroup
			for i := range 18 {
				eve := shop.At(f.from(i), shop.At(Address()).SignUp(t, fmt.Sprintf("eve%d@example.com", i)).As()...)
				basket := map[string]any{"basketId": eve.fill(t, mug, 99)}
				wg.Go(func() {
					if _, err := eve.Try(t.Context(), http.MethodPost, "/payment/bank-transfer", basket); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			if items, _ := shop.held(t); items > f.most || items < f.most-99 {
				t.Errorf("%d items are reserved, want at most %d", items, f.most)
			}
			ada := shop.At(f.from(0), shop.At(Address()).verified(t, "ada@example.com").As()...)
			if r := ada.order(t, mug, 9); r.Status != 201 {
				t.Errorf("a customer with proof: %d %s", r.Status, r.Body)
			}
		})
	}
}

// An operator lists and releases what is reserved, and the deletion of an account does.
func TestAnOperatorReleasesStock(t *testing.T) {
	t.Parallel()
	shop := Shared(t).Tenant(t)
	mug := shop.product(t, "mug", 10)
	for name, release := range map[string]func(payment, email string) []string{
		"cancel": func(payment, _ string) []string { return []string{"payment", "cancel", shop.Tenant, payment} },
		"delete": func(_, email string) []string { return []string{"user", "delete", shop.Tenant, email} },
	} {
		email := name + "@example.com"
		eve := shop.As(shop.SignUp(t, email))
		payment := eve.order(t, mug, 8).Text("data", "paymentId")
		if out, err := shop.Run(t, "", "payment", "held", shop.Tenant); err != nil ||
			!strings.Contains(out, payment) || !strings.Contains(out, "without proof") {
			t.Errorf("held: %s, %v", out, err)
		}
		if out, err := shop.Run(t, "", release(payment, email)...); err != nil {
			t.Errorf("%s: %s, %v", name, out, err)
		}
		if items, _ := shop.held(t); items != 0 {
			t.Errorf("%s: %d items are still reserved", name, items)
		}
		if n := shop.Count(t, `SELECT coalesce(sum(reserved), 0)::int FROM inventory WHERE tenant_id = $1`,
			shop.Tenant); n != 0 {
			t.Errorf("%s: %d items cannot be sold", name, n)
		}
	}
}

const statementSecret = "a secret of the statement"

// transfers configures transfers with a webhook. The first secret cannot be read, as during a rotation.
func (c *Client) transfers(t testing.TB) {
	t.Helper()
	c.settings(t, `{"transfer": `+transferAccount+`}}`)
}

// transferAccount is the account for transfers in settings, without the closing brace.
const transferAccount = `{"iban": "TR330006100519786457841326", "holder": "Shop",
  "webhookSecrets": ["env:NOT_SET_ANYWHERE", "` + statementSecret + `"]`

// settings sets how the tenant is paid, as an operator does.
func (c *Client) settings(t testing.TB, text string) {
	t.Helper()
	file := filepath.Join(c.Dir, c.Tenant+".json")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := c.Run(t, "", "payment", "settings", c.Tenant, file); err != nil {
		t.Fatalf("%s, %v", out, err)
	}
}

// statement posts a line of a statement and returns its outcome.
func (c *Client) statement(t testing.TB, id, text, amount string) string {
	t.Helper()
	body := []byte(fmt.Sprintf(`{"lines":[{"id":"%s","iban":"TR330006100519786457841326","amount":%s,"currency":"TRY",`+
		`"description":"%s","bookedAt":"2026-11-21T10:00:00Z"}]}`, id, amount, text))
	at := strconv.FormatInt(time.Now().Unix(), 10)
	h := hmac.New(sha256.New, []byte(statementSecret))
	fmt.Fprintf(h, "%s.%s.%s", id, at, body)
	r := c.Do(t, http.MethodPost, "/payment/webhook/bank-transfer/"+c.Tenant, body, "webhook-id", id,
		"webhook-timestamp", at, "webhook-signature", "v1,"+base64.StdEncoding.EncodeToString(h.Sum(nil)))
	if r.Status != 200 {
		t.Errorf("the webhook: %d %s", r.Status, r.Body)
		return ""
	}
	return r.Text("data", "lines", 0)
}

// The stock of a transfer that does not arrive is sold to others. If it arrives later, an operator can record its
// return.
func TestLateTransfersAreBookedOrReturned(t *testing.T) {
	t.Parallel()
	shop := Shared(t).Tenant(t)
	shop.transfers(t)
	mug := shop.product(t, "mug", 10)
	eve, bob := shop.As(shop.SignUp(t, "eve@example.com")), shop.As(shop.SignUp(t, "bob@example.com"))
	first := eve.order(t, mug, 6)
	shop.exec(t, `UPDATE reservation SET expires_at = now() - interval '1 second' WHERE tenant_id = $1`, shop.Tenant)
	testkit.Until(t, "the items can be bought again", func() bool {
		items, _ := shop.held(t)
		return items == 0
	})
	second := bob.order(t, mug, 7)
	if second.Status != 201 {
		t.Fatalf("the items of a reservation that has ended: %d %s", second.Status, second.Body)
	}
	if got := shop.statement(t, "L1", second.Text("data", "referenceCode"), "70"); got != "paid" {
		t.Errorf("in time: %s", got)
	}
	if got := shop.statement(t, "L2", first.Text("data", "referenceCode"), "60"); got != "review: sold out" {
		t.Errorf("late, and sold out: %s", got)
	}
	payment := first.Text("data", "paymentId")
	if out, err := shop.Run(t, "", "payment", "refund", shop.Tenant, payment); err != nil ||
		!strings.Contains(out, "refunded") {
		t.Errorf("the operator sent the money back: %s, %v", out, err)
	}
}
