package nestpay

import (
	"net/url"
	"testing"

	"vitrine/writesvc/payment/pos"
)

// Whatever the XML interface answers, money counts as taken only for this order, with a transaction and an amount.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		"", "<", "<html>", "<CC5Response/>",
		reply("OrderId", "o", "Response", "Approved", "ProcReturnCode", "00", "TransId", "t"),
		reply("OrderId", "o", "Response", "Approved", "ProcReturnCode", "00", "TRANS_STAT", "C", "CAPTURE_AMT", "101",
			"TRANS_ID", "t", "CHARGE_TYPE_CD", "S", "CREDIT_AMT", "0"),
		reply("Response", "Declined", "ProcReturnCode", "99", "ErrMsg", "No record found for o"),
		`<?xml version="1.0" encoding="ISO-8859-9"?>` + reply("ErrMsg", "G\xfcvenlik \xddptal"),
		`<?xml version="1.0" encoding="EBCDIC"?><CC5Response/>`,
		`<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><CC5Response><Response>&b;</Response></CC5Response>`,
		reply("CAPTURE_AMT", "99999999999999999999", "TRANS_STAT", "C", "TRANS_ID", "t"),
	} {
		f.Add([]byte(seed))
	}
	p := pos.Payment{ID: "o", Amount: 101, Currency: "TRY"}
	f.Fuzz(func(t *testing.T, body []byte) {
		r, err := parseCC5(body)
		if err != nil {
			return
		}
		if o := r.outcome(p.ID); o.State == pos.Approved && (r.OrderID != p.ID || o.Txn == "" || r.ProcReturnCode != "00") {
			t.Errorf("approved: %+v", o)
		} else if o.State == pos.Unknown && o.Err == nil {
			t.Errorf("unknown without a reason: %+v", o)
		}
		switch o := r.status(p); {
		case o.State == pos.Approved && (o.Txn == "" || o.Amount <= 0):
			t.Errorf("approved: %+v", o)
		case o.State == pos.Missing && r.Extra.TransStat != "":
			t.Errorf("missing: %+v", o)
		case o.State == pos.Unknown && o.Err == nil:
			t.Errorf("unknown without a reason: %+v", o)
		case o.Refunded < -1 || len(o.Raw) > 200:
			t.Errorf("%+v", o)
		}
	})
}

// A callback counts only with its hash. With a right one, no form makes Read panic, and the card's digits are six or
// eight.
func FuzzCallback(f *testing.F) {
	const whole = "clientid=190100000&oid=o&amount=1.00&currency=949&taksit=3&mdStatus=1&md=435508:A:1:%23%23&xid=x" +
		"&eci=05&cavv=c"
	for _, seed := range []string{"", "HASH=", whole, "mdStatus=1",
		whole + "&maskedCreditCard=4355+08**+****+4358&MaskedPan=435508***4358",
		whole + "&MaskedPan=552879***0008", whole + "&AMOUNT=2.00", whole + "&amount=2.00", whole + "&taksit=%00",
		"clientid=190100000&oid=o&amount=1.00&currency=840&taksit=-1&mdStatus=0"} {
		f.Add(seed)
	}
	g := bank(f, 200, "")
	f.Fuzz(func(t *testing.T, body string) {
		form, err := url.ParseQuery(body)
		if err != nil {
			return
		}
		form.Del("HASH")
		form.Del("hash")
		if _, err := g.Read(form); err == nil {
			t.Errorf("read without a hash: %q", body)
		}
		form.Set("HASH", HashV3(form, "123456"))
		cb, err := g.Read(form)
		if err != nil {
			return
		}
		if n := len(cb.BIN); n != 0 && (n != 6 && n != 8 || !pos.Digits(cb.BIN)) {
			t.Errorf("%q: %q", body, cb.BIN)
		}
		if !cb.Failed && cb.Evidence["md"] == "" || cb.Currency == "" || cb.Installment == 0 {
			t.Errorf("%q: %+v", body, cb)
		}
	})
}

// An amount is read exactly or not at all.
func FuzzAmount(f *testing.F) {
	for _, seed := range []string{"", "101", "1.01", ".01", "1.", "1.1", "1,01", "-1", "+1", " 101 ", "1e2", "0",
		"999999999999", "9999999999999999999999", "1.01.01", "１"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		m, ok := centsOf(s)
		if !ok {
			if m != 0 {
				t.Errorf("%q: %d", s, m)
			}
			return
		}
		again, fine := centsOf(m.String())
		if m < 0 || !fine || again != m {
			t.Errorf("%q: %s, then %s", s, m, again)
		}
	})
}
