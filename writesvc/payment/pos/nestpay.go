package pos

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"vitrine/internal/writeapi"
)

// NestPayConfig is a merchant account at a bank that speaks NestPay (Payten EST).
type NestPayConfig struct {
	ClientID string
	User     string // of the XML interface
	Password string
	StoreKey string   // what hashes are made with
	GateURL  string   // where browsers post the card: …/fim/est3Dgate
	APIURL   string   // the XML interface: …/fim/api
	MDStatus []string // which 3-D results are taken; default 1, full authentication
	Plans    []Plan   // installments; without any, payments are made at once
	Client   *http.Client
}

// NestPay speaks EST version 3 in the models 3d and 3d_host. In 3d the customer's browser posts the card that we were given; in 3d_host the
// bank's own page asks him for it. From there on they are one: the bank authenticates and sends back md, xid, eci and cavv, no money is taken
// yet, and we take it through the XML interface, where md stands for the card.
//
// The bank has a third page, 3d_pay_hosting, on which it takes the money itself and then says so through the browser. It is not spoken: there a
// lost answer is money that was taken and that nobody here knows of, where with 3d_host nothing moves before the claim is committed.
type NestPay struct {
	cfg    NestPayConfig
	client *http.Client
}

// NewNestPay makes the gateway of an account.
func NewNestPay(cfg NestPayConfig) (*NestPay, error) {
	if cfg.ClientID == "" || cfg.StoreKey == "" || cfg.User == "" || cfg.Password == "" {
		return nil, errors.New("nestpay: clientId, user, password and storeKey are needed")
	}
	for _, u := range []string{cfg.GateURL, cfg.APIURL} {
		if p, err := url.Parse(u); err != nil || p.Host == "" || p.Scheme != "https" && !loopback(p.Hostname()) {
			return nil, errors.New("nestpay: the bank's addresses must be https")
		}
	}
	if len(cfg.MDStatus) == 0 {
		cfg.MDStatus = []string{"1"}
	}
	n := &NestPay{cfg: cfg, client: cfg.Client}
	if n.client == nil {
		n.client = bankClient()
	}
	return n, nil
}

