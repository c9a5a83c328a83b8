package freshness

import (
	"context"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"vitrine/cmd/vitrine/test/kit"
)

// holdsOn reads a URL on several connections and returns an error for the first answer without the expected content.
func holdsOn(ctx context.Context, h *kit.App, tenant, url string, want func(*kit.Answer) bool) error {
	const connections, reads = 4, 10
	var all errgroup.Group
	for range connections {
		all.Go(func() error {
			for range reads {
				r, err := h.Read(ctx, tenant, url)
				if err != nil {
					return err
				}
				if !want(r) {
					return fmt.Errorf("after the new answer came an older one: %s %s: %d %s", tenant, url, r.Status,
						kit.Excerpt(r.Body))
				}
			}
			return nil
		})
	}
	return all.Wait()
}

// took holds the times from commit to visible. They are printed and never judged.
type took []time.Duration

func (d took) String() string {
	if len(d) == 0 {
		return "nothing timed"
	}
	d = slices.Clone(d)
	slices.Sort(d)
	at := func(share float64) time.Duration { return d[int(share*float64(len(d)-1))].Round(10 * time.Microsecond) }
	return fmt.Sprintf("commit to visible: p50 %s, p99 %s, most %s (%d edits)", at(0.5), at(0.99), at(1), len(d))
}
