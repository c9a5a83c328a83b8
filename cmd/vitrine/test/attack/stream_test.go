package attack

import (
	"bufio"
	"net/http"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
)

// The ids of the notification stream count the customer's own notifications. They do not show how busy shops are.
func TestIdsOfTheNotificationStreamCountTheCustomersOwn(t *testing.T) {
	t.Parallel()
	c := Shared(t).Tenant(t)
	ada, bob := c.SignUp(t, "ada.stream@example.com"), c.SignUp(t, "bob.stream@example.com")
	for _, id := range []string{bob.Id, bob.Id, bob.Id, ada.Id} {
		c.exec(t, `INSERT INTO notification (tenant_id, account_id, type, title, body) VALUES ($1, $2, 'order', 'x', 'y')`,
			c.Tenant, id)
	}
	for in := openStream(t, c, ada); in.Scan(); {
		if id, ok := strings.CutPrefix(in.Text(), "id: "); ok {
			if id != "1" {
				t.Errorf("the id of the first notification is %s, want 1", id)
			}
			return
		}
	}
	t.Error("the stream ended")
}

// openStream opens the stream of a customer's notifications, from the first one on.
func openStream(t *testing.T, c *Client, who kit.Person) *bufio.Scanner {
	t.Helper()
	rq, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+c.Address+"/v1/notification/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	rq.Header.Set("x-service-client", c.Tenant)
	rq.Header.Set("Authorization", "Bearer "+who.Access)
	rq.Header.Set("Last-Event-ID", "0")
	res, err := http.DefaultClient.Do(rq)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	return bufio.NewScanner(res.Body)
}

// A stream sends nothing after its session has ended, such as when the owner of the address ends that of an attacker.
func TestAStreamSendsNothingAfterItsSession(t *testing.T) {
	t.Parallel()
	c := Shared(t).Tenant(t)
	eve := c.SignUp(t, "ada.ended@example.com")
	in := openStream(t, c, eve)
	in.Scan() // the stream is open
	c.Post(t, "/auth/logout", map[string]string{"refreshToken": eve.Refresh}, 200)
	c.exec(t, `INSERT INTO notification (tenant_id, account_id, type, title, body) VALUES ($1, $2, 'order', 'x', 'y')`,
		c.Tenant, eve.Id)
	for in.Scan() {
		if in.Text() != "" && in.Text() != ":" {
			t.Fatalf("after the session: %s", in.Text())
		}
	}
}
