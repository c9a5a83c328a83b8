package device

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

const ada, bob = "0123456789abcdef01234567", "89abcdef0123456789abcdef"

func devices(at time.Time) *Devices {
	return New([]byte("a secret of 32 bytes and no more"), 24*time.Hour, func() time.Time { return at })
}

func TestATokenIsGenuineForItsTenantAndItsLife(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_700_000_000, 0)
	s := devices(now)
	token, ends := s.Issue("shop", ada, 3, "")
	if !ends.Equal(now.Add(24 * time.Hour)) {
		t.Errorf("it ends at %v", ends)
	}
	got := s.Read(token, "shop")
	if len(got) != 1 || got[0].Account != ada || got[0].Generation != 3 || strings.Contains(got[0].Hash, token) {
		t.Errorf("read: %+v", got)
	}
	if d := s.Read(token, "other"); len(d) != 0 {
		t.Errorf("in another shop: %+v", d)
	}
	if d := devices(now.Add(24*time.Hour+time.Second)).Read(token, "shop"); len(d) != 0 {
		t.Errorf("after its life: %+v", d)
	}
	if d := New([]byte("another secret of just 32 bytes!"), time.Hour, s.now).Read(token, "shop"); len(d) != 0 {
		t.Errorf("under another key: %+v", d)
	}
	for i := range token {
		bad := token[:i] + string(token[i]^1) + token[i+1:]
		if d := s.Read(bad, "shop"); len(d) != 0 {
			t.Errorf("with byte %d changed: %+v", i, d)
		}
	}
	a, _ := s.Issue("shop", ada, 3, "session 1")
	b, _ := s.Issue("shop", ada, 3, "session 1")
	c, _ := s.Issue("shop", ada, 3, "session 2")
	if a != b || a == c {
		t.Error("a seed does not determine the token")
	}
}

// A session yields one device, however often it is renewed. Otherwise a stolen session would buy any number of guesses
// at the password.
func TestTokensOfOneSeedAreOneDevice(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_700_000_000, 0)
	hash := func(at time.Time, tenant, account, seed string) string {
		t.Helper()
		s := devices(at)
		token, _ := s.Issue(tenant, account, 3, seed)
		got := s.Read(token, tenant)
		if len(got) != 1 {
			t.Fatalf("read: %+v", got)
		}
		return got[0].Hash
	}
	first := hash(now, "shop", ada, "session 1")
	if later := hash(now.Add(time.Hour), "shop", ada, "session 1"); later != first {
		t.Error("a token of a later second is another device")
	}
	for name, other := range map[string]string{
		"session": hash(now, "shop", ada, "session 2"), "account": hash(now, "shop", bob, "session 1"),
		"tenant": hash(now, "other", ada, "session 1"), "sign-in": hash(now, "shop", ada, ""),
	} {
		if other == first {
			t.Errorf("another %s is the same device", name)
		}
	}
}

func TestABrowserKeepsTheTokensOfSeveralAccounts(t *testing.T) {
	t.Parallel()
	s := devices(time.Now())
	first, _ := s.Issue("shop", ada, 0, "")
	second, _ := s.Issue("shop", bob, 0, "")
	rq, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "/", nil)
	if err != nil {
		t.Fatal(err)
	}
	rq.AddCookie(s.SetCookie(first, ada, nil))
	both := s.SetCookie(second, bob, s.Of(rq, "shop"))
	if d := s.Read(both.Value, "shop"); len(d) != 2 || d[0].Account != bob || d[1].Account != ada {
		t.Errorf("both: %+v", d)
	}
	again, _ := s.Issue("shop", ada, 0, "")
	if c := s.SetCookie(again, ada, s.Read(both.Value, "shop")); len(s.Read(c.Value, "shop")) != 2 {
		t.Errorf("again: %s", c.Value)
	}
	if !both.HttpOnly || !both.Secure || both.SameSite != http.SameSiteLaxMode {
		t.Errorf("the cookie: %v", both)
	}
	many := strings.Repeat(first+".", 50)
	if d := s.Read(many, "shop"); len(d) != Most {
		t.Errorf("%d devices of one value", len(d))
	}
}

func FuzzDeviceTokens(f *testing.F) {
	s := devices(time.Unix(1_700_000_000, 0))
	token, _ := s.Issue("shop", ada, 1<<40, "x")
	for _, seed := range []string{"", ".", "....", token, token + "." + token, token[:20], token + "=", "\x00", "%ff",
		token[:9] + "\r" + token[9:]} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		for _, d := range s.Read(value, "shop") {
			if !strings.Contains(value, d.token) || d.token != token {
				t.Errorf("%q holds the device %+v, which was never issued", value, d)
			}
		}
	})
}
