package freshness

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
)

// A followerLease is the answer to a follower.
type followerLease struct {
	Granted   bool
	Lease     int
	Why       string
	Epoch     string
	Announced uint64
}

// ask sends a follower's lease request through a gateway.
func ask(t *testing.T, h *kit.App, tenant, key, body string) (l followerLease, status int) {
	t.Helper()
	url := "http://" + h.Address() + "/t/" + tenant + "/v1/edge/lease"
	rq, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	rq.Header.Set("Authorization", "Bearer "+key)
	res, err := http.DefaultClient.Do(rq)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var answer struct{ Data followerLease }
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil {
		t.Fatalf("a lease: %d, %v", res.StatusCode, err)
	}
	return answer.Data, res.StatusCode
}

// reportOf is the body of a lease request with a position from the stream.
func reportOf(name, token string) string {
	parts := strings.Split(token, ":")
	return fmt.Sprintf(`{"edge":%q,"epoch":%q,"applied":%s}`, name, parts[2], parts[1])
}

func followersAcknowledgeBeforeOthersSeeAChange(t *testing.T, p *splitApp) {
	h, e := p.gateway, p.e
	key := streamKey(t, h, "demo")
	others := listenFrom(t, h, e, "demo", key)
	edge := listenAt(t, h, "/t/demo/v1/changes?edge=one", "Authorization", "Bearer "+key)
	testkit.Until(t, "the follower's stream says where it begins", func() bool { return edge.lastID() != "" })
	start := edge.lastID()
	holds := func(token string) func() bool {
		return func() bool { l, _ := ask(t, h, "demo", key, reportOf("one", token)); return l.Granted }
	}
	testkit.Until(t, "the follower gets a lease", holds(start)) // the leader reads what was announced first
	buy := func() uint64 {
		e.Exec("UPDATE product SET stock = stock + 1 WHERE tenant_id = 'demo' AND slug = '" + shirt + "'")
		return e.Head("demo")
	}

	// The follower has a lease, so a change reaches it first. Others see nothing until it acknowledges.
	if l, _ := ask(t, h, "demo", key, reportOf("one", start)); !l.Granted || l.Lease != 1000 {
		t.Fatalf("no lease: %+v", l)
	}
	seq := buy()
	proposed := edge.waitFor(seq, "")
	if proposed.Announced != 0 {
		t.Errorf("a proposal says when it was announced: %+v", proposed)
	}
	// Only an unexpired lease may hold it back. The machine may be slow, so the lease may have ended meanwhile.
	l, _ := ask(t, h, "demo", key, reportOf("one", start))
	if events := others.seen(); l.Granted && len(events) > 0 && events[len(events)-1].Seq >= seq {
		t.Error("a change is announced although the follower with a lease has not acknowledged it")
	}
	holds(proposed.Token)()
	if got := others.waitFor(seq, ""); got.Announced < got.Sealed || got.Token != proposed.Token {
		t.Errorf("announced %+v, proposed %+v", got, proposed)
	}
	if e.One("SELECT coalesce(sent, n)::text FROM signal_cursor WHERE tenant_id = 'demo'") !=
		e.One("SELECT n::text FROM signal_cursor WHERE tenant_id = 'demo'") {
		t.Error("followers see more than is announced although they have acknowledged everything")
	}

	// A follower that is silent is waited for until its lease ends. Then it gets none until it has caught up.
	testkit.Until(t, "the follower gets a lease again", holds(proposed.Token))
	next := buy()
	others.waitFor(next, "")
	testkit.Until(t, "the follower is behind", func() bool {
		l, _ := ask(t, h, "demo", key, reportOf("one", proposed.Token))
		if l.Granted {
			t.Fatal("a follower that is behind has a lease")
		}
		return l.Why == "behind" && l.Announced >= next
	})
	newest := edge.waitFor(next, "").Token
	testkit.Until(t, "the follower that has caught up gets a lease", holds(newest))

	// A follower that leaves is not waited for, and another tenant's changes never are.
	if _, status := ask(t, h, "demo", key, `{"edge":"one","leaving":true}`); status != http.StatusOK {
		t.Errorf("leaving: %d", status)
	}
	others.waitFor(buy(), "")

	epoch := strings.Split(newest, ":")[2]
	for what, body := range map[string]string{
		"no JSON": "edge", "an array": "[]", "two values": reportOf("one", newest) + "{}",
		"no name":           `{"epoch":"` + epoch + `","applied":1}`,
		"a name with space": `{"edge":"a b","epoch":"` + epoch + `","applied":1}`,
		"no epoch":          `{"edge":"one","applied":1}`,
		"a whole epoch":     `{"edge":"one","epoch":"` + epoch + `-aaaa","applied":1}`,
		"no number":         `{"edge":"one","epoch":"` + epoch + `"}`,
		"a negative number": `{"edge":"one","epoch":"` + epoch + `","applied":-1}`,
		"an unknown field":  `{"edge":"one","epoch":"` + epoch + `","applied":1,"x":1}`,
	} {
		if _, status := ask(t, h, "demo", key, body); status != http.StatusBadRequest {
			t.Errorf("%s: %d", what, status)
		}
	}
	if _, status := ask(t, h, "demo", key, `{"edge":"`+strings.Repeat("a", 2000)+`"}`); status != 413 {
		t.Errorf("a long body: %d", status)
	}
	if _, status := ask(t, h, "atelier", key, reportOf("one", newest)); status != http.StatusUnauthorized {
		t.Errorf("the key of another tenant: %d", status)
	}
	for url, want := range map[string]int{"?edge=a%20b": 400, "?edge=": 400, "?edge=a&edge=b": 400} {
		if r := h.Send(t, http.MethodGet, "/v1/changes"+url, "x-service-client", "demo",
			"Authorization", "Bearer "+key); r.Status != want {
			t.Errorf("changes%s: %d, want %d", url, r.Status, want)
		}
	}
}
