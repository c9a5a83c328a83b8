package attack

import (
	"bufio"
	"net/http"
	"strings"
	"testing"
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
	rq, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+c.Address+"/v1/notification/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	rq.Header.Set("x-service-client", c.Tenant)
	rq.Header.Set("Authorization", "Bearer "+ada.Access)
	rq.Header.Set("Last-Event-ID", "0")
	res, err := http.DefaultClient.Do(rq)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close() //nolint:errcheck // the stream ends with the test
	for in := bufio.NewScanner(res.Body); in.Scan(); {
		if id, ok := strings.CutPrefix(in.Text(), "id: "); ok {
			if id != "1" {
				t.Errorf("the id of the first notification is %s, want 1", id)
			}
			return
		}
	}
	t.Error("the stream ended")
}
