package iyzico

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment/pos"
)

// Error codes of iyzico: https://docs.iyzico.com/en/add-ons/error-codes.
var (
	// declines are the codes with which the issuing bank refuses a card. Codes that are not listed, such as 1 and 2
	// (system error), 10204 (unknown), 10214 (communication), 10219 (timeout) and 10228 (switch inoperative), say
	// nothing about the money.
	declines = []string{
		"10005", "10012", "10034", "10041", "10043", "10051", "10054", "10057", "10058", "10084", "10093", "10201", "10206",
		"10207", "10208", "10209", "10210", "10211", "10212", "10213", "10215", "10217", "10218", "10220", "10221", "10222",
		"10224", "10225", "10226", "10227", "10229", "10230", "10231", "10232", "10233", "10234", "10235",
	}
	// technical are failures of iyzico, of a bank, or of our account. After them a request may have been carried out.
	technical = []string{
		"", "1", "2", "1000", "1001", "10202", "10204", "10214", "10216", "10219", "10228", "10236", "10240", "10241",
		"10242",
	}
	// nothing are the codes for a payment that iyzico does not have.
	nothing = []string{"5086", "5087"}
)

var (
	errSignature = errors.New("iyzico's answer has a wrong signature, or is about another payment")
	errNoAmount  = errors.New("iyzico's answer has no readable amount")
	errNoFraud   = errors.New("iyzico's answer has no fraudStatus")
	errReviewing = errors.New("iyzico is reviewing the payment")
)

// clip shortens a text of iyzico for logs and events.
func clip(s string) string { return strings.ToValidUTF8(s[:min(len(s), 40)], "?") }

// undecided returns the outcome of an answer that says nothing about the money.
func undecided(a answer) pos.Outcome {
	return pos.Outcome{Raw: clip(a.ErrorCode + a.PaymentStatus), Refunded: -1, Answered: true,
		Err: fmt.Errorf("iyzico answered %q %q, which decides nothing", clip(a.ErrorCode), clip(a.PaymentStatus))}
}

// refused interprets an answer that is no success: only the issuing bank's refusals are final.
func refused(a answer) pos.Outcome {
	if !slices.Contains(declines, a.ErrorCode) {
		return undecided(a)
	}
	return pos.Outcome{State: pos.Declined, Reason: reasonOf(a.ErrorCode), Raw: clip(a.ErrorCode), Refunded: -1}
}

// paid interprets a successful payment by API. An answer that is unsigned, or about another payment, proves nothing.
func (g *Gateway) paid(p pos.Payment, a answer) pos.Outcome {
	if !g.signed(a) || a.ConversationID != p.ID || a.BasketID != p.ID || a.PaymentID == "" ||
		p.ProviderRef != "" && a.PaymentID != p.ProviderRef {
		return pos.Outcome{Err: errSignature, Refunded: -1}
	}
	return g.taken(a)
}

// signed verifies the signature of a payment. iyzico does not document how it writes numbers there: as in the answer,
// or without trailing zeros.
func (g *Gateway) signed(a answer) bool {
	return g.signs(a, func(paid, price string) []string {
		return []string{a.PaymentID, a.Currency, a.BasketID, a.ConversationID, paid, price}
	})
}

// signs verifies a signature over parts, with either notation of numbers.
func (g *Gateway) signs(a answer, parts func(paid, price string) []string) bool {
	short := func(n json.Number) string {
		if !strings.Contains(n.String(), ".") {
			return n.String()
		}
		return strings.TrimRight(strings.TrimRight(n.String(), "0"), ".")
	}
	for _, write := range []func(json.Number) string{json.Number.String, short} {
		if same(a.Signature, hmacHex(string(g.cfg.SecretKey), strings.Join(parts(write(a.PaidPrice), write(a.Price)), ":"))) {
			return true
		}
	}
	return false
}

// taken interprets a successful payment whose signature is right. Without fraudStatus or an amount it proves nothing.
func (g *Gateway) taken(a answer) pos.Outcome {
	paid, ok := parse(a.PaidPrice)
	switch {
	case a.FraudStatus == nil:
		return pos.Outcome{Raw: "fraudStatus", Err: errNoFraud, Refunded: -1}
	case *a.FraudStatus == -1:
		return pos.Outcome{State: pos.Declined, Reason: pos.ReasonDeclined, Raw: "fraudStatus -1", Refunded: -1}
	case *a.FraudStatus != 1: // it may still be approved or declined, so it is queried again
		return pos.Outcome{Raw: "fraudStatus", Err: errReviewing, Refunded: -1}
	case !ok || paid <= 0 || a.Currency == "":
		return pos.Outcome{Raw: "paidPrice", Err: errNoAmount, Refunded: -1}
	}
	return pos.Outcome{State: pos.Approved, Txn: a.PaymentID, Amount: paid, Currency: a.Currency, Refunded: -1}
}

// parse reads an amount, with or without trailing zeros. An amount of more than two decimals is not readable.
func parse(n json.Number) (writeapi.Money, bool) {
	s := n.String()
	if strings.Contains(s, ".") {
		s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	}
	return writeapi.ParseMoney(s)
}

// reasonOf translates iyzico's code into a reason for the customer.
func reasonOf(code string) string {
	switch code {
	case "10051":
		return pos.ReasonFunds
	case "10054":
		return pos.ReasonExpired
	case "10084":
		return pos.ReasonCVC
	case "10041", "10043":
		return pos.ReasonPickUp
	case "10012", "10093":
		return pos.ReasonNumber
	case "10057", "10058":
		return pos.ReasonUnsupported
	case "1000", "1001":
		return pos.ReasonConfig
	}
	return pos.ReasonDeclined
}
