package orders

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/evidence"
	"vitrine/internal/proving"
	"vitrine/internal/schema/schematest"
	"vitrine/writesvc/payment/pos/iyzico"
	"vitrine/writesvc/payment/pos/nestpay"
	pay "vitrine/writesvc/payment/settings"
	"vitrine/writesvc/payment/settle"
)

// A nestpayModel is a model of a bank with the NestPay interface: its XML, and accounts.
type nestpayModel struct {
	mu    sync.Mutex
	taken map[string]string // amounts, by order
	void  map[string]bool
}

const nestpayClient, nestpayKey = "190100000", "store-key"

func (m *nestpayModel) ServeHTTP(w http.ResponseWriter, rq *http.Request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var q struct {
		Type    string `xml:"Type"`
		OrderID string `xml:"OrderId"`
		Total   string `xml:"Total"`
	}
	if err := xml.NewDecoder(rq.Body).Decode(&q); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	response, code, text, extra := "Approved", "00", "", ""
	amount, took := m.taken[q.OrderID]
	switch q.Type {
	case "Auth":
		if took {
			response, code = "Error", "99"
			break
		}
		m.taken[q.OrderID] = q.Total
	case "Void":
		m.void[q.OrderID] = true
	case "": // the state of an order
		stat := "S"
		if m.void[q.OrderID] {
			stat = "V"
		}
		if !took {
			response, code, text = "Declined", "99", "No record found for "+q.OrderID
		} else {
			extra = "<ORDERSTATUS>ORD_ID:" + q.OrderID + "</ORDERSTATUS><TRANS_STAT>" + stat + "</TRANS_STAT><CAPTURE_AMT>" +
				amount + "</CAPTURE_AMT><CURRENCY>949</CURRENCY><TRANS_ID>T" + q.OrderID + "</TRANS_ID>"
		}
	}
	fmt.Fprintf(w,
		`<?xml version="1.0" encoding="ISO-8859-9"?><CC5Response><OrderId>%s</OrderId>`+
			`<Response>%s</Response><ProcReturnCode>%s</ProcReturnCode><ErrMsg>%s</ErrMsg><TransId>T%s</TransId>`+
			`<Extra>%s</Extra></CC5Response>`, q.OrderID, response, code, text, q.OrderID, extra)
}

func (m *nestpayModel) held() (sum float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for order, amount := range m.taken {
		var a float64
		fmt.Sscan(amount, &a)
		if !m.void[order] {
			sum += a
		}
	}
	return sum
}

// callback returns the bank's message, as the browser posts it.
func (m *nestpayModel) callback(t testing.TB, page string) (to string, form url.Values) {
	t.Helper()
	_, sent := formOf(t, page)
	form = url.Values{"mdStatus": {"1"}, "md": {"md" + sent.Get("oid")}, "xid": {"x"}, "eci": {"05"}, "cavv": {"c"},
		"hashAlgorithm": {"ver3"}}
	for _, name := range []string{"clientid", "oid", "amount", "currency", "taksit"} {
		form.Set(name, sent.Get(name))
	}
	form.Set("HASH", nestpay.HashV3(form, nestpayKey))
	return sent.Get("okUrl"), form
}

var servedAt = regexp.MustCompile(`API +(http://[0-9.]+:\d+)/v1`)

