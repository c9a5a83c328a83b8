package orders

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/writesvc/payment/settle"
	"vitrine/writesvc/ticket"
)

func TestARefundTakesTicketsAndPlacesBack(t *testing.T) {
	t.Parallel()
	s := openOrders(t)
	ada, eve := s.SignUp(t, "ada@example.com"), s.SignUp(t, "eve@example.com")
	paid, end := s.buy(t, s.fill(t, ada, s.event, 2, s.product, 1), goodCard)
	order := end.Text("data", "order", "id")
	for _, path := range []string{"/order/" + order, "/event/tickets/" + order} {
		s.Request(t, http.MethodGet, path, eve.As()...).Want(t, path+" of another", 404, "NOT_FOUND")
		s.Request(t, http.MethodGet, path).Want(t, path+" of nobody", 401, "UNAUTHENTICATED")
	}
	for _, odd := range []string{"x.css", "%2e%2e", "tickets%2f..", strings.Repeat("a", 8000), order + ";a.css",
		strings.ToUpper(order)} {
		if r := s.Request(t, http.MethodGet, "/event/tickets/"+odd, ada.As()...); r.Status != 404 && r.Status != 400 {
			t.Errorf("/event/tickets/%.30s: %d", odd, r.Status)
		}
	}
	s.Post(t, "/payment/3ds/complete", map[string]any{"paymentId": paid}, eve.As()...).Want(t, "another's payment", 404,
		"NOT_FOUND")
	news := s.Request(t, http.MethodGet, "/notification", ada.As()...).Text("data", 0, "id")
	if r := s.Request(t, http.MethodGet, "/notification", eve.As()...); !strings.Contains(string(r.Body), `"data":[]`) {
		t.Errorf("another's notifications: %s", r.Body)
	}
	s.Request(t, http.MethodPut, "/notification/"+news+"/read", eve.As()...).Want(t, "another's notification", 404,
		"NOT_FOUND")
	one := s.Request(t, http.MethodPut, "/notification/"+news+"/read", ada.As()...).Want(t, "read", 200, "")
	s.Advance(time.Minute)
	if two := s.Request(t, http.MethodPut, "/notification/"+news+"/read", ada.As()...); two.Text("data",
		"readAt") != one.Text("data", "readAt") || one.Text("data", "status") != "READ" {
		t.Errorf("read twice: %s, %s", one.Body, two.Body)
	}

	// A part, twice at once: the amount paid limits both.
	var wg sync.WaitGroup
	errs := make([]error, 2)
	for i := range errs {
		wg.Go(func() {
			errs[i] = settle.Refund(t.Context(), s.Pool, settle.RefundRequest{Tenant: "shop", Payment: paid, Amount: 30000})
		})
	}
	wg.Wait()
	if (errs[0] == nil) == (errs[1] == nil) {
		t.Errorf("300 of 519.90 were given back twice: %v, %v", errs[0], errs[1])
	}
	s.reconcile(t)
	r := s.Request(t, http.MethodGet, "/order/"+order, ada.As()...)
	if r.Text("data", "status") != "PARTIALLY_REFUNDED" || !strings.Contains(string(r.Body), `"refunded":300,`) {
		t.Errorf("a part: %s", r.Body)
	}
	if err := settle.Void(t.Context(), s.Pool, settle.RefundRequest{Tenant: "shop", Payment: paid}); err == nil {
		t.Error("a partly refunded payment was voided")
	}
	for range 2 { // the same request twice, with its key
		if err := settle.Refund(t.Context(), s.Pool, settle.RefundRequest{Tenant: "shop", Payment: paid,
			Key: "rest"}); err != nil {
			t.Fatal(err)
		}
	}
	s.reconcile(t)
	r = s.Request(t, http.MethodGet, "/order/"+order, ada.As()...)
	if r.Text("data", "status") != "REFUNDED" || !strings.Contains(string(r.Body), `"refunded":519.9,`) {
		t.Errorf("the rest: %s", r.Body)
	}
	tickets := s.Request(t, http.MethodGet, "/event/tickets", ada.As()...)
	if tickets.Text("data", 0, "status") != "refunded" || tickets.At("data", 0, "qr") != nil {
		t.Errorf("tickets: %s", tickets.Body)
	}
	if n := s.Count(t, `SELECT sum(sold)::int FROM inventory`); n != 0 {
		t.Errorf("%d are sold", n)
	}
	if n := s.Count(t, `SELECT sum(captured - refunded)::int FROM sandbox_order`); n != 0 {
		t.Errorf("the bank holds %d", n)
	}
	all := s.Request(t, http.MethodPut, "/notification/read-all", ada.As()...).Want(t, "read all", 200, "")
	if r := s.Request(t, http.MethodGet, "/notification?status=unread", ada.As()...); !strings.Contains(string(all.Body),
		`"updated":2`) || !strings.Contains(string(r.Body), `"unreadCount":0`) {
		t.Errorf("read all: %s, then %s", all.Body, r.Body)
	}

	// A void. Then one that the bank has settled already, which becomes a refund.
	for number, want := range map[string]string{goodCard: "voided", "5406670000000009": "refunded"} {
		paid, _ := s.buy(t, s.fill(t, eve, s.product, 1), number)
		if err := settle.Void(t.Context(), s.Pool, settle.RefundRequest{Tenant: "shop", Payment: paid}); err != nil {
			t.Fatal(err)
		}
		s.reconcile(t)
		if n := s.Count(t, `SELECT count(*) FROM payment WHERE id = $1 AND status = $2`, paid, want); n != 1 {
			t.Errorf("%s: not %s", number, want)
		}
	}
}

