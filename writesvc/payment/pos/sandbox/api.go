package sandbox

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"vitrine/internal/secret"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/web"
)

// request is a request to the XML interface.
type request struct {
	XMLName  xml.Name `xml:"CC5Request"`
	Name     string   `xml:"Name"`
	Password string   `xml:"Password"`
	ClientID string   `xml:"ClientId"`
	Type     string   `xml:"Type"`
	OrderID  string   `xml:"OrderId"`
	Total    string   `xml:"Total"`
	Currency string   `xml:"Currency"`
	Taksit   string   `xml:"Taksit"`
	Number   string   `xml:"Number"`
	Level    string   `xml:"PayerSecurityLevel"`
	Code     string   `xml:"PayerAuthenticationCode"`
	Extra    struct {
		OrderStatus string `xml:"ORDERSTATUS"`
	} `xml:"Extra"`
}

// answer is an answer of the XML interface.
type answer struct {
	XMLName xml.Name `xml:"CC5Response"`
	OrderID string   `xml:"OrderId"`
	What    string   `xml:"Response"`
	Auth    string   `xml:"AuthCode"`
	Code    string   `xml:"ProcReturnCode"`
	Trans   string   `xml:"TransId"`
	ErrMsg  string   `xml:"ErrMsg"`
	Extra   extra    `xml:"Extra"`
}

type extra struct {
	OrderStatus string `xml:"ORDERSTATUS,omitempty"`
	TransStat   string `xml:"TRANS_STAT,omitempty"`
	ChargeType  string `xml:"CHARGE_TYPE_CD,omitempty"`
	CaptureAmt  string `xml:"CAPTURE_AMT,omitempty"`
	CreditAmt   string `xml:"CREDIT_AMT,omitempty"`
	TransID     string `xml:"TRANS_ID,omitempty"`
	Currency    string `xml:"CURRENCY,omitempty"`
}

func refused(q request, code, why string) answer {
	what := "Declined"
	if code == "99" {
		what = "Error"
	}
	return answer{OrderID: q.OrderID, What: what, Code: code, ErrMsg: why}
}

