package record

import "slices"

// A Status is the state of a payment.
type Status string

// The statuses.
const (
	Created           Status = "created"         // stock is reserved; the bank was not called yet
	RequiresAction    Status = "requires_action" // the customer is at the bank
	Processing        Status = "processing"      // claimed; the bank is being asked for the money
	Unknown           Status = "unknown"         // the bank did not answer and may have taken the money
	Succeeded         Status = "succeeded"
	Failed            Status = "failed"
	Expired           Status = "expired"
	Cancelled         Status = "cancelled"      // replaced by another payment, or the basket changed
	RefundPending     Status = "refund_pending" // money was taken that buys nothing; a refund is scheduled
	PartiallyRefunded Status = "partially_refunded"
	Refunded          Status = "refunded"
	Voided            Status = "voided"
	Pending           Status = "pending"        // awaits a transfer
	PartiallyPaid     Status = "partially_paid" // a part of the transfer arrived
	Review            Status = "review"         // money arrived that matches nothing; an operator decides
	Confirming        Status = "confirming"     // the transaction is in a block that is not deep enough yet
	Underpaid         Status = "underpaid"      // less than due arrived on a chain; an operator decides
	Overpaid          Status = "overpaid"       // more than due arrived on a chain; an operator decides
)

// A Move is a transition to a status. It is a guarded update: only the caller whose update finds the row in one of the
// From statuses does what follows, in the same transaction.
type Move struct {
	Name string
	From []Status
	To   Status
}

// The moves.
var (
	MoveStart       = Move{"start", []Status{Created}, RequiresAction}
	MoveReject      = Move{"reject", []Status{Created, RequiresAction}, Failed}
	MoveSupersede   = Move{"supersede", []Status{Created, RequiresAction, Pending}, Cancelled}
	MoveExpire      = Move{"expire", []Status{Created, RequiresAction, Pending}, Expired}
	MoveClaim       = Move{"claim", []Status{RequiresAction}, Processing}
	MoveMarkUnknown = Move{"mark unknown", []Status{Processing, Unknown}, Unknown}
	MoveDecline     = Move{"decline", []Status{Processing, Unknown}, Failed}
	// A payment on a chain succeeds only while a transaction is claimed for it: a reorganization makes it pending again.
	MoveApprove = Move{"approve", []Status{Processing, Unknown, Confirming}, Succeeded}
	// A line of a statement completes a transfer.
	MoveBook = Move{"approve", []Status{Pending, PartiallyPaid}, Succeeded}
	// The provider took the money on its page after all, and the items are still available.
	MoveCollect    = Move{"collect", []Status{Failed, Expired}, Succeeded}
	MoveAutoRefund = Move{"auto-refund", []Status{Processing, Unknown, Failed, Expired, Cancelled}, RefundPending}
	MovePart       = Move{"part", []Status{Pending, PartiallyPaid}, PartiallyPaid}
	MoveGiveUp     = Move{"give up", []Status{PartiallyPaid}, Review}
	MoveRefundOne  = Move{"refund a part", []Status{Succeeded, PartiallyRefunded}, PartiallyRefunded}
	MoveRefundAll  = Move{"refund", []Status{Succeeded, PartiallyRefunded, RefundPending}, Refunded}
	MoveVoid       = Move{"void", []Status{Succeeded, RefundPending}, Voided}
	MoveDetect     = Move{"detect", []Status{Pending, Expired, Cancelled}, Confirming}
	MoveReorg      = Move{"reorg", []Status{Confirming}, Pending}
	MoveShort      = Move{"fall short", []Status{Confirming}, Underpaid}
	MoveExceed     = Move{"exceed", []Status{Confirming}, Overpaid}
	MoveReview     = Move{"set aside", []Status{Pending, Expired, Cancelled, Confirming}, Review}
	MoveReturn     = Move{"return", []Status{Review, Underpaid, Overpaid}, RefundPending}

	// Moves lists all moves.
	Moves = []Move{MoveStart, MoveReject, MoveSupersede, MoveExpire, MoveClaim, MoveMarkUnknown, MoveDecline, MoveApprove,
		MoveBook, MoveCollect, MoveAutoRefund, MovePart, MoveGiveUp,
		MoveRefundOne, MoveRefundAll, MoveVoid, MoveDetect, MoveReorg, MoveShort, MoveExceed, MoveReview, MoveReturn}
)

// Allows reports whether the move is possible from a status.
func (m Move) Allows(s Status) bool { return slices.Contains(m.From, s) }

// Live are the statuses of a payment that occupies its basket. A basket has at most one such payment.
var Live = []Status{Created, RequiresAction, Processing, Unknown, Pending, PartiallyPaid, Confirming, Succeeded,
	PartiallyRefunded}