func TestATicketLetsInOnce(t *testing.T) {
	t.Parallel()
	s := openOrders(t)
	ada := s.SignUp(t, "ada@example.com")
	_, end := s.buy(t, s.fill(t, ada, s.event, 2), goodCard)
	tickets := s.Request(t, http.MethodGet, "/event/tickets/"+end.Text("data", "order", "id"), ada.As()...)
	code := tickets.Text("data", 0, "qr", "data")
	key, err := ticket.NewGateKey(t.Context(), s.Pool, "shop", "door", s.event)
	if err != nil {
		t.Fatal(err)
	}
	elsewhere, err := ticket.NewGateKey(t.Context(), s.Pool, "shop", "another door", "0123456789abcdef01234567")
	if err != nil {
		t.Fatal(err)
	}
	scan := func(key, code, nonce string) *kit.Answer {
		r, err := s.Try(t.Context(), http.MethodPost, "/event/tickets/check-in", map[string]any{"code": code, "nonce": nonce},
			"Authorization", "Bearer "+key)
		if err != nil {
			t.Error(err)
			return &kit.Answer{}
		}
		return r
	}
	var wg sync.WaitGroup
	outcomes := make([]string, 20)
	for i := range outcomes {
		wg.Go(func() { outcomes[i] = scan(key, code, fmt.Sprintf("nonce-%04d", i)).Text("data", "outcome") })
	}
	wg.Wait()
	in := -1
	for i, o := range outcomes {
		switch {
		case o == "ok" && in < 0:
			in = i
		case o != "already_used":
			t.Errorf("gate %d: %s", i, o)
		}
	}
	if in < 0 {
		t.Fatal("no sign-in succeeded")
	}
	if o := scan(key, code, fmt.Sprintf("nonce-%04d", in)).Text("data", "outcome"); o != "ok" {
		t.Errorf("the same scan again: %s", o)
	}
	second := tickets.Text("data", 1, "qr", "data")
	if o := scan(elsewhere, second, "nonce-elsewhere").Text("data", "outcome"); o != "other_event" {
		t.Errorf("another event's gate: %s", o)
	}
	scan(ada.Access, second, "nonce-customer").Want(t, "a customer as a gate", 401, "UNAUTHENTICATED")
	last := second[:len(second)-1] + map[bool]string{true: "A", false: "B"}[second[len(second)-1] != 'A']
	for what, forged := range map[string]string{"a flipped signature": last, "another version": "R1" + second[2:],
		"no ticket": "x", "nothing": "", "three dots": second + ".x"} {
		scan(key, forged, "nonce-forged").Want(t, what, 404, "NOT_FOUND")
	}
	// Text that Postgres cannot store is no nonce and no key id. It is rejected before the signature is checked.
	scan(key, second, "nonce\x00nonce").Want(t, "a nonce with a NUL", 400, "INVALID_PARAMETER")
	kid := base64.RawURLEncoding.EncodeToString([]byte(`{"v":1,"kid":"\u0000"}`))
	scan(key, "T1."+kid+second[strings.LastIndex(second, "."):], "nonce-forged").Want(t, "a key with a NUL", 404,
		"NOT_FOUND")
	keys := s.Request(t, http.MethodGet, "/event/tickets/keys").Want(t, "keys", 200, "")
	if keys.Text("data", 0, "alg") != "Ed25519" || len(keys.Text("data", 0, "public")) != 43 {
		t.Errorf("keys: %s", keys.Body)
	}
	if r := s.Request(t, http.MethodGet, "/event/tickets/revoked", "Authorization",
		"Bearer "+key); !strings.HasPrefix(r.Text("data", "list"), "R1.") {
		t.Errorf("revoked: %s", r.Body)
	}
}

