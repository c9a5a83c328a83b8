package read

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/admit"
	"vitrine/internal/api"
)

// A panic in a fill is the error of all requests that wait for it. The process goes on, and the next request has a fill
// of its own.
func TestAPanicInAFillIsTheErrorOfItsRequests(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		kept, err := cache.New(cache.DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		defer kept.Close()
		gate, err := admit.New(admit.DefaultConfig(4, 8))
		if err != nil {
			t.Fatal(err)
		}
		r := &Reader{cfg: Config{Timeout: time.Minute}, cache: kept, gate: gate, waits: newWaits()}
		var fills atomic.Int32
		f := filling{tenant: &replica.Tenant{Tenant: &cache.Tenant{ID: "demo"}}, key: []byte("demo/x"), kind: admit.Read,
			read: func(ctx context.Context, _ bool) (*Answer, cache.Snapshot, error) {
				fills.Add(1)
				if err := admit.Of(ctx).Postgres(ctx); err != nil {
					return nil, cache.Snapshot{}, err
				}
				time.Sleep(time.Second)
				panic("a defect")
			}}
		for n := range int32(2) {
			var all sync.WaitGroup
			for range 8 {
				all.Go(func() {
					_, err := r.share(cache.Snapshot{}, time.Now(), f, nil)
					if got := api.Of(err); got.Status != 500 || !strings.Contains(got.Cause.Error(), "a defect") {
						t.Errorf("got %v", err)
					}
				})
			}
			all.Wait()
			if got, running := fills.Load(), r.Load().Running; got != n+1 || running != 0 {
				t.Errorf("%d fills in %d rounds, %d of them still have a permit", got, n+1, running)
			}
		}
	})
}
