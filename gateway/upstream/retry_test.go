package upstream

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"vitrine/internal/api"
)

func TestRateLimitedClientsAreRememberedForUpToTwoSeconds(t *testing.T) {
	t.Parallel()
	var memory retryMemory
	now := time.Unix(1_700_000_000, 0)
	answer := func(status int, retry string, barred bool) (int, http.Header) {
		h := http.Header{"Retry-After": {retry}}
		if barred {
			h.Set(api.BarredHeader, "1")
		}
		return status, h
	}
	key := func(tenant, path, network string) []byte {
		return retryKey(nil, tenant, http.MethodPost, path, network)
	}
	mine := key("shop", "/auth/login", "192.0.2.1")
	for _, not := range []struct {
		status int
		retry  string
		barred bool
	}{
		{200, "9", true}, {401, "9", true}, {503, "9", true}, {429, "9", false}, {429, "", true}, {429, "-1", true},
		{429, "soon", true},
	} {
		status, h := answer(not.status, not.retry, not.barred)
		if memory.note(mine, status, h, now); memory.wait(mine, now) != 0 {
			t.Errorf("%+v is remembered", not)
		}
	}
	status, h := answer(429, "9", true)
	memory.note(mine, status, h, now)
	f := func(what string, key []byte, after, want time.Duration) {
		t.Helper()
		if got := memory.wait(key, now.Add(after)); got != want {
			t.Errorf("%s: wait %v, want %v", what, got, want)
		}
	}
	f("at once", mine, 0, 9*time.Second)
	f("before it expires", mine, maxRetained-1, 9*time.Second-maxRetained+1)
	f("another tenant", key("other", "/auth/login", "192.0.2.1"), 0, 0)
	f("another address", key("shop", "/auth/login", "192.0.2.2"), 0, 0)
	f("another path", key("shop", "/auth/signup", "192.0.2.1"), 0, 0)
	f("after it has expired", mine, maxRetained, 0)
	f("once dropped", mine, 0, 0)
}

func TestRetryMemoryIsBounded(t *testing.T) {
	t.Parallel()
	var memory retryMemory
	h := http.Header{"Retry-After": {"5"}, http.CanonicalHeaderKey(api.BarredHeader): {"1"}}
	now := time.Now()
	for i := range maxLimited + 10 {
		memory.note(fmt.Appendf(nil, "%d", i), 429, h, now)
	}
	if len(memory.all) > maxLimited {
		t.Errorf("%d clients are remembered, want at most %d", len(memory.all), maxLimited)
	}
	if memory.wait(fmt.Appendf(nil, "%d", maxLimited+9), now) == 0 {
		t.Error("the last client is not remembered")
	}
}