// The process is killed by SIGKILL at each point between claim and commit, and during a refund. After its restart and
// its query to the bank, money and order agree. The program has no hooks for this: banks stop it, and locks that the
// test holds.
func TestKillingTheProcessLeavesMoneyAndOrderInAgreement(t *testing.T) {
	t.Parallel()
	if !proving.Long() {
		t.Skip("SKIPPED: the long form, by make prove. TestKilledAnywhereMoneyAndOrderAgree is the short one")
	}
	path := buildVitrine(t)
	for _, provider := range []string{"sandbox", "nestpay", "iyzico", "iyzico's page"} {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			found := evidence.Begin(t, evidence.Finding{Promise: evidence.MoneyOnce,
				Title: "The process is killed during a payment: " + provider,
				Done: []string{"SIGKILL at each point between claim and commit", "SIGKILL during a refund",
					"the customer reloads the bank's answer after the restart"},
				Judge: "After each restart: orders and stock that is sold with the money that the bank holds."})
			db := schematest.Open(t)
			if _, err := db.Pool.Exec(t.Context(),
				`INSERT INTO tenant (id, name, currency) VALUES ('shop', 'Shop', 'TRY')`); err != nil {
				t.Fatal(err)
			}
			product := makeMug(t, db, 100)
			v := openVictim(t, path, db)
			s := &ordersApp{}
			var st *stage
			var at string
			onPage := provider == "iyzico's page" // iyzico charges on its page before it calls back
			held := func() float64 {
				return float64(v.count(`SELECT coalesce(sum(captured - refunded), 0)::int FROM sandbox_order`)) / 100
			}
			begin := func(r *kit.Answer) (string, url.Values) { return s.atBank(t, r.Text("data", "html"), "123456") }
			points := []string{"lock bank", "lock order", "committed"}
			switch provider {
			case "nestpay":
				m := &nestpayModel{taken: map[string]string{}, void: map[string]bool{}}
				st, at = openStage(t, m)
				held, begin = m.held, func(r *kit.Answer) (string, url.Values) { return m.callback(t, r.Text("data", "html")) }
				set(t, db, pay.Settings{Provider: provider, Accounts: account(t, provider, nestpay.Config{
					ClientID: nestpayClient, User: "u", Password: "p", StoreKey: nestpayKey, GateURL: at + "/gate",
					APIURL: at + "/api",
				})})
			case "iyzico", "iyzico's page":
				m := newIyzicoModel(t)
				st, at = openStage(t, m)
				held, begin = m.held, func(*kit.Answer) (string, url.Values) { return m.callback("1") }
				if onPage {
					begin = func(r *kit.Answer) (string, url.Values) { return s.payAt(t, r.Text("data", "url"), goodCard) }
				}
				set(t, db, pay.Settings{Provider: "iyzico", Cards: map[bool]string{true: "hosted", false: "form"}[onPage],
					Accounts: account(t, "iyzico", iyzico.Config{
						APIKey: iyzicoKey, SecretKey: iyzicoSecret, URL: at, Address: "x", City: "x", Country: "x",
					})})
			}
			if st != nil {
				points = []string{"dial", "auth before", "auth after", "lock order", "committed"}
			}
			body := kit.SignUp("ada@example.com")
			bearer := "Bearer " + kit.PersonOf(v.post("/auth/signup", body, 201)).Access
			sold := 0
			for _, point := range points {
				basket := v.post("/basket/items", map[string]any{"productId": product, "quantity": 1}, 201, "Authorization",
					bearer).Text("data", "id")
				how, body := "/payment/3ds", card(basket, goodCard)
				if onPage {
					how, body = "/payment/hosted", map[string]any{"basketId": basket}
				}
				started := v.post(how, body, 200, "Accept", "application/json")
				id := started.Text("data", "paymentId")
				to, form := begin(started)
				var reached chan struct{}
				if st != nil {
					reached = st.set(point)
				}
				unlock := func() {}
				if table, ok := map[string]string{"lock bank": "sandbox_order", "lock order": "orders"}[point]; ok {
					tx, err := db.Pool.Begin(t.Context())
					if err != nil {
						t.Fatal(err)
					}
					if _, err := tx.Exec(t.Context(), `LOCK TABLE `+table+` IN SHARE MODE`); err != nil {
						t.Fatal(err)
					}
					unlock = func() {
						if err := tx.Rollback(t.Context()); err != nil {
							t.Fatal(err)
						}
					}
				}
				var customer sync.WaitGroup
				customer.Go(func() { _, _ = v.form(to, form) })
				switch {
				case strings.HasPrefix(point, "lock"):
					v.waiting()
				case point == "committed":
					v.until("the money is taken", func() bool {
						return v.count(`SELECT count(*) FROM payment WHERE id = $1 AND status = 'succeeded'`, id) == 1
					})
				default:
					<-reached
				}
				v.kill()
				if slices.Contains([]string{"dial", "auth before", "auth after"}, point) {
					st.buried()
				}
				unlock()
				customer.Wait()
				if point != "committed" && v.count(`SELECT count(*) FROM payment WHERE id = $1 AND status = 'processing'`,
					id) != 1 {
					t.Errorf("killed at %s: it was not between claim and commit", point)
				}
				v.start()
				if _, err := v.form(to, form); err != nil { // the customer reloads the page
					t.Errorf("killed at %s: the callback once more: %v", point, err)
				}
				v.settled()
				r := v.post("/payment/3ds/complete", map[string]any{"paymentId": id}, 200)
				status := r.Text("data", "status")
				switch {
				case status == "succeeded":
					sold++
				case status != "failed":
					t.Errorf("killed at %s: %s", point, r.Body)
				}
				if lost := !onPage && (point == "dial" || point == "auth before"); point != "lock bank" &&
					(status == "failed") != lost {
					t.Errorf("killed at %s: %s", point, status)
				}
				orders, tally := v.count(`SELECT count(*) FROM orders WHERE status = 'PAID'`), v.count(`SELECT coalesce(sum(sold),
					0)::int FROM inventory WHERE tenant_id = 'shop'`)
				if orders != sold || tally != sold || fmt.Sprintf("%.2f", held()) != fmt.Sprintf("%.2f", 19.9*float64(sold)) {
					t.Fatalf("killed at %s: %d orders, %d sold, %d expected, the bank holds %.2f", point, orders, tally, sold, held())
				}
				if r, err := v.ask(http.MethodDelete, v.base+"/v1/basket", "", nil, "Authorization", bearer); err != nil ||
					r.Status != 200 {
					t.Fatalf("clear the basket: %+v, %v", r, err)
				}
				t.Logf("killed at %s: %s, %d orders, the bank holds %.2f", point, status, orders, held())
			}
			found.Count("kills during a payment", int64(len(points)))
			found.Count("paid and ordered", int64(sold))
			if st == nil {
				return
			}
			// And during a refund.
			for _, point := range []string{"void before", "void after"} {
				var id string
				if err := db.Pool.QueryRow(t.Context(), `SELECT id FROM payment WHERE status = 'succeeded' ORDER BY created_at
					LIMIT 1`).Scan(&id); err != nil {
					t.Fatal(err)
				}
				reached := st.set(point)
				if err := settle.Void(t.Context(), db.Pool, settle.RefundRequest{Tenant: "shop", Payment: id}); err != nil {
					t.Fatal(err)
				}
				<-reached
				v.kill()
				st.buried()
				v.start()
				v.settled()
				sold--
				if n := v.count(`SELECT count(*) FROM payment WHERE id = $1 AND status = 'voided'`, id); n != 1 ||
					fmt.Sprintf("%.2f", held()) != fmt.Sprintf("%.2f", 19.9*float64(sold)) {
					t.Errorf("killed at %s: %d voided, the bank holds %.2f, %d are sold", point, n, held(), sold)
				}
				t.Logf("killed at %s: voided, the bank holds %.2f", point, held())
			}
		})
	}
}

// account returns a tenant's account at a bank, as settings store it.
func account(t testing.TB, bank string, config any) map[string]json.RawMessage {
	t.Helper()
	text, err := json.Marshal(config)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]json.RawMessage{bank: text}
}

// set stores the payment settings of the tenant.
func set(t testing.TB, db *schematest.DB, c pay.Settings) {
	t.Helper()
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Pool.Exec(t.Context(), `INSERT INTO tenant_payment (tenant_id, settings) VALUES ('shop', $1)`,
		c); err != nil {
		t.Fatal(err)
	}
}
