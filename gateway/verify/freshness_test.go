package verify

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"vitrine/internal/wire"
)

// Right after the start, /status showed how long the changes of the start had waited for it.
func TestChangesBeforeTheStartAreNotMeasured(t *testing.T) {
	t.Parallel()
	announced := 0
	f := NewFreshness(true, func(string, bool) { announced++ })
	f.began = time.Unix(1_800_000_000, 0)
	tell := func(what string, at time.Time, took time.Duration) {
		t.Helper()
		data, err := json.Marshal([]wire.News{{What: what, Tenant: "shop", At: at, Since: at.Add(took)}})
		if err != nil {
			t.Fatal(err)
		}
		f.news(&nats.Msg{Data: data})
	}
	for _, what := range []string{wire.Announced, wire.Searchable} {
		tell(what, f.began.Add(-time.Millisecond), 2400*time.Millisecond)
	}
	for _, h := range []quantiles{quantilesOf("announced", f.announced), quantilesOf("searchable", f.searchable)} {
		if h.Count != 0 || h.P50 != 0 {
			t.Errorf("%+v after changes from before the start", h)
		}
	}
	if announced != 1 {
		t.Error("a change from before the start wakes no stream")
	}
	tell(wire.Announced, f.began.Add(time.Second), 4*time.Millisecond)
	if q := quantilesOf("announced", f.announced); q.Count != 1 || q.P50 != .005 {
		t.Errorf("%+v after a change", q)
	}
}
