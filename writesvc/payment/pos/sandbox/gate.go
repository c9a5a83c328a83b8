package sandbox

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"vitrine/internal/api"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/pos/nestpay"
	"vitrine/writesvc/web"
)

var (
	pages = template.Must(template.New("").Parse(`
{{define "style"}}<style>
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #181713; --ink2: #57534a; --edge: #8d877b; --line: #e4e0d7;
  --card: #fff }
@media (prefers-color-scheme: dark) { :root { --paper: #121210; --ink: #f1eee6; --ink2: #b9b4a8; --edge: #7a756a;
  --line: #2e2c28; --card: #1a1917 } }
* { box-sizing: border-box }
html { background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
body { max-width: 420px; margin: 0 auto; padding: 36px 20px }
header, dl div { display: flex; justify-content: space-between; gap: 20px }
header span, dt, label, p { color: var(--ink2) }
h1 { font: 400 28px/1.2 Georgia, serif; margin: 28px 0 20px } b, strong { font-weight: 500; color: var(--ink) }
dl { margin: 0 0 20px; padding: 12px 0; border: solid var(--line); border-width: 1px 0 } dd { margin: 0 }
label { display: block; font-size: 13px }
input { display: block; width: 100%; height: 56px; margin: 4px 0 16px; padding: 0 12px; border: 1px solid var(--edge);
  border-radius: 3px; background: var(--card); color: var(--ink); font-size: 16px }
input[name=code] { height: 72px; font-size: 34px; font-weight: 300; letter-spacing: .4em; text-align: center }
button { width: 100%; min-height: 48px; border: 1px solid var(--ink); border-radius: 3px; background: var(--ink);
  color: var(--paper); font: inherit; font-weight: 500; cursor: pointer }
button[name=cancel] { margin-top: 12px; border-color: transparent; background: none; color: var(--ink);
  text-decoration: underline }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 3px }
form + p { margin-top: 28px; padding-top: 16px; border-top: 1px solid var(--line); font-size: 13px }
</style>{{end}}
{{define "ask"}}<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Sandbox Bank</title>
<meta name="viewport" content="width=device-width, initial-scale=1">{{template "style"}}</head>
<body><main><header><strong>Sandbox Bank</strong><span>3-D Secure</span></header>
<h1>Enter the code that was sent to your phone</h1>
<dl><div><dt>Amount</dt><dd>{{.Amount}}</dd></div><div><dt>Card</dt><dd>{{.Card}}</dd></div></dl>
<form method="post" action="acs"><input type="hidden" name="session" value="{{.Session}}">
<label>Code of six digits <input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6"></label>
<button>Confirm</button> <button name="cancel" value="1">Cancel</button></form>
<p>This is not a real bank: while you develop, the code is always <b id="code">{{.Code}}</b>.</p>
</main></body></html>
{{end}}
{{define "card"}}<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Sandbox Bank</title>
<meta name="viewport" content="width=device-width, initial-scale=1">{{template "style"}}</head>
<body><h1>Sandbox Bank</h1>
<p>{{.Amount}}. This is not a real bank: enter a test card, never your own.{{if .Wrong}}
<b id="wrong">This is not a valid card.</b>{{end}}</p>
<form method="post" action="card"><input type="hidden" name="session" value="{{.Session}}">
<label>Card <input name="pan" inputmode="numeric" autocomplete="off"></label>
<label>Month <input name="month" size="2"></label>
<label>Year <input name="year" size="4"></label> <label>CVC <input name="cv2" size="4" autocomplete="off"></label>
<button>Pay</button> <button name="cancel" value="1">Cancel</button></form></body></html>
{{end}}
{{define "end"}}<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>Sandbox Bank</title></head>
<body><h1>Sandbox Bank</h1><p id="end">Close this window.</p></body></html>
{{end}}
{{define "back"}}<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>Sandbox Bank</title></head><body>
<form id="back" method="post" action="{{.Action}}">
{{range .Fields}}<input type="hidden" name="{{index . 0}}" value="{{index . 1}}">
{{end}}<noscript><button>Back to the shop</button></noscript></form>
<script nonce="{{.Nonce}}">document.getElementById("back").submit();</script></body></html>
{{end}}`))
	errAsk = api.Errorf(400, api.InvalidRequest, "The sandbox bank cannot process this request.")
)

