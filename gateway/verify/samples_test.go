package verify

import (
	"strings"
	"testing"

	"vitrine/internal/wire"
)

func TestSamplesAreDifferencesOfCounts(t *testing.T) {
	t.Parallel()
	var x samples
	x.take(&status{Up: "1s", Hits: 1000, Misses: 10, Applied: 5, Lag: .004})
	x.take(&status{Up: "2s", Hits: 1090, Misses: 20, Applied: 7, Lag: .003})
	x.take(&status{Up: "3s", Hits: 1090, Misses: 20, Applied: 7, Lag: .003})
	charts := x.charts()
	for i, want := range []string{"0 ms", "90 %", "0 a second", "0 a second"} {
		if got := charts[i].Now; got != want {
			t.Errorf("%s: now %s, want %s", charts[i].Title, got, want)
		}
	}
	if got, want := string(charts[0].Line), `d="M338.0 28.8h0L340.0 72.0"`; got != want {
		t.Errorf("the lag is drawn as %s, want %s", got, want)
	}
	if got := string(charts[1].Line); strings.Contains(got, "L") {
		t.Errorf("a second without reads has no hit ratio, but %s joins it", got)
	}
	for range 2 * samplesKept {
		x.take(&status{Up: "4s", Hits: 1090, Misses: 20, Applied: 7})
	}
	if len(x.all) != samplesKept {
		t.Errorf("%d samples are kept, want %d", len(x.all), samplesKept)
	}
}

func TestAxesEndAtRoundNumbers(t *testing.T) {
	t.Parallel()
	for most, want := range map[float64]float64{0: 5, 5: 5, 5.1: 10, 12: 25, 26: 50, 99: 100, 101: 250, 7777: 10_000} {
		if got := roundUp([]float64{1, most, -1}); got != want {
			t.Errorf("roundUp(%v) = %v, want %v", most, got, want)
		}
	}
}

func TestTheHeadlineSaysWhichGatewaysAreBehind(t *testing.T) {
	t.Parallel()
	x := &status{}
	f := func(want string) {
		t.Helper()
		if got := x.Headline(); got != want {
			t.Errorf("Headline() = %q, want %q", got, want)
		}
	}
	f("This gateway is not ready.")
	x.Ready = true
	f("No report of an ingest worker has arrived.")
	x.Leader = &leaderStatus{}
	x.Leader.Gateways = append(x.Leader.Gateways, member(7, 0))
	f("The gateway has applied all 7 changes.")
	x.Leader.Gateways = append(x.Leader.Gateways, member(9, 0))
	f("All 2 gateways have applied all 9 changes.")
	x.Leader.Gateways = append(x.Leader.Gateways, member(3, 2))
	f("1 of 3 gateways are behind.")
	x.Leader.Others = 950
	f("1 of 953 gateways are behind.")
	for len(x.Leader.Gateways) < wire.MaxListed+2 {
		x.Leader.Gateways = append(x.Leader.Gateways, member(3, 1))
	}
	x.Leader.Gateways = x.Leader.Gateways[2:]
	f("At least 50 of 1000 gateways are behind.")
}

func member(applied uint64, behind int) wire.Member {
	return wire.Member{Applied: applied, Behind: behind}
}
