package nestpay

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment/pos"
)

// declines are the codes (ISO 8583) with which an issuer or the bank refuses an order. Every other code is a technical
// one: 09 asks to try again, 68, 91 and 96 report failures on the way to the issuer, and 99 covers every error of the
// bank's own system, after which the order may still have been carried out.
var declines = []string{
	"01", "02", "03", "04", "05", "07", "12", "13", "14", "15", "28", "33", "34", "36", "37", "38", "41", "43", "51",
	"53", "54", "55", "56", "57", "58", "61", "62", "63", "65", "75", "77", "78", "82", "93", "N7",
}

// refusals are the bank's own error codes for a void or a credit that it did not carry out.
var refusals = []string{
	"CORE-2008", // nothing that can be voided
	"CORE-2508", // cannot be credited before the end of the day
}

// outcome interprets an answer to an order. Anything but a clear approval or a clear decline is unknown.
func (r cc5Response) outcome(order string) pos.Outcome {
	o := pos.Outcome{Txn: r.TransID, Raw: r.raw(), Refunded: -1}
	switch {
	case r.Response == "Approved" && r.ProcReturnCode == "00" && r.TransID != "" && r.OrderID == order:
		o.State = pos.Approved
	case (r.Response == "Declined" || r.Response == "Error") &&
		(slices.Contains(declines, r.ProcReturnCode) || slices.Contains(refusals, r.Extra.ErrorCode)):
		o.State, o.Reason = pos.Declined, reasonOf(r.ProcReturnCode)
	default:
		o.Answered, o.Err = true, fmt.Errorf("the bank answered %s, which decides nothing", clip(r.Response+" "+o.Raw))
	}
	return o
}

// raw returns the bank's own codes, for operators.
func (r cc5Response) raw() string {
	if r.Extra.ErrorCode == "" {
		return clip(r.ProcReturnCode)
	}
	return clip(r.ProcReturnCode + "/" + r.Extra.ErrorCode)
}

// clip shortens a text of the bank for logs and events.
func clip(s string) string { return strings.ToValidUTF8(s[:min(len(s), 40)], "?") }

var (
	errNoAmount = errors.New("the bank's answer has no readable amount")
	errNoTxn    = errors.New("the bank's answer names no transaction")
	errCredited = errors.New("the bank reports a credit of another amount")
)

// status interprets an answer to a query. The bank writes the state of the order's last transaction: of the sale, or of
// a credit after it. Amounts that cannot be read leave the state unknown.
func (r cc5Response) status(p pos.Payment) pos.Outcome {
	o := pos.Outcome{Txn: r.Extra.TransID, Currency: pos.ISOName(r.Extra.Currency), Refunded: -1,
		Raw: clip(r.Extra.TransStat + "/" + r.raw())}
	unknown := func(err error) pos.Outcome { return pos.Outcome{Raw: o.Raw, Refunded: -1, Err: err} }
	var ok bool
	if r.Extra.RefundAmt != "" {
		if o.Refunded, ok = centsOf(r.Extra.RefundAmt); !ok {
			return unknown(errNoAmount)
		}
	}
	switch r.Extra.TransStat {
	case "A", "C", "S":
		captured := r.Extra.CaptureAmt
		if captured == "" {
			captured = r.Extra.OrderAmt // authorized, and captured at the end of the day
		}
		switch o.Amount, ok = centsOf(captured); {
		case !ok || o.Amount <= 0:
			return unknown(errNoAmount)
		case o.Txn == "":
			return unknown(errNoTxn)
		case r.Extra.ChargeType == "C" && o.Amount != p.Amount:
			return unknown(errCredited)
		case r.Extra.ChargeType == "C":
			o.State, o.Refunded = pos.Voided, o.Amount
			return o
		}
		o.State = pos.Approved
	case "D", "ERR":
		o.State, o.Reason = pos.Declined, reasonOf(r.ProcReturnCode)
	case "CNCL", "V", "R":
		o.State = pos.Voided
	case "":
		if !r.nothing(p.ID) {
			return unknown(fmt.Errorf("the bank answered %s, which decides nothing", clip(r.Response+" "+o.Raw)))
		}
		o.State = pos.Missing
	default: // PN: pending
		return unknown(fmt.Errorf("the bank reports the state %q", clip(r.Extra.TransStat)))
	}
	return o
}

// nothing reports whether the bank has no such order. It answers 99 to that, as to every error of its own, so only the
// text tells the two apart.
func (r cc5Response) nothing(order string) bool {
	return r.ProcReturnCode == "99" && r.Extra.ErrorCode == "" &&
		strings.EqualFold(strings.TrimSpace(r.ErrMsg), "No record found for "+order)
}

// centsOf reads an amount of a query. Banks write it in hundredths without a point: 101 is 1.01. An amount with a point
// must have two decimals.
func centsOf(s string) (writeapi.Money, bool) {
	s = strings.TrimSpace(s)
	if whole, cents, ok := strings.Cut(s, "."); ok {
		if len(cents) != 2 || whole == "" {
			return 0, false
		}
		s = whole + cents
	}
	if !pos.Digits(s) || len(s) > 15 {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n > int64(writeapi.MaxMoney) {
		return 0, false
	}
	return writeapi.Money(n), true
}

// reasonOf translates a bank's code into a reason for the customer.
func reasonOf(code string) string {
	switch code {
	case "01", "02":
		return pos.ReasonIssuer
	case "04", "07", "41", "43":
		return pos.ReasonPickUp
	case "14", "15", "56":
		return pos.ReasonNumber
	case "33", "54":
		return pos.ReasonExpired
	case "51", "61", "65":
		return pos.ReasonFunds
	case "82", "63", "N7":
		return pos.ReasonCVC
	case "12", "96", "99", "91":
		return pos.ReasonProcessing
	}
	return pos.ReasonDeclined
}
