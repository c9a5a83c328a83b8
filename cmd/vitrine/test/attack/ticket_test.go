package attack

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
)

// makeEvent adds an event with 500 places that ends after a while, and returns its id.
func (c *Client) makeEvent(t testing.TB, slug string, ends time.Duration) (id string) {
	t.Helper()
	if err := c.Pool.QueryRow(t.Context(), `INSERT INTO event (tenant_id, slug, name, status, amount, starts_at, ends_at,
  capacity_max)
VALUES ($1, $2, 'Concert', 'PUBLISHED', 10, now() - interval '1 minute', now() + $3::interval, 500) RETURNING id`,
		c.Tenant, slug, ends).Scan(&id); err != nil {
		t.Fatal(err)
	}
	return id
}

// buyTickets buys tickets by bank transfer. It returns their order and the texts of their codes.
func (c *Client) buyTickets(t testing.TB, p kit.Person, event string, n int) (order string, codes []string) {
	t.Helper()
	own := c.As(p)
	basket := own.Post(t, "/basket/items", map[string]any{"eventId": event, "quantity": n},
		http.StatusCreated)
	begun := own.Post(t, "/payment/bank-transfer", map[string]any{"basketId": basket.Text("data", "id")},
		http.StatusCreated)
	line, err := json.Marshal(map[string]any{"id": begun.Text("data", "paymentId"), "iban": begun.Text("data", "iban"),
		"amount": begun.At("data", "amount"), "currency": begun.Text("data", "currency"),
		"description": begun.Text("data", "referenceCode"), "bookedAt": "2026-11-21"})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "lines.jsonl")
	if err := os.WriteFile(file, append(line, '\n'), 0o644); err != nil { //nolint:gosec // no secret
		t.Fatal(err)
	}
	if out, err := c.Run(t, "", "statement", "import", file, "--tenant", c.Tenant); err != nil {
		t.Fatalf("statement import: %v\n%s", err, out)
	}
	var list *kit.Answer
	testkit.Until(t, "the tickets are there", func() bool {
		list = own.Do(t, http.MethodGet, "/event/tickets?limit=100", nil)
		return len(codesOf(list, event)) >= n
	})
	codes = codesOf(list, event)
	return list.Text("data", 0, "orderId"), codes[len(codes)-n:]
}

func codesOf(list *kit.Answer, event string) (codes []string) {
	for i := range 100 {
		if list.Text("data", i, "event", "id") == event {
			codes = append(codes, list.Text("data", i, "qr", "data"))
		}
	}
	return codes
}

// makeGate returns the client of a gate with a key of its own.
func (c *Client) makeGate(t testing.TB, name string) *Client {
	t.Helper()
	out, err := c.Run(t, "", "gate-key", c.Tenant, name)
	if err != nil {
		t.Fatalf("gate-key: %v\n%s", err, out)
	}
	return c.At(c.From, "Authorization", "Bearer "+strings.TrimSpace(out))
}

// scan checks a code in and returns the outcome, or the status of another answer.
func (c *Client) scan(t testing.TB, code, nonce string) string {
	t.Helper()
	r := c.Do(t, http.MethodPost, "/event/tickets/check-in", map[string]any{"code": code, "nonce": nonce})
	if r.Status != http.StatusOK {
		return fmt.Sprint(r.Status)
	}
	return r.Text("data", "outcome")
}

