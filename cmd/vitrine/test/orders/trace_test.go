package orders

import (
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
	"vitrine/internal/trace/tracetest"
)

// A read, an edit and a payment are recorded through all parts, and a collector sees no secret of them.
func TestTracesThroughTheWholeServer(t *testing.T) {
	t.Parallel()
	collector, log := tracetest.Start(t), &testkit.Buffer{}
	s := openOrdersWith(t, func(c *boot.Config) {
		c.TraceURL, c.TraceService, c.TraceRatio = collector.URL, "vitrine-test", 1
		c.Log = slog.New(slog.NewJSONHandler(log, nil))
	})
	bank := useIyzico(t, s)
	ada := s.SignUp(t, "ada@example.com")
	basket := s.fill(t, ada, s.product, 1)
	n := 0
	client := func() (id, header string) { // a trace that the client began
		n++
		id = fmt.Sprintf("%032x", 0xabc000+n)
		return id, "00-" + id + "-00000000000000aa-00"
	}
	sees := func(what, id, want string) {
		t.Helper()
		got := ""
		testkit.Until(t, what+" at the collector", func() bool {
			got = collector.TreeOf(id)
			return strings.Count(got, "\n") >= strings.Count(want, "\n")
		})
		if got != want {
			t.Errorf("%s: got\n%swant\n%s", what, got, want)
		}
	}

	read, header := client()
	for range 4 { // a miss, a hit by the canonical key, and hits by the URL, which are not recorded
		if r := s.Request(t, http.MethodGet, "/product/mug?password=hunter2", "traceparent", header); r.Status != 200 {
			t.Fatalf("read: %d %s", r.Status, r.Body)
		}
	}

	// A change is announced from memory, with its trace, once those before it are announced.
	kit.WaitAnnounced(t, s.Pool, "shop")
	if _, err := s.Pool.Exec(t.Context(), `UPDATE product SET name = 'Cup' WHERE tenant_id = 'shop'`); err != nil {
		t.Fatal(err)
	}
	seq := fmt.Sprint(s.Count(t, `SELECT n::int FROM tenant_seq WHERE tenant_id = 'shop'`))

	pay, header := client()
	s.Post(t, "/payment/3ds", card(basket, goodCard), "traceparent", header, "Authorization", "Bearer "+ada.Access,
		"Accept", "application/json").Want(t, "pay", 200, "")
	failed, header := client()
	bank.mu.Lock()
	bank.mute = true
	bank.mu.Unlock()
	s.Post(t, "/payment/3ds", card(s.fill(t, ada, s.product, 1), goodCard), "traceparent", header)

	sees("the read", read, "GET /product/{slug}\n  fill\nGET /product/{slug}\n")
	sees("the payment", pay, "write service: /payment\n  write service\n    POST /payment/3ds\n      bank\n")
	edit := ""
	testkit.Until(t, "the change at the collector", func() bool {
		for _, span := range collector.Spans() {
			if span.Name == "publish change" && span.Attributes["vitrine.change"] == seq &&
				span.Attributes["vitrine.tenant"] == "shop" {
				edit = span.TraceID
			}
		}
		return edit != ""
	})
	sees("the edit", edit, "publish change\n  apply change\n  announce change\n")

	span := collector.Find(t, "POST /payment/3ds")
	if span.Scope != "vitrine/writesvc" || span.Resource["service.name"] != "vitrine-test" ||
		span.Attributes["http.route"] != "/payment/3ds" || span.Attributes["vitrine.tenant"] != "shop" {
		t.Errorf("the span of the write service: %+v", span)
	}
	how := ""
	for _, span := range collector.Spans() {
		if span.TraceID == read {
			how += span.Attributes["vitrine.cache"] + " "
		}
	}
	if how != "miss  hit " {
		t.Errorf("the reads are recorded as %q", how)
	}
	testkit.Until(t, "a line of the log with the trace of the failed payment", func() bool {
		return strings.Contains(log.String(), `"trace_id":"`+failed+`"`)
	})
	raw := collector.Raw()
	for _, secret := range []string{
		goodCard, "hunter2", ada.Access, ada.Email, "Lovelace", iyzicoSecret, iyzicoKey, "Bearer",
		"password", basket,
	} {
		if secret == "" || strings.Contains(raw, secret) {
			t.Errorf("the collector received %q", secret)
		}
	}
}
