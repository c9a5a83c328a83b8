package notify

import (
	"fmt"
	"testing"
)

func TestStreamsAreBoundedByAccountShopAndProcess(t *testing.T) {
	t.Parallel()
	var c streamSlots
	enter := func(tenant, account string) *slot {
		t.Helper()
		at := c.enter(tenant, account)
		if at == nil {
			t.Fatalf("%s of %s has no stream", account, tenant)
		}
		return at
	}
	var slots []*slot
	for i := range streamsTenant / streamsEach { // an attacker with many accounts fills a tenant
		for range streamsEach {
			slots = append(slots, enter("shop", fmt.Sprintf("eve%d", i)))
		}
	}
	ada := enter("shop", "ada") // one of them gives up a stream
	enter("shop", "ada")
	ended := 0
	for _, s := range slots {
		select {
		case <-s.gone:
			ended++
		default:
		}
	}
	if ended != 2 || c.tenants["shop"].all != streamsTenant {
		t.Errorf("%d streams gave way, %d are open; want 2 and %d", ended, c.tenants["shop"].all, streamsTenant)
	}
	for i := range streamsAll {
		c.enter("second", fmt.Sprint(i))
		c.enter("third", fmt.Sprint(i))
	}
	if c.all != streamsAll {
		t.Errorf("%d streams, want %d", c.all, streamsAll)
	}
	for i := range 50 {
		enter("small", fmt.Sprint(i)) // full, but the tenant with most gives way
	}
	if c.all != streamsAll {
		t.Errorf("%d streams, want %d", c.all, streamsAll)
	}
	select {
	case <-ada.gone:
		t.Error("ada's only stream gave way although others have several")
	default:
	}
	for tenant, s := range c.tenants { // all leave, some of them twice
		for _, own := range s.accounts {
			for _, at := range own {
				c.leave(at)
			}
		}
		_ = tenant
	}
	for _, s := range slots {
		if len(c.tenants) > 0 {
			t.Fatalf("%d tenants are left", len(c.tenants))
		}
		_ = s
	}
}

// A customer who opens more streams than permitted loses the oldest one, even if the tenant is full. Others lose none.
func TestANewStreamEndsTheOldestOfTheSameCustomer(t *testing.T) {
	t.Parallel()
	var c streamSlots
	for i := range streamsTenant - streamsEach {
		c.enter("shop", fmt.Sprint(i))
	}
	var own []*slot
	for range streamsEach + 2 {
		own = append(own, c.enter("shop", "ada"))
	}
	for i, at := range own {
		ended := false
		select {
		case <-at.gone:
			ended = true
		default:
		}
		if ended != (i < 2) {
			t.Errorf("stream %d of the customer: ended %v", i+1, ended)
		}
		c.leave(at)
	}
	if n := c.tenants["shop"].all; n != streamsTenant-streamsEach {
		t.Errorf("%d streams of others, want %d", n, streamsTenant-streamsEach)
	}
}