// abort closes the connection without an answer.
func abort(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// API handles POST /payment/sandbox/api, the XML interface.
func (b *Bank) API(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var q request
	d := xml.NewDecoder(strings.NewReader(string(rq.Body)))
	if err := d.Decode(&q); err != nil {
		return nil, errAsk
	}
	tenant := tenantOf(q.ClientID)
	if q.ClientID != clientID(tenant) || !secret.Equal(q.Password, b.secret(tenant)) {
		return write(refused(q, "99", "wrong credentials"))
	}
	var a answer
	var err error
	scenario := ""
	switch {
	case q.Extra.OrderStatus == "QUERY":
		a, err = b.status(ctx, tenant, q)
	case q.Type == "Auth":
		a, scenario, err = b.auth(ctx, tenant, q)
	case q.Type == "Void":
		a, err = b.void(ctx, tenant, q)
	case q.Type == "Credit":
		a, err = b.credit(ctx, tenant, q)
	default:
		a = refused(q, "99", "no such type")
	}
	if err != nil {
		return nil, err
	}
	switch scenario {
	case "charged-lost", "lost":
		return &web.Answer{Stream: abort}, nil
	case "xml-bomb":
		return &web.Answer{ContentType: "application/xml", Body: []byte(bomb)}, nil
	case "charged-500":
		return &web.Answer{Status: 500, ContentType: "text/plain", Body: []byte("no")}, nil
	}
	return write(a)
}

// bomb is an answer with a DTD, whose entities expand.
const bomb = `<?xml version="1.0"?>
<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<CC5Response><Response>&b;</Response></CC5Response>`

func write(a answer) (*web.Answer, error) {
	body, err := xml.Marshal(a)
	if err != nil {
		return nil, fmt.Errorf("write the bank's answer: %w", err)
	}
	return &web.Answer{ContentType: "application/xml; charset=UTF-8", Body: append([]byte(xml.Header), body...)}, nil
}

// auth takes money once an order, for the authenticated card and amount.
func (b *Bank) auth(ctx context.Context, tenant string, q request) (answer, string, error) {
	o, err := b.byMD(ctx, tenant, q.Number)
	if err != nil {
		return answer{}, "", err
	}
	if o == nil || o.oid != q.OrderID || o.amount != q.Total || o.currency != q.Currency ||
		o.installment != q.Taksit || q.Level == "" || q.Code == "" {
		return refused(q, "99", "differs from the authenticated payment"), "", nil
	}
	s := named(o.scenario)
	if s.name == "lost" {
		return answer{}, "lost", nil
	}
	if s.code != "" {
		_, err := b.pool.Exec(ctx, `UPDATE sandbox_order SET state = 'declined'
WHERE tenant_id = $1 AND id = $2 AND state = 'proven'`, tenant, o.id)
		return refused(q, s.code, s.name), "", err
	}
	m, ok := writeapi.ParseMoney(q.Total)
	txn, err := token()
	if err != nil {
		return answer{}, "", err
	}
	if !ok {
		return refused(q, "13", "amount"), "", nil
	}
	tag, err := b.pool.Exec(ctx, `UPDATE sandbox_order SET state = 'approved', captured = $3, txn = $4
WHERE tenant_id = $1 AND id = $2 AND state = 'proven' AND NOT EXISTS (
  SELECT FROM sandbox_order d WHERE d.tenant_id = $1 AND d.oid = $5 AND d.captured > 0)`,
		tenant, o.id, int64(m), txn, o.oid)
	if err != nil {
		return answer{}, "", fmt.Errorf("write the bank's books: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return refused(q, "99", "not authenticated, or taken already"), "", nil
	}
	return answer{OrderID: q.OrderID, What: "Approved", Auth: txn[:6], Code: "00", Trans: txn}, o.scenario, nil
}

// status returns the state of an order.
func (b *Bank) status(ctx context.Context, tenant string, q request) (answer, error) {
	o, err := b.byOID(ctx, tenant, q.OrderID)
	if err != nil {
		return answer{}, err
	}
	if o == nil || o.state == "asked" || o.state == "proven" || o.state == "refused" {
		// No authorization was requested. The text is all that tells this from other errors.
		a := refused(q, "99", "No record found for "+q.OrderID)
		a.OrderID, a.What, a.Extra.OrderStatus = "", "Declined", "ORD_ID:\tCHARGE_TYPE_CD:\tORIG_TRANS_AMT:\tTRANS_STAT:"
		return a, nil
	}
	stat := map[string]string{"approved": "C", "declined": "D", "voided": "V"}[o.state]
	code := "00"
	if stat == "D" {
		code = named(o.scenario).code
	}
	return answer{OrderID: q.OrderID, What: "Approved", Code: code, Extra: extra{
		OrderStatus: "ORD_ID:" + o.oid, TransStat: stat, ChargeType: "S", TransID: o.txn, Currency: o.currency,
		// in hundredths without a point, as banks write it
		CaptureAmt: strconv.FormatInt(o.captured, 10), CreditAmt: strconv.FormatInt(o.refunded, 10),
	}}, nil
}

// void cancels an order.
func (b *Bank) void(ctx context.Context, tenant string, q request) (answer, error) {
	txn, err := token()
	if err != nil {
		return answer{}, err
	}
	tag, err := b.pool.Exec(ctx, `UPDATE sandbox_order SET state = 'voided', refunded = captured
WHERE tenant_id = $1 AND oid = $2 AND state = 'approved' AND refunded = 0 AND scenario <> 'no-void'`, tenant, q.OrderID)
	if err != nil {
		return answer{}, fmt.Errorf("write the bank's books: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return refused(q, "12", "cannot be voided"), nil
	}
	return answer{OrderID: q.OrderID, What: "Approved", Code: "00", Trans: txn}, nil
}

// credit returns money, never more than was taken.
func (b *Bank) credit(ctx context.Context, tenant string, q request) (answer, error) {
	m, ok := writeapi.ParseMoney(q.Total)
	txn, err := token()
	if err != nil {
		return answer{}, err
	}
	if !ok || m <= 0 {
		return refused(q, "13", "amount"), nil
	}
	tag, err := b.pool.Exec(ctx, `UPDATE sandbox_order SET refunded = refunded + $3
WHERE tenant_id = $1 AND oid = $2 AND currency = $4 AND state = 'approved' AND refunded + $3 <= captured`,
		tenant, q.OrderID, int64(m), q.Currency)
	if err != nil {
		return answer{}, fmt.Errorf("write the bank's books: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return refused(q, "12", "more than was taken"), nil
	}
	return answer{OrderID: q.OrderID, What: "Approved", Code: "00", Trans: txn}, nil
}
