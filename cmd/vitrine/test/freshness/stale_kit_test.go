package freshness

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
)

// A logBuffer keeps a log for a test.
type logBuffer struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all.String()
}

// An edit past the triggers is the one way to a stale answer. The comparison and the verifier both find it.
func TestAnEditThatWasNotCapturedIsFoundAndExplained(t *testing.T) {
	t.Parallel()
	const product = "/v1/product/mavi-keten-gomlek"
	var log logBuffer
	h := kit.Open(t, func(c *boot.Config) {
		c.GatewayName, c.SampleEach = "tested", 1<<40
		c.Log = slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelError}))
	})
	e := h.NewEditor(t)
	compare := func() map[string]any {
		var x struct{ Compared map[string]any }
		r := kit.Operate(t, h, "/why?tenant=demo&compare=true&path="+product)
		if err := json.Unmarshal(r.Body, &x); err != nil || x.Compared == nil {
			t.Fatalf("no comparison: %d %s", r.Status, r.Body)
		}
		return x.Compared
	}
	named := func(r *kit.Answer) bool { return strings.HasPrefix(r.Header.Get("Cache-Status"), "vitrine-tested; ") }
	if r := h.Get(t, "demo", product); !named(r) {
		t.Errorf("a miss does not name its gateway: %v", r.Header)
	}
	if r := h.Get(t, "demo", product); !named(r) || r.CacheStatus() != "hit" {
		t.Errorf("a hit does not name its gateway: %v", r.Header)
	}
	if c := compare(); c["first"] != nil || c["status"] != 200.0 {
		t.Errorf("an answer that was just read differs: %v", c)
	}

	// A change that this answer does not depend on comes after the edit, so that there is something in between.
	e.Exec(`ALTER TABLE product DISABLE TRIGGER USER;
UPDATE product SET amount = 12.34 WHERE tenant_id = 'demo' AND slug = 'mavi-keten-gomlek';
ALTER TABLE product ENABLE TRIGGER USER`)
	e.Exec("UPDATE faq SET answer = answer || '.' WHERE tenant_id = 'demo'")
	h.WaitApplied(t, e, "demo")
	c := compare()
	first, _ := c["first"].(map[string]any)
	if first["path"] != "$.data.price.amount" || first["postgres"] != "12.34" || first["cached"] == first["postgres"] {
		t.Errorf("the first difference is %v", first)
	}
	if between, _ := json.Marshal(c["between"]); !strings.Contains(string(between), "faq ") {
		t.Errorf("the changes in between are %s", between)
	}

	testkit.Until(t, "the verifier finds and drops it", func() bool {
		return kit.Has("12.34", "data", "price", "amount")(h.Get(t, "demo", product))
	})
	for _, want := range []string{`"path":"$.data.price.amount"`, `"postgres":"12.34"`, `"changes":["`, "faq ",
		`"cause":`} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %s:\n%s", want, log.String())
		}
	}
}