func TestATransferIsPaidByTheStatementAlone(t *testing.T) {
	t.Parallel()
	s := openOrders(t)
	lines := 0
	hook := func(headers []string, body string) *kit.Answer {
		at := s.Now()
		id := "msg-" + strconv.Itoa(lines)
		signature, err := s.Write.Payment().Transfer().SignStatement(t.Context(), "shop", id, at, []byte(body))
		if err != nil {
			t.Fatal(err)
		}
		given := map[string]string{"x-service-client": "-", "webhook-id": id,
			"webhook-timestamp": strconv.FormatInt(at.Unix(), 10), "webhook-signature": signature}
		for i := 0; i+1 < len(headers); i += 2 {
			given[headers[i]] = headers[i+1]
		}
		var all []string
		for k, v := range given {
			all = append(all, k, v)
		}
		return s.Post(t, "/payment/webhook/bank-transfer/shop", body, all...)
	}
	line := func(text, amount, currency string) string {
		lines++
		return fmt.Sprintf(
			`{"lines":[{"id":"L%d","iban":"TR330006100519786457841326","amount":%s,"currency":"%s",`+
				`"description":"%s","bookedAt":"2026-11-21T10:00:00Z"}]}`, lines, amount, currency, text)
	}
	begin := func(p kit.Person, n int) (id, reference string) {
		r := s.Post(t, "/payment/bank-transfer", map[string]any{"basketId": s.fill(t, p, s.product, n)}).Want(t, "transfer",
			201, "")
		return r.Text("data", "paymentId"), r.Text("data", "referenceCode")
	}
	verify := func(id, want string) {
		t.Helper()
		if r := s.Request(t, http.MethodPost, "/payment/bank-transfer/"+id+"/verify").Want(t, "verify", 200,
			""); r.Text("data", "status") != want {
			t.Errorf("verify: %s, want %s", r.Body, want)
		}
	}
	ada := s.SignUp(t, "ada@example.com")
	id, ref := begin(ada, 2)
	verify(id, "pending") // reading changes nothing
	verify(id, "pending")
	if len(ref) != 11 || ref[5] != '-' {
		t.Errorf("reference: %s", ref)
	}
	sloppy := strings.NewReplacer("0", "o", "1", "l", "-", " ").Replace(strings.ToLower(ref))
	part := line("EFT ref "+sloppy+" tesekkurler", "19.80", "TRY")
	if r := hook(nil, part); r.Text("data", "lines", 0) != "part" {
		t.Errorf("a part: %s", r.Body)
	}
	verify(id, "partially_paid")
	if r := hook(nil, part); r.Text("data", "lines", 0) != "part" { // a repeated line counts once
		t.Errorf("the same line: %s", r.Body)
	}
	verify(id, "partially_paid")
	if r := hook(nil, line(ref, "20", "EUR")); r.Text("data", "lines", 0) != "review: another currency" {
		t.Errorf("another currency: %s", r.Body)
	}
	// a description may contain anything
	if r := hook(nil, line(`happy\u0000birthday`, "20", "TRY")); r.Text("data", "lines", 0) != "no reference" {
		t.Errorf("a NUL: %s", r.Body)
	}
	if r := hook(nil, line("happy birthday", "20", "TRY")); r.Text("data", "lines", 0) != "no reference" {
		t.Errorf("no reference: %s", r.Body)
	}
	verify(id, "partially_paid")
	if r := hook(nil, line(ref, "20", "TRY")); r.Text("data", "lines", 0) != "paid" {
		t.Errorf("the rest: %s", r.Body)
	}
	verify(id, "succeeded")
	if r := hook(nil, line(ref, "20", "TRY")); r.Text("data", "lines", 0) != "review: late" {
		t.Errorf("once more: %s", r.Body)
	}
	id, ref = begin(ada, 1)
	if r := hook(nil, line(ref, "25", "TRY")); r.Text("data", "lines", 0) != "paid, and more than was due" {
		t.Errorf("more: %s", r.Body)
	}
	verify(id, "succeeded")
	id, ref = begin(ada, 1)
	s.Advance(73 * time.Hour)
	s.reconcile(t)
	if r := hook(nil, line(ref, "19.9", "TRY")); r.Text("data", "lines", 0) != "review: late" {
		t.Errorf("late: %s", r.Body)
	}
	verify(id, "review") // the money is in the books, so that its return can be recorded
	id, ref = begin(s.SignUp(t, "bob@example.com"), 1)
	hook(nil, line(ref, "1", "TRY"))
	s.Advance(73 * time.Hour)
	s.reconcile(t)
	verify(id, "review")
	// Another currency, a second payment, too much, too late, and only a part: each is left to a person, and the customer
	// is notified.
	if n := s.Count(t, `SELECT count(*) FROM notification WHERE type = 'payment-review'`); n != 5 {
		t.Errorf("%d notifications of the customer that it was seen", n)
	}

	for what, headers := range map[string][]string{
		"no signature": {"webhook-signature", "-"}, "another's": {"webhook-signature", "v1,AAAA"},
		"an old one": {"webhook-timestamp", "1700000000"}, "no time": {"webhook-timestamp", "-"},
	} {
		lines++
		hook(headers, line(ref, "1", "TRY")).Want(t, what, 401, "SIGNATURE_INVALID")
	}
	if n := s.Count(t, `SELECT count(*) FROM orders`); n != 2 {
		t.Errorf("%d orders", n)
	}
}