// acsCode is the code that the page asks for. The page shows it.
const acsCode = "123456"

func page(name string, data any, h http.Header) (*web.Answer, error) {
	var out bytes.Buffer
	if err := pages.ExecuteTemplate(&out, name, data); err != nil {
		return nil, fmt.Errorf("write the bank's page: %w", err)
	}
	h.Set("Referrer-Policy", "no-referrer")
	return &web.Answer{ContentType: "text/html; charset=utf-8", Body: out.Bytes(), Header: h}, nil
}

// one returns a form field that occurs once, without regard to the case of its name.
func one(form url.Values, name string) (v string, ok bool) {
	n := 0
	for k, values := range form {
		if strings.EqualFold(k, name) {
			n += len(values)
			v = values[0]
		}
	}
	return v, n == 1
}

// Gate handles POST /payment/sandbox/gate: the form that a customer's browser posts. It verifies the hash as a bank
// does.
func (b *Bank) Gate(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	form, err := url.ParseQuery(string(rq.Body))
	if err != nil {
		return nil, errAsk
	}
	f := map[string]string{}
	for _, name := range []string{
		"clientid", "storetype", "amount", "oid", "okUrl", "failUrl", "rnd", "currency", "taksit", "hashAlgorithm", "hash",
	} {
		v, ok := one(form, name)
		if !ok {
			return nil, errAsk
		}
		f[name] = v
	}
	// The model 3d requires a card. 3d_host forbids one, because the customer types it on the bank's page.
	hosted := f["storetype"] == "3d_host"
	for _, name := range []string{"pan", "cv2"} {
		v, ok := one(form, name)
		if ok == hosted || hosted && v != "" {
			return nil, errAsk
		}
		f[name] = v
	}
	tenant := tenantOf(f["clientid"])
	good := f["clientid"] == clientID(tenant) && f["hashAlgorithm"] == "ver3" &&
		f["hash"] == nestpay.HashV3(form, b.secret(tenant))
	if !good || f["storetype"] != "3d" && !hosted || !hosted && len(f["pan"]) < 12 {
		return nil, &api.Error{Status: 400, Code: api.SignatureInvalid, Message: "Sandbox bank: the hash is wrong."}
	}
	md, err := token()
	if err != nil {
		return nil, err
	}
	o := &order{tenant: tenant, md: md, amount: f["amount"], currency: f["currency"]}
	scenario := ""
	if !hosted {
		o.card, scenario = pos.Mask(f["pan"]), scenarioOf(f["pan"], f["amount"]).name
	}
	if _, err := b.pool.Exec(ctx, `INSERT INTO sandbox_order (tenant_id, oid, md, scenario, card, amount, currency,
  installment, ok_url, fail_url, rnd, storetype)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`, tenant, f["oid"], md, scenario, o.card, f["amount"],
		f["currency"], f["taksit"], f["okUrl"], f["failUrl"], f["rnd"], f["storetype"]); err != nil {
		return nil, errAsk // no such tenant
	}
	if hosted {
		return askCard(o, false)
	}
	return askCode(o)
}

// session identifies an order on the bank's pages.
func (o *order) session() string { return o.tenant + "." + o.md }

// sessionOf reads a form of the bank's pages and finds its order.
func (b *Bank) sessionOf(ctx context.Context, rq *web.Request) (url.Values, *order, error) {
	form, err := url.ParseQuery(string(rq.Body))
	if err != nil {
		return nil, nil, errAsk
	}
	session := form.Get("session")
	dot := strings.LastIndexByte(session, '.')
	if dot < 0 || !utf8.ValidString(session) || strings.ContainsRune(session, 0) {
		return nil, nil, errAsk
	}
	o, err := b.byMD(ctx, session[:dot], session[dot+1:])
	if err == nil && o == nil {
		err = errAsk
	}
	return form, o, err
}

// selfOnly returns headers that allow forms to this origin only.
func selfOnly() http.Header {
	policy := "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'"
	return http.Header{"Content-Security-Policy": {policy}}
}

