package attack

import (
	"encoding/json"
	"net/http"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
)

// The id of a basket grants its payment. A stolen browser has the id, and loses it when its session ends, whatever ends
// it. What the basket contains stays.
func TestABasketsIDEndsWithTheSession(t *testing.T) {
	t.Parallel()
	const fresh = "an entirely new one"
	type victim struct {
		*Client
		email         string
		stolen, other kit.Person
	}
	operator := func(verb string) func(t *testing.T, v victim) {
		return func(t *testing.T, v victim) {
			if out, err := v.Run(t, "", "user", verb, v.Tenant, v.email); err != nil {
				t.Fatalf("user %s: %s, %v", verb, out, err)
			}
		}
	}
	for _, x := range []struct {
		name, password string // password: that signs the owner in afterwards; "" if nothing does
		ends           func(t *testing.T, v victim)
	}{
		{"by a sign-out", kit.Password, func(t *testing.T, v victim) {
			v.Post(t, "/auth/logout", map[string]string{"refreshToken": v.stolen.Refresh}, 200)
		}},
		{"by the owner elsewhere", kit.Password, func(t *testing.T, v victim) {
			in := v.As(v.other)
			s := in.Do(t, http.MethodGet, "/auth/sessions", nil) // the newest first: its own, then the stolen one
			if r := in.Do(t, http.MethodDelete, "/auth/sessions/"+s.Text("data", 1, "id"), nil); r.Status != 200 {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
		}},
		{"by a reset", fresh, func(t *testing.T, v victim) {
			v.Post(t, "/auth/forgot-password", map[string]string{"email": v.email}, 200)
			v.Post(t, "/auth/reset-password?token="+v.tokenFor(t, v.email, "reset-password?token="),
				map[string]string{"password": fresh}, 200)
		}},
		{"by a replaced refresh token", kit.Password, func(t *testing.T, v victim) {
			for range 2 {
				next := v.Post(t, "/auth/refresh-tokens", map[string]string{"refreshToken": v.other.Refresh}, 200)
				v.other.Refresh = next.Text("data", "tokens", "refresh", "token")
			}
			v.Post(t, "/auth/refresh-tokens", map[string]string{"refreshToken": v.stolen.Refresh}, 401)
		}},
		{"by an operator", kit.Password, operator("logout")},
		{"by a lock", "", operator("lock")},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			shop := Shared(t).Tenant(t)
			v := victim{Client: shop, email: "ada@" + shop.Tenant + ".example.com"}
			v.stolen = shop.verified(t, v.email)
			v.other = v.stolen
			if x.name == "by the owner elsewhere" {
				v.other = v.SignIn(t, v.email, kit.Password)
			}
			basket := shop.As(v.stolen).fill(t, shop.product(t, "mug", 50), 3)

			x.ends(t, v)

			thief := shop.At(Address())
			r := thief.Do(t, http.MethodPost, "/payment/bank-transfer", map[string]any{"basketId": basket})
			if r.Status != 404 {
				t.Errorf("the id after the end of the session: %d %s", r.Status, r.Body)
			}
			if x.password == "" {
				return
			}
			owner := shop.As(shop.SignIn(t, v.email, x.password))
			b := owner.Do(t, http.MethodGet, "/basket", nil)
			if b.At("data", "items", 0, "quantity") != json.Number("3") || b.Text("data", "id") == basket {
				t.Errorf("the owner's basket: %s", b.Body)
			}
			shop.At(Address()).Post(t, "/payment/bank-transfer", map[string]any{"basketId": b.Text("data", "id")}, 201)
		})
	}
}

// While a payment of the basket is at the bank, its lines stay, so that they are not bought twice. Only the account can
// pay for the basket meanwhile. It gets its new id with the next change, which ends that payment.
func TestABasketThatIsBeingPaidIsNotCopied(t *testing.T) {
	t.Parallel()
	c := openCardShop(t, Shared(t))
	basket := c.basket(t, c.ada)
	start := func(from *Client, id string) *kit.Answer {
		return from.Do(t, http.MethodPost, "/payment/hosted", map[string]any{"basketId": id}, "Accept", "application/json")
	}
	first := start(c.Client, basket)
	if first.Status != 200 {
		t.Fatalf("%d %s", first.Status, first.Body)
	}
	owner := c.As(c.SignIn(t, c.ada.Email, kit.Password))
	c.Post(t, "/auth/logout", map[string]string{"refreshToken": c.ada.Refresh}, 200)

	if r := start(c.At(Address()), basket); r.Status != 404 {
		t.Errorf("a stranger with the id: %d %s", r.Status, r.Body)
	}
	b := owner.Do(t, http.MethodGet, "/basket", nil)
	if b.Text("data", "id") != basket || b.At("data", "items", 0, "quantity") != json.Number("1") {
		t.Errorf("the basket while its payment is at the bank: %s", b.Body)
	}
	to, form := c.sandboxCard(t, first.Text("data", "html"), "4546711234567894")
	c.submit(t, to, form)
	if end := c.ended(t, first.Text("data", "paymentId")); end.Text("data", "status") != "succeeded" {
		t.Errorf("the payment: %s", end.Body)
	}
	b = owner.Do(t, http.MethodGet, "/basket", nil)
	if items, _ := b.At("data", "items").([]any); len(items) != 0 || b.Text("data", "id") == basket {
		t.Errorf("the basket after its payment: %s", b.Body)
	}

	// The second payment is given up: the owner changes the basket instead.
	basket = owner.fill(t, c.mug, 1)
	if r := start(c.Client, basket); r.Status != 200 {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	other := c.As(c.SignIn(t, c.ada.Email, kit.Password))
	if out, err := c.Run(t, "", "user", "logout", c.Tenant, c.ada.Email); err != nil {
		t.Fatalf("%s, %v", out, err)
	}
	if r := other.Do(t, http.MethodGet, "/basket", nil); r.Status != 401 {
		t.Errorf("after the sign-out of all: %d", r.Status)
	}
	again := c.As(c.SignIn(t, c.ada.Email, kit.Password))
	if r := start(again, basket); r.Status != 200 {
		t.Errorf("the owner pays for the basket: %d %s", r.Status, r.Body)
	}
	renewed := again.fill(t, c.mug, 1)
	if renewed == basket {
		t.Error("the basket has the id that others know")
	}
	if r := start(c.At(Address()), basket); r.Status != 404 {
		t.Errorf("the old id: %d %s", r.Status, r.Body)
	}
	if r := start(c.Client, renewed); r.Status != 200 {
		t.Errorf("the new id: %d %s", r.Status, r.Body)
	}
}