func TestTheNotificationStreamReportsOrders(t *testing.T) {
	t.Parallel()
	s := openOrders(t)
	ada := s.SignUp(t, "ada@example.com")
	s.buy(t, s.fill(t, ada, s.product, 1), goodCard)
	listen := func(last string) *bufio.Scanner {
		rq, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+s.Address()+"/v1/notification/stream",
			nil)
		if err != nil {
			t.Fatal(err)
		}
		rq.Header.Set("x-service-client", "shop")
		rq.Header.Set("Authorization", "Bearer "+ada.Access)
		if last != "" {
			rq.Header.Set("Last-Event-ID", last)
		}
		rs, err := (&http.Client{}).Do(rq)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { rs.Body.Close() })
		if rs.StatusCode != 200 || rs.Header.Get("Content-Type") != "text/event-stream" {
			t.Fatalf("the stream: %d %v", rs.StatusCode, rs.Header)
		}
		in := bufio.NewScanner(rs.Body)
		in.Scan() // the stream is open
		return in
	}
	next := func(in *bufio.Scanner, prefix string) string {
		for in.Scan() {
			if rest, ok := strings.CutPrefix(in.Text(), prefix); ok {
				return rest
			}
		}
		t.Fatalf("the stream ended: %v", in.Err())
		return ""
	}
	in := listen("")
	_, end := s.buy(t, s.fill(t, ada, s.product, 1), goodCard)
	id := next(in, "id: ")
	if data := next(in, "data: "); !strings.Contains(data, end.Text("data", "order", "id")) {
		t.Errorf("the stream: %s", data) // about the second order; the first is older than the stream
	}
	n, err := strconv.Atoi(id)
	if err != nil {
		t.Fatal(err)
	}
	again := listen(strconv.Itoa(n - 1))
	if got := next(again, "id: "); got != id {
		t.Errorf("from %d on: %s, want %s", n-1, got, id)
	}
	for range 4 { // the sixth one ends the first one
		listen("")
	}
	for in.Scan() {
		if text := in.Text(); text != "" && text != ":" && text != "retry: 60000" {
			t.Errorf("the oldest stream, after the sixth one: %s", text)
		}
	}
	s.Request(t, http.MethodGet, "/notification/stream").Want(t, "without a session", 401, "UNAUTHENTICATED")
}
