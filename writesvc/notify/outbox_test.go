package notify

import (
	"context"
	"log/slog"
	"strings"
	"testing"
)

// A job whose delivery panics is retried and given up like others. It does not end the process.
func TestAPanicOfADeliveryIsAFailedAttempt(t *testing.T) {
	t.Parallel()
	cfg := DefaultConfig()
	cfg.Mail = channel{}
	o, err := New(cfg, nil, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	o.Handle("letter", func(context.Context, Job) ([]Message, []Message, error) { panic("ada@example.com") })
	outcome, err := o.deliver(t.Context(), Job{Kind: "letter"})
	if err == nil || outcome != "" || strings.Contains(err.Error(), "ada@") {
		t.Errorf("outcome %q, error %v", outcome, err)
	}
}