// askCode returns the page that asks for the code.
func askCode(o *order) (*web.Answer, error) {
	data := map[string]string{"Card": o.card, "Amount": o.price(), "Code": acsCode, "Session": o.session()}
	return page("ask", data, selfOnly())
}

// ACS handles POST /payment/sandbox/acs: the code. A wrong code, or Cancel, is a failed authentication.
func (b *Bank) ACS(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	form, o, err := b.sessionOf(ctx, rq)
	if err != nil {
		return nil, err
	}
	if o.card == "" {
		return askCard(o, true) // no card was typed yet
	}
	state := "proven"
	if form.Get("code") != acsCode || form.Get("cancel") != "" || named(o.scenario).mdStatus == "0" {
		state = "refused"
	}
	tag, err := b.pool.Exec(ctx, `UPDATE sandbox_order SET state = $3
WHERE tenant_id = $1 AND id = $2 AND state IN ('asked', 'refused')`, o.tenant, o.id, state)
	if err != nil {
		return nil, fmt.Errorf("write the bank's books: %w", err)
	}
	if tag.RowsAffected() > 0 {
		o.state = state
	}
	return b.sendBack(ctx, o)
}

// sendBack returns the page that leads the customer back to the shop.
func (b *Bank) sendBack(ctx context.Context, o *order) (*web.Answer, error) {
	action, fields := b.callback(o)
	if o.scenario == "no-way-back" && o.state == "proven" {
		return page("end", nil, selfOnly())
	}
	if o.scenario == "three-times" && o.state == "proven" {
		for range 2 {
			b.post(ctx, action, fields)
		}
	}
	nonce, err := token()
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(action)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" {
		return nil, errAsk
	}
	list := [][2]string{}
	for k, v := range fields {
		list = append(list, [2]string{k, v[0]})
	}
	// No form-action: some browsers apply it to redirects, and the shop's own page may have any origin.
	policy := "default-src 'none'; script-src 'nonce-" + nonce + "'; base-uri 'none'"
	return page("back", map[string]any{"Action": action, "Fields": list, "Nonce": nonce},
		http.Header{"Content-Security-Policy": {policy}})
}

// callback returns the message that the bank sends through the browser.
func (b *Bank) callback(o *order) (action string, form url.Values) {
	secret := b.secret(o.tenant)
	s := named(o.scenario)
	md, action := "1", o.okURL
	if s.mdStatus != "" {
		md = s.mdStatus
	}
	if o.state == "refused" {
		md = "0"
	}
	if md != "1" {
		action = o.failURL
	}
	text := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	form = url.Values{
		"clientid": {clientID(o.tenant)}, "oid": {o.oid}, "amount": {o.amount}, "currency": {o.currency},
		"taksit": {o.installment}, "mdStatus": {md}, "md": {o.md}, "xid": {text(o.id[:20])}, "eci": {"05"},
		"cavv": {text(o.id[4:])}, "txstatus": {"Y"}, "maskedCreditCard": {o.card}, "storetype": {o.storeType},
		"rnd": {o.rnd}, "hashAlgorithm": {"ver3"}, "okUrl": {o.okURL}, "failUrl": {o.failURL}, "mdErrorMsg": {""},
	}
	switch o.scenario {
	case "amount-changed":
		form.Set("amount", "1.00")
	case "currency-change":
		form.Set("currency", map[bool]string{true: "840", false: "978"}[o.currency != "840"])
	case "other-order":
		form.Set("oid", "000000000000000000000000")
	case "wrong-hash":
		secret = "another" + secret
	}
	form.Set("HASH", nestpay.HashV3(form, secret))
	return action, form
}

// post sends a callback as a browser would, for the scenario of repeated callbacks.
func (b *Bank) post(ctx context.Context, action string, form url.Values) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	rq, err := http.NewRequestWithContext(ctx, http.MethodPost, action, strings.NewReader(form.Encode()))
	if err != nil {
		return
	}
	rq.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	rs, err := client.Do(rq)
	if err != nil {
		b.log.Debug("callback of the sandbox bank not delivered", "err", err)
		return
	}
	_ = rs.Body.Close()
}
