package gateway

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"vitrine/internal/api"
)

func TestWhoWasToldToComeBackIsRememberedForAMoment(t *testing.T) {
	t.Parallel()
	var told told
	now := time.Unix(1_700_000_000, 0)
	said := func(status int, retry string, barred bool) (int, http.Header) {
		h := http.Header{"Retry-After": {retry}}
		if barred {
			h.Set(api.BarredHeader, "1")
		}
		return status, h
	}
	key := func(tenant, path, network string) []byte {
		return toldKey(nil, []byte(tenant), http.MethodPost, path, network)
	}
	mine := key("shop", "/auth/login", "192.0.2.1")
	for _, not := range []struct {
		status int
		retry  string
		barred bool
	}{{200, "9", true}, {401, "9", true}, {503, "9", true}, {429, "9", false}, {429, "", true}, {429, "-1", true}, {429, "soon", true}} {
		status, h := said(not.status, not.retry, not.barred)
		if told.note(mine, status, h, now); told.wait(mine, now) != 0 {
			t.Errorf("%+v was remembered", not)
		}
	}
	status, h := said(429, "9", true)
	told.note(mine, status, h, now)
	f := func(what string, key []byte, after, want time.Duration) {
		t.Helper()
		if got := told.wait(key, now.Add(after)); got != want {
			t.Errorf("%s: wait %v, want %v", what, got, want)
		}
	}
	f("at once", mine, 0, 9*time.Second)
	f("within the moment", mine, toldMoment-1, 9*time.Second-toldMoment+1)
	f("another shop", key("other", "/auth/login", "192.0.2.1"), 0, 0)
	f("another address", key("shop", "/auth/login", "192.0.2.2"), 0, 0)
	f("another path", key("shop", "/auth/signup", "192.0.2.1"), 0, 0)
	f("after the moment", mine, toldMoment, 0)
	f("and it stays forgotten", mine, 0, 0)
}

func TestWhoWasToldIsABoundedMemory(t *testing.T) {
	t.Parallel()
	var told told
	h := http.Header{"Retry-After": {"5"}, http.CanonicalHeaderKey(api.BarredHeader): {"1"}}
	now := time.Now()
	for i := range toldMost + 10 {
		told.note(fmt.Appendf(nil, "%d", i), 429, h, now)
	}
	if len(told.all) > toldMost {
		t.Errorf("%d are remembered", len(told.all))
	}
	if told.wait(fmt.Appendf(nil, "%d", toldMost+9), now) == 0 {
		t.Error("the last one is not")
	}
}