// A ticket opens the door once, as it was issued, and until its event is over.
func TestATicketAdmitsOnceAndInTime(t *testing.T) {
	t.Parallel()
	c := Shared(t).Tenant(t)
	ada := c.SignUp(t, "ada@example.com")
	concert, soon := c.makeEvent(t, "concert", 3*time.Hour), c.makeEvent(t, "soon", 3*time.Hour)
	_, short := c.buyTickets(t, ada, soon, 2)
	_, codes := c.buyTickets(t, ada, concert, 2)
	north, south := c.makeGate(t, "north"), c.makeGate(t, "south")
	code := codes[1]
	for what, other := range map[string]string{"a line break": code + "\n", "two line breaks": code + "\r\n",
		"a line break in the signature": code[:len(code)-9] + "\n" + code[len(code)-9:], "padding": code + "==",
		"a fourth part": code + ".x", "a character": code + "A", "a space": code + " ", "a space before": " " + code} {
		if got := north.scan(t, other, "nonce-changed"); got != "404" {
			t.Errorf("a ticket with %s: %s, want 404", what, got)
		}
	}
	f := func(what string, gate *Client, code, nonce, want string) {
		t.Helper()
		if got := gate.scan(t, code, nonce); got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	f("the first scan", north, codes[0], "scan-0001", "ok")
	f("the same scan again", north, codes[0], "scan-0001", "ok")
	f("a copy at another gate, with the same nonce", south, codes[0], "scan-0001", "already_used")
	f("a copy at the same gate", north, codes[0], "scan-0002", "already_used")

	// The event decides when its tickets expire, so the test need not wait.
	if d := time.Until(expiry(t, short[0])); d < 2*time.Hour || d > 3*time.Hour {
		t.Errorf("the ticket expires in %v, want the end of its event", d)
	}
	move := func(by string) {
		t.Helper()
		c.exec(t, `UPDATE event SET ends_at = now() + $3::text::interval WHERE tenant_id = $1 AND id = $2`,
			c.Tenant, soon, by)
	}
	move("-1 second")
	f("after the event", north, short[0], "scan-0003", "expired")
	move("1 hour")
	f("after the event was extended", north, short[1], "scan-0004", "ok")
	f("a scan that is repeated", north, short[0], "scan-0003", "expired")
}

// expiry returns the claim exp of a ticket.
func expiry(t testing.TB, code string) time.Time {
	t.Helper()
	payload, err := base64.RawURLEncoding.DecodeString(strings.Split(code, ".")[1])
	if err != nil {
		t.Fatal(err)
	}
	var claims struct{ Exp int64 }
	if err := json.Unmarshal(payload, &claims); err != nil || claims.Exp == 0 {
		t.Fatalf("%s: %v", payload, err)
	}
	return time.Unix(claims.Exp, 0)
}

// multiply copies a ticket of an order, so that the order has n more.
func (c *Client) multiply(t testing.TB, order string, n int) {
	t.Helper()
	c.exec(t, `INSERT INTO ticket (tenant_id, id, account_id, order_id, order_item_id, seq, event_id, code, created_at)
SELECT k.tenant_id, object_id(), k.account_id, k.order_id, k.order_item_id, i, k.event_id, k.code, k.created_at
FROM (SELECT * FROM ticket WHERE tenant_id = $1 AND order_id = $2 LIMIT 1) k, generate_series(1000, 999 + $3) i`,
		c.Tenant, order, n)
}

// An order with 594 tickets comes in pages, and its pictures cost little.
func TestLargeOrdersComeInPages(t *testing.T) {
	t.Parallel()
	c := Shared(t).Tenant(t)
	ada := c.SignUp(t, "ada@example.com")
	order, _ := c.buyTickets(t, ada, c.makeEvent(t, "concert", time.Hour), 1)
	c.multiply(t, order, 593)
	own := c.As(ada)
	count := func(r *kit.Answer) int { all, _ := r.At("data").([]any); return len(all) }
	begun := time.Now()
	r := own.Do(t, http.MethodGet, "/event/tickets/"+order+"?include=image", nil)
	if n := count(r); r.Status != 200 || n != 10 || fmt.Sprint(r.At("meta", "totalRecords")) != "594" {
		t.Errorf("without a limit: %d, %d tickets in %v, meta %v", r.Status, n, time.Since(begun), r.At("meta"))
	}
	begun = time.Now()
	r = own.Do(t, http.MethodGet, "/event/tickets/"+order+"?include=image&limit=100&page=6", nil)
	if n := count(r); r.Status != 200 || n != 94 || time.Since(begun) > 2*time.Second || len(r.Body) > 2<<20 {
		t.Errorf("the last page: %d, %d tickets, %d bytes in %v", r.Status, n, len(r.Body), time.Since(begun))
	}
	if image := r.Text("data", 0, "qr", "image"); !strings.HasPrefix(image, "<svg ") {
		t.Errorf("the picture: %.60q", image)
	}
	one := own.Do(t, http.MethodGet, "/event/tickets/"+r.Text("data", 0, "id")+"/image", nil)
	if one.Status != 200 || one.Header.Get("Content-Type") != "image/svg+xml" ||
		string(one.Body) != r.Text("data", 0, "qr", "image") {
		t.Errorf("one picture: %d %s %.60q", one.Status, one.Header.Get("Content-Type"), one.Body)
	}
	eve := c.As(c.SignUp(t, "eve@example.com"))
	if r := eve.Do(t, http.MethodGet, "/event/tickets/"+r.Text("data", 0, "id")+"/image", nil); r.Status != 404 {
		t.Errorf("another's picture: %d", r.Status)
	}
}

// A gate that follows the list of revoked tickets gets all of them, however many there are.
func TestTheListOfRevokedTicketsIsComplete(t *testing.T) {
	t.Parallel()
	const many = 50_100 // a part has 50,000
	c := Shared(t).Tenant(t)
	ada := c.SignUp(t, "ada@example.com")
	order, _ := c.buyTickets(t, ada, c.makeEvent(t, "concert", time.Hour), 1)
	c.multiply(t, order, many)
	c.exec(t, `
UPDATE ticket SET status = 'refunded', revoked_at = now() - interval '1 hour' - seq * interval '1 millisecond'
WHERE tenant_id = $1 AND seq >= 1000`, c.Tenant)
	gate := c.makeGate(t, "door")
	known := map[string]bool{}
	read := func(since string) (next string, more bool) {
		t.Helper()
		path := "/event/tickets/revoked"
		if since != "" {
			path += "?since=" + since
		}
		r := gate.Do(t, http.MethodGet, path, nil)
		parts := strings.Split(r.Text("data", "list"), ".")
		if len(parts) != 3 {
			t.Fatalf("revoked: %d %.200s", r.Status, r.Body)
		}
		payload, err := base64.RawURLEncoding.DecodeString(parts[1])
		if err != nil {
			t.Fatal(err)
		}
		var list struct {
			Tid         []string
			Since, Next string
			More        bool
		}
		if err := json.Unmarshal(payload, &list); err != nil {
			t.Fatal(err)
		}
		if more, _ := r.At("data", "more").(bool); more != list.More || r.Text("data", "next") != list.Next ||
			list.Since != since {
			t.Errorf("the signed part says since %q, next %q, more %v", list.Since, list.Next, list.More)
		}
		for _, id := range list.Tid {
			known[id] = true
		}
		return list.Next, list.More
	}
	next, more := read("")
	for more {
		next, more = read(next)
	}
	if len(known) != many {
		t.Fatalf("the gate knows %d revoked tickets of %d", len(known), many)
	}
	c.exec(t, `UPDATE ticket SET status = 'refunded', revoked_at = now() WHERE tenant_id = $1 AND seq < 1000`, c.Tenant)
	if _, more := read(next); more || len(known) != many+1 {
		t.Errorf("later the gate knows %d revoked tickets of %d", len(known), many+1)
	}
	for _, wrong := range []string{"0", "%00", "%ff", "1-2-3", "99999999999999999999-0-", strings.Repeat("9", 300)} {
		if r := gate.Do(t, http.MethodGet, "/event/tickets/revoked?since="+wrong, nil); r.Status != 400 {
			t.Errorf("since=%.20s: %d, want 400", wrong, r.Status)
		}
	}
}
