package testkit

import (
	"encoding/json"
	"testing"

	"github.com/nats-io/nats.go"

	"vitrine/internal/wire"
)

// Acknowledge acknowledges the reports of gateways in place of a leading worker.
func Acknowledge(t testing.TB, nc *nats.Conn, ack func(rep wire.Report) wire.Ack) {
	t.Helper()
	_, err := nc.Subscribe(wire.ReportSubject, func(m *nats.Msg) {
		var rep wire.Report
		if err := json.Unmarshal(m.Data, &rep); err != nil {
			t.Errorf("invalid report: %v", err)
			return
		}
		data, err := json.Marshal(ack(rep))
		if err == nil && m.Reply != "" { // else the gateway leaves
			err = m.Respond(data)
		}
		if err != nil {
			t.Errorf("acknowledge a report: %v", err)
		}
	})
	if err == nil {
		err = nc.Flush()
	}
	if err != nil {
		t.Fatalf("subscribe: %v", err)
	}
}
