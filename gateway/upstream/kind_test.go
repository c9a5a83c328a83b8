package upstream

import "testing"

// Payments that wait for a slow bank hold no permit that sign-ins, baskets or orders need.
func TestKindsOfRequests(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]kind{
		"/payment/3ds": paying, "/payment/bank-transfer/0123/verify": paying, "/payment/webhook/iyzico/shop": paying,
		"/auth/login": stranger, "/auth/signup": newcomer, "/auth/reset-password": reset, "/auth/me": others,
		"/basket": others, "/order": others, "/payments": others,
	} {
		if got := kindOf(path, false); got != want {
			t.Errorf("%s: kind %d, want %d", path, got, want)
		}
	}
	if got := kindOf("/auth/login", true); got != known {
		t.Errorf("a sign-in with a device token: kind %d", got)
	}
}