// bankClient is how banks are called: no redirects, for what we send is for them alone, and no keep-alive, for a request on a connection that
// was closed meanwhile might be sent again by the transport.
func bankClient() *http.Client {
	return &http.Client{
		Timeout:       callTimeout,
		Transport:     &http.Transport{DisableKeepAlives: true, Proxy: http.ProxyFromEnvironment},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func loopback(host string) bool { return host == "127.0.0.1" || host == "localhost" || host == "::1" }

// Merchant is the client id.
func (n *NestPay) Merchant() string { return n.cfg.ClientID }

// taksit is an installment as NestPay writes it: nothing for one.
func taksit(count int) string {
	if count <= 1 {
		return ""
	}
	return strconv.Itoa(count)
}

// Start makes the form that the customer's browser posts to the bank. The bank is not called.
func (n *NestPay) Start(_ context.Context, p Payment, c Card) (Page, error) {
	return n.gate(p, "3d", field{"pan", c.number}, field{"Ecom_Payment_Card_ExpDate_Month", c.month}, field{"Ecom_Payment_Card_ExpDate_Year", c.year[2:]},
		field{"cv2", c.cvc}, field{"cardHolderName", c.holder})
}

// Host makes the form that leads the customer's browser to the bank's own page. The bank is not called.
func (n *NestPay) Host(_ context.Context, p Payment) (Page, error) { return n.gate(p, "3d_host") }

// gate makes the form for the bank's 3-D gate. Whatever its model, the bank takes no money for it.
func (n *NestPay) gate(p Payment, model string, more ...field) (Page, error) {
	number, ok := isoNumber(p.Currency)
	if !ok {
		return Page{}, &Refusal{ReasonUnsupported}
	}
	rnd := make([]byte, 12)
	if _, err := rand.Read(rnd); err != nil {
		return Page{}, fmt.Errorf("make rnd: %w", err)
	}
	lang := "en"
	if p.Language == "tr" {
		lang = "tr"
	}
	fields := append([]field{
		{"clientid", n.cfg.ClientID}, {"storetype", model}, {"amount", p.Amount.String()}, {"oid", p.ID}, {"okUrl", p.CallbackURL}, {"failUrl", p.CallbackURL},
		{"rnd", hex.EncodeToString(rnd)}, {"lang", lang}, {"currency", number}, {"taksit", taksit(p.Installment)}, {"TranType", "Auth"},
		{"hashAlgorithm", "ver3"},
	}, more...)
	form := url.Values{}
	for _, f := range fields {
		form.Set(f.Name, f.Value)
	}
	return postingPage(n.cfg.GateURL, append(fields, field{"hash", HashV3(form, n.cfg.StoreKey)}))
}

// Read takes a callback apart. The hash covers values and not names, so a field that is needed must be there: renamed, it is missing.
func (n *NestPay) Read(form url.Values) (Callback, error) {
	if !verifyV3(form, n.cfg.StoreKey) {
		return Callback{}, ErrForged
	}
	fields := map[string]string{}
	for name, values := range form {
		fields[strings.ToLower(name)] = values[0]
	}
	for _, needed := range []string{"clientid", "oid", "amount", "currency", "mdstatus", "taksit"} {
		if _, ok := fields[needed]; !ok {
			return Callback{}, ErrForged
		}
	}
	cb := Callback{
		PaymentID: fields["oid"], Merchant: fields["clientid"], Amount: fields["amount"], Currency: isoName(fields["currency"]), Installment: 1,
		MDStatus: fields["mdstatus"], evidence: map[string]string{},
	}
	if cb.Currency == "" {
		cb.Currency = "?" + fields["currency"]
	}
	if t := fields["taksit"]; t != "" {
		count, err := strconv.Atoi(t)
		if err != nil {
			count = -1
		}
		cb.Installment = max(count, 1)
		if count < 0 {
			cb.Installment = -1
		}
	}
	accepted := false
	for _, ok := range n.cfg.MDStatus {
		accepted = accepted || cb.MDStatus == ok
	}
	if cb.Failed = !accepted; cb.Failed {
		return cb, nil
	}
	for _, needed := range []string{"md", "xid", "eci", "cavv"} {
		v, ok := fields[needed]
		if !ok || v == "" && needed == "md" {
			return Callback{}, ErrForged
		}
		cb.evidence[needed] = v
	}
	return cb, nil
}

// Authorize takes the money.
func (n *NestPay) Authorize(ctx context.Context, p Payment, cb Callback) Outcome {
	number, _ := isoNumber(p.Currency)
	r, err := n.ask(ctx, cc5Request{
		Type: "Auth", Address: p.Address, OrderID: p.ID, Total: p.Amount.String(), Currency: number, Taksit: taksit(p.Installment), Mode: "P",
		Number: cb.evidence["md"], PayerTxnID: cb.evidence["xid"], Level: cb.evidence["eci"], Code: cb.evidence["cavv"],
	})
	if err != nil {
		return Outcome{Err: err, Refunded: -1}
	}
	return r.outcome()
}

// Query asks for the order's status.
func (n *NestPay) Query(ctx context.Context, p Payment) Outcome {
	q := cc5Request{OrderID: p.ID}
	q.Extra = &struct {
		OrderStatus string `xml:"ORDERSTATUS"`
	}{"QUERY"}
	r, err := n.ask(ctx, q)
	if err != nil {
		return Outcome{Err: err, Refunded: -1}
	}
	o := Outcome{Txn: r.Extra.TransID, Amount: parseAmount(r.Extra.CaptureAmt), Currency: isoName(r.Extra.Currency), Refunded: -1, Raw: r.Extra.TransStat + "/" + r.ProcReturnCode}
	if r.Extra.RefundAmt != "" {
		o.Refunded = parseAmount(r.Extra.RefundAmt)
	}
	switch r.Extra.TransStat {
	case "A", "C", "S":
		o.State = Approved
	case "D", "ERR":
		o.State, o.Reason = Declined, reasonOf(r.ProcReturnCode)
	case "CNCL", "V", "R":
		o.State = Voided
	case "PN": // on its way
	default:
		if r.ProcReturnCode == "99" && r.Extra.OrderStatus == "" {
			o.State = Missing
		}
	}
	if o.State == Approved && o.Txn == "" {
		o.State, o.Err = Unknown, errors.New("the bank names no transaction")
	}
	return o
}

// Void cancels the order.
func (n *NestPay) Void(ctx context.Context, p Payment) Outcome {
	r, err := n.ask(ctx, cc5Request{Type: "Void", OrderID: p.ID})
	if err != nil {
		return Outcome{Err: err, Refunded: -1}
	}
	return r.outcome()
}

// Refund credits the card.
func (n *NestPay) Refund(ctx context.Context, p Payment, amount writeapi.Money) Outcome {
	number, _ := isoNumber(p.Currency)
	r, err := n.ask(ctx, cc5Request{Type: "Credit", OrderID: p.ID, Total: amount.String(), Currency: number})
	if err != nil {
		return Outcome{Err: err, Refunded: -1}
	}
	return r.outcome()
}

// Installments are the plans of the shop's settings: NestPay has none of its own to ask for.
func (n *NestPay) Installments(_ context.Context, bin string, amount writeapi.Money) (writeapi.Installments, error) {
	return plansFor(n.cfg.Plans, bin, amount), nil
}
