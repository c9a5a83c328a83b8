package nestpay

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"vitrine/writesvc/payment/pos"
)

// cc5Request is a request to the XML interface.
type cc5Request struct {
	XMLName    xml.Name `xml:"CC5Request"`
	Name       string   `xml:"Name"`
	Password   string   `xml:"Password"`
	ClientID   string   `xml:"ClientId"`
	Type       string   `xml:"Type,omitempty"`
	Address    string   `xml:"IPAddress,omitempty"`
	OrderID    string   `xml:"OrderId"`
	Total      string   `xml:"Total,omitempty"`
	Currency   string   `xml:"Currency,omitempty"`
	Taksit     string   `xml:"Taksit,omitempty"`
	Number     string   `xml:"Number,omitempty"` // md, which stands for the card
	PayerTxnID string   `xml:"PayerTxnId,omitempty"`
	Level      string   `xml:"PayerSecurityLevel,omitempty"`
	Code       string   `xml:"PayerAuthenticationCode,omitempty"`
	Mode       string   `xml:"Mode,omitempty"`
	Extra      *struct {
		OrderStatus string `xml:"ORDERSTATUS"`
	} `xml:"Extra,omitempty"`
}

// cc5Response is an answer of the XML interface.
type cc5Response struct {
	XMLName        xml.Name `xml:"CC5Response"`
	OrderID        string   `xml:"OrderId"`
	Response       string   `xml:"Response"`
	AuthCode       string   `xml:"AuthCode"`
	ProcReturnCode string   `xml:"ProcReturnCode"`
	TransID        string   `xml:"TransId"`
	ErrMsg         string   `xml:"ErrMsg"`
	Extra          struct {
		ErrorCode  string `xml:"ERRORCODE"`
		TransStat  string `xml:"TRANS_STAT"`
		ChargeType string `xml:"CHARGE_TYPE_CD"` // S: sale, C: credit
		OrderAmt   string `xml:"ORIG_TRANS_AMT"`
		CaptureAmt string `xml:"CAPTURE_AMT"`
		RefundAmt  string `xml:"CREDIT_AMT"` // the sandbox bank's; real banks do not say
		TransID    string `xml:"TRANS_ID"`
		Currency   string `xml:"CURRENCY"`
	} `xml:"Extra"`
}

// parseCC5 reads an answer. It rejects a DTD, and accepts the charsets that banks use.
func parseCC5(body []byte) (r cc5Response, err error) {
	d := xml.NewDecoder(bytes.NewReader(body))
	d.Strict = true
	d.Entity = nil
	d.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) {
		switch strings.ToUpper(charset) {
		case "ISO-8859-9", "ISO-8859-1", "WINDOWS-1254":
			return latin5(in)
		}
		return nil, fmt.Errorf("charset %q", charset)
	}
	// Decode skips directives, so the tokens are checked separately.
	check := xml.NewDecoder(bytes.NewReader(body))
	check.CharsetReader = d.CharsetReader
	for {
		token, err := check.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return r, errors.New("the bank's answer is not XML")
		}
		if _, ok := token.(xml.Directive); ok {
			return r, errors.New("the bank's answer has a DTD")
		}
	}
	if err := d.Decode(&r); err != nil {
		return r, errors.New("the bank's answer is not a CC5Response")
	}
	return r, nil
}

// latin5 converts ISO-8859-9 to UTF-8.
func latin5(in io.Reader) (io.Reader, error) {
	b, err := io.ReadAll(io.LimitReader(in, pos.MaxAnswer+1))
	if err != nil {
		return nil, err
	}
	differ := map[byte]rune{0xD0: 'Ğ', 0xDD: 'İ', 0xDE: 'Ş', 0xF0: 'ğ', 0xFD: 'ı', 0xFE: 'ş'}
	var out strings.Builder
	for _, c := range b {
		if r, ok := differ[c]; ok {
			out.WriteRune(r)
		} else {
			out.WriteRune(rune(c))
		}
	}
	return strings.NewReader(out.String()), nil
}

// ask sends a request to the XML interface. After an error it is unknown what the bank did.
func (g *Gateway) ask(ctx context.Context, q cc5Request) (r cc5Response, err error) {
	q.Name, q.Password, q.ClientID = g.cfg.User, string(g.cfg.Password), g.cfg.ClientID
	var body bytes.Buffer
	body.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n")
	if err := xml.NewEncoder(&body).Encode(q); err != nil { //nolint:gosec // it holds the password
		return r, fmt.Errorf("write the request: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, pos.CallTimeout)
	defer cancel()
	rq, err := http.NewRequestWithContext(ctx, http.MethodPost, g.cfg.APIURL, &body)
	if err != nil {
		return r, errors.New("the bank's address is not a URL")
	}
	rq.GetBody = nil // the transport must not repeat it: a request without an answer may have been processed
	rq.Header.Set("Content-Type", "application/xml; charset=UTF-8")
	rs, err := g.client.Do(rq)
	if err != nil {
		return r, fmt.Errorf("ask the bank: %w", err)
	}
	defer rs.Body.Close() //nolint:errcheck // it was read
	answer, err := io.ReadAll(io.LimitReader(rs.Body, pos.MaxAnswer+1))
	if err != nil {
		return r, fmt.Errorf("read the bank's answer: %w", err)
	}
	if int64(len(answer)) > pos.MaxAnswer {
		return r, errors.New("the bank's answer is too large")
	}
	if rs.StatusCode != http.StatusOK {
		return r, fmt.Errorf("the bank answered %d", rs.StatusCode)
	}
	if r, err = parseCC5(answer); err != nil {
		return r, err
	}
	if r.OrderID != "" && r.OrderID != q.OrderID {
		return r, errors.New("the bank answered for another order")
	}
	return r, nil
}
