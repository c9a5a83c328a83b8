package main

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
)

func TestReadySaysWhetherAProcessIsReady(t *testing.T) {
	t.Parallel()
	var waiting atomic.Bool
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, rq *http.Request) {
		switch {
		case rq.URL.Path != "/readyz":
			w.WriteHeader(http.StatusUnauthorized)
		case waiting.Load():
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = w.Write([]byte(`{"reasons":[{"message":"Tenants are being loaded."}]}`))
		}
	}))
	defer s.Close()
	c := terminal{t, map[string]string{"VITRINE_DATA_DIR": t.TempDir(), "VITRINE_ENV": "production",
		"VITRINE_ADMIN_ADDR": s.Listener.Addr().String()}}
	c.prints([]string{"ready: " + s.URL}, "ready")
	c.prints([]string{"ready: " + s.URL}, "ready", "--admin", s.URL)
	waiting.Store(true)
	c.fails("Tenants are being loaded.", "ready")
	s.Close()
	c.fails("connection refused", "ready")
}
