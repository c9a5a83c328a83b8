package auth

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"vitrine/internal/lograte"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/tenant"
	"vitrine/writesvc/auth/code"
	"vitrine/writesvc/limit"
)

// Requests for codes by text message that a limit refuses leave few lines in the log.
func TestRefusedTextMessagesLeaveFewLines(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	if _, err := db.Pool.Exec(t.Context(), `INSERT INTO tenant (id, name) VALUES ('shop', 'Shop')`); err != nil {
		t.Fatal(err)
	}
	shop, err := tenant.Find(t.Context(), db.Pool, "shop")
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	s := &Service{cfg: DefaultConfig(), limits: limit.New(db.Pool, time.Now),
		log: slog.New(slog.NewTextHandler(&log, nil))}
	const most = 3 * lograte.Burst
	refused := 0
	for range most + 20 {
		ok, err := s.mayText(t.Context(), recipient{tenant: shop}, code.Request{Target: "+905321234567"})
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			refused++
		}
	}
	if lines := strings.Count(log.String(), "text message not sent"); refused < most || lines == 0 || lines >= most {
		t.Errorf("%d lines about %d refused messages", lines, refused)
	}
}
