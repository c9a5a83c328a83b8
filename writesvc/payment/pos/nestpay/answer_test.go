package nestpay

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment/pos"
)

// bank returns a gateway whose XML interface gives one fixed answer.
func bank(t testing.TB, status int, answer string) *Gateway {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		if _, err := w.Write([]byte(answer)); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(server.Close)
	g, err := New(Config{ClientID: "190100000", User: "u", Password: "p", StoreKey: "123456",
		GateURL: "https://bank.example/gate", APIURL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// reply writes an answer of the XML interface from pairs of names and values; those in capitals belong to Extra.
func reply(pairs ...string) string {
	var top, extra strings.Builder
	for i := 0; i+1 < len(pairs); i += 2 {
		b := &top
		if pairs[i] == strings.ToUpper(pairs[i]) {
			b = &extra
		}
		b.WriteString("<" + pairs[i] + ">" + pairs[i+1] + "</" + pairs[i] + ">")
	}
	return "<CC5Response>" + top.String() + "<Extra>" + extra.String() + "</Extra></CC5Response>"
}

// Amounts, states and texts as banks answer them, from the tests of mews/pos: amounts are in hundredths without a
// point.
func TestNestPayReadsTheStateOfAnOrder(t *testing.T) {
	t.Parallel()
	const empty = "ORD_ID:\tCHARGE_TYPE_CD:\tORIG_TRANS_AMT:\tCAPTURE_AMT:\tTRANS_STAT:\tAUTH_DTTM:\t" +
		"CAPTURE_DTTM:\tAUTH_CODE:"
	found := func(pairs ...string) string {
		return reply(append([]string{"OrderId", "order", "Response", "Approved", "ProcReturnCode", "00",
			"ErrMsg", "Record(s) found for order", "TransId", "24003Vl7F13152", "TRANS_ID", "24003Vl7F13152",
			"CHARGE_TYPE_CD", "S", "ORIG_TRANS_AMT", "101"}, pairs...)...)
	}
	missing := func(pairs ...string) string {
		return reply(append([]string{"Response", "Declined", "ProcReturnCode", "99", "ORDERSTATUS", empty}, pairs...)...)
	}
	for what, c := range map[string]struct {
		answer   string
		state    pos.State
		amount   writeapi.Money
		refunded writeapi.Money
	}{
		"captured":              {found("CAPTURE_AMT", "101", "TRANS_STAT", "C"), pos.Approved, 101, -1},
		"authorized":            {found("CAPTURE_AMT", "", "TRANS_STAT", "A"), pos.Approved, 101, -1},
		"with a point":          {found("CAPTURE_AMT", "1.01", "TRANS_STAT", "C"), pos.Approved, 101, -1},
		"captured in part":      {found("CAPTURE_AMT", "50", "TRANS_STAT", "C"), pos.Approved, 50, -1},
		"credited in part":      {found("CAPTURE_AMT", "101", "TRANS_STAT", "C", "CREDIT_AMT", "1"), pos.Approved, 101, 1},
		"an unreadable capture": {found("CAPTURE_AMT", "1,01", "TRANS_STAT", "C"), pos.Unknown, 0, -1},
		"nothing captured":      {found("CAPTURE_AMT", "0", "TRANS_STAT", "C"), pos.Unknown, 0, -1},
		"one decimal":           {found("CAPTURE_AMT", "10.1", "TRANS_STAT", "C"), pos.Unknown, 0, -1},
		"an unreadable credit":  {found("CAPTURE_AMT", "101", "TRANS_STAT", "C", "CREDIT_AMT", "1 TL"), pos.Unknown, 0, -1},
		"no transaction":        {found("CAPTURE_AMT", "101", "TRANS_STAT", "C", "TRANS_ID", ""), pos.Unknown, 0, -1},
		"voided":                {found("CAPTURE_AMT", "101", "TRANS_STAT", "V"), pos.Voided, 0, -1},
		"credited": {found("CAPTURE_AMT", "101", "TRANS_STAT", "C", "CHARGE_TYPE_CD", "C"),
			pos.Voided, 101, 101},
		"another credit":         {found("CAPTURE_AMT", "50", "TRANS_STAT", "C", "CHARGE_TYPE_CD", "C"), pos.Unknown, 0, -1},
		"declined":               {found("CAPTURE_AMT", "", "TRANS_STAT", "D"), pos.Declined, 0, -1},
		"pending":                {found("CAPTURE_AMT", "", "TRANS_STAT", "PN"), pos.Unknown, 0, -1},
		"a state of its own":     {found("CAPTURE_AMT", "101", "TRANS_STAT", "X"), pos.Unknown, 0, -1},
		"no such order":          {missing("ErrMsg", "No record found for order"), pos.Missing, 0, -1},
		"no such order, another": {missing("ErrMsg", "No record found for order2"), pos.Unknown, 0, -1},
		"a failure of the bank":  {missing("ErrMsg", "Genel hata", "ERRORCODE", "CORE-9999"), pos.Unknown, 0, -1},
		"99 without a text":      {missing(), pos.Unknown, 0, -1},
		"99 without a state": {reply("Response", "Error", "ProcReturnCode", "99", "ErrMsg", "Gecersiz kullanici"),
			pos.Unknown, 0, -1},
		"another order": {strings.Replace(found("CAPTURE_AMT", "101", "TRANS_STAT", "C"), ">order<", ">other<", 1),
			pos.Unknown, 0, -1},
		"no XML": {"no", pos.Unknown, 0, -1},
	} {
		o := bank(t, http.StatusOK, c.answer).Query(t.Context(), pos.Payment{ID: "order", Amount: 101, Currency: "TRY"})
		if o.State != c.state || c.state == pos.Approved && o.Amount != c.amount || o.Refunded != c.refunded {
			t.Errorf("%s: %s, %s, refunded %s (%v)", what, o.State, o.Amount, o.Refunded, o.Err)
		}
		if o.State == pos.Unknown && o.Err == nil {
			t.Errorf("%s: unknown without a reason", what)
		}
	}
}

// Only an issuer's refusal is final. After a technical error the order may have been carried out.
func TestNestPayTellsRefusalsFromTechnicalErrors(t *testing.T) {
	t.Parallel()
	answer := func(response, code, more string) string {
		return reply("OrderId", "order", "Response", response, "ProcReturnCode", code, "TransId", "t", "ERRORCODE", more)
	}
	for what, c := range map[string]struct {
		status int
		answer string
		want   pos.State
	}{
		"approved":                {200, answer("Approved", "00", ""), pos.Approved},
		"approved with a refusal": {200, answer("Approved", "51", ""), pos.Unknown},
		"approved for another": {200, reply("OrderId", "other", "Response", "Approved", "ProcReturnCode", "00", "TransId",
			"t"), pos.Unknown},
		"approved for none": {200, reply("Response", "Approved", "ProcReturnCode", "00", "TransId", "t"), pos.Unknown},
		"funds":             {200, answer("Declined", "51", "ISO8583-51"), pos.Declined},
		"do not honour":     {200, answer("Declined", "05", ""), pos.Declined},
		"expired card":      {200, answer("Error", "54", ""), pos.Declined},
		"wrong cvc":         {200, answer("Declined", "82", "ISO8583-82"), pos.Declined},
		"cannot be voided":  {200, answer("Declined", "99", "CORE-2008"), pos.Declined},
		"not settled":       {200, answer("Error", "99", "CORE-2508"), pos.Declined},
		"general error":     {200, answer("Error", "99", ""), pos.Unknown},
		"general refusal":   {200, answer("Declined", "99", "CORE-9999"), pos.Unknown},
		"try again":         {200, answer("Declined", "09", ""), pos.Unknown},
		"came too late":     {200, answer("Declined", "68", ""), pos.Unknown},
		"issuer is away":    {200, answer("Declined", "91", ""), pos.Unknown},
		"system failure":    {200, answer("Declined", "96", "ISO8583-96"), pos.Unknown},
		"no code":           {200, answer("Declined", "", ""), pos.Unknown},
		"no XML":            {200, "<html>", pos.Unknown},
		"a DTD":             {200, `<!DOCTYPE x [<!ENTITY a "a">]>` + answer("Declined", "51", ""), pos.Unknown},
		"status 500":        {500, answer("Declined", "51", ""), pos.Unknown},
	} {
		p := pos.Payment{ID: "order", Amount: 101, Currency: "TRY"}
		o := bank(t, c.status, c.answer).Authorize(t.Context(), p, pos.Callback{Evidence: map[string]string{"md": "m"}})
		if o.State != c.want {
			t.Errorf("%s: %s, want %s (%v)", what, o.State, c.want, o.Err)
		}
		if o.State == pos.Unknown && o.Err == nil {
			t.Errorf("%s: unknown without a reason", what)
		}
	}
}

// The callback shows the first digits of the card, in the forms that banks write. A buyer can rename fields, but two
// that contradict each other are refused.
func TestNestPayReadsTheFirstDigitsOfTheCard(t *testing.T) {
	t.Parallel()
	n := bank(t, http.StatusOK, "")
	for what, c := range map[string]struct {
		pairs  []string
		want   string
		forged bool
	}{
		"both": {[]string{"maskedCreditCard", "4355 08** **** 4358", "MaskedPan", "435508***4358"},
			"435508", false},
		"one":               {[]string{"MaskedPan", "435508***4358"}, "435508", false},
		"six digits":        {[]string{"panFirst6", "435508"}, "435508", false},
		"eight digits":      {[]string{"maskedCreditCard", "4355 0843 **** 4358"}, "43550843", false},
		"md only":           {[]string{"md", "435508:86D9842A:4122:##1"}, "435508", false},
		"md and the same":   {[]string{"md", "435508:86D9842A:4122:##1", "MaskedPan", "435508***4358"}, "435508", false},
		"nothing":           {nil, "", false},
		"hidden":            {[]string{"maskedCreditCard", "***", "MaskedPan", "**"}, "", false},
		"last four":         {[]string{"maskedCreditCard", "**** **** **** 4358"}, "", false},
		"they contradict":   {[]string{"maskedCreditCard", "4355 08** **** 4358", "MaskedPan", "552879***0008"}, "", true},
		"md contradicts it": {[]string{"md", "552879:86D9842A:4122:##1", "MaskedPan", "435508***4358"}, "", true},
	} {
		v := form(append([]string{"clientid", "190100000", "oid", "o", "amount", "1.00", "currency", "949", "taksit", "3",
			"mdStatus", "1", "xid", "x", "eci", "05", "cavv", "c"}, c.pairs...)...)
		if v.Get("md") == "" {
			v.Set("md", "m")
		}
		v.Set("HASH", HashV3(v, "123456"))
		cb, err := n.Read(v)
		if (err != nil) != c.forged || cb.BIN != c.want {
			t.Errorf("%s: %q, %v", what, cb.BIN, err)
		}
	}
}
