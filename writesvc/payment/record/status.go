package record

import "slices"

// A Status is where a payment stands.
type Status string

// What a payment can be.
const (
	Created           Status = "created"         // its stock is held; the bank has not been told yet
	RequiresAction    Status = "requires_action" // the customer is at his bank
	Processing        Status = "processing"      // somebody has claimed it and asks the bank for the money
	Unknown           Status = "unknown"         // the bank was asked and did not answer: it may have taken the money
	Succeeded         Status = "succeeded"
	Failed            Status = "failed"
	Expired           Status = "expired"
	Cancelled         Status = "cancelled"      // the customer began another, or changed the basket
	RefundPending     Status = "refund_pending" // money was taken and there is nothing to give for it: it goes back
	PartiallyRefunded Status = "partially_refunded"
	Refunded          Status = "refunded"
	Voided            Status = "voided"
	Pending           Status = "pending"        // a transfer is waited for
	PartiallyPaid     Status = "partially_paid" // a part of it came
	Review            Status = "review"         // money came that fits nothing: a person decides
	Confirming        Status = "confirming"     // its transaction lies in a block, and not deep enough yet
	Underpaid         Status = "underpaid"      // less came on a chain than was due: a person decides
	Overpaid          Status = "overpaid"       // more came: likewise
)

// A Move is one way from statuses to a status. Whoever makes it does so by a guarded update, and only the one whose update found the row in
// one of these statuses does what follows from it, in the same transaction.
type Move struct {
	Name string
	From []Status
	To   Status
}

// Moves are all the ways there are.
var (
	MoveStart       = Move{"start", []Status{Created}, RequiresAction}
	MoveReject      = Move{"reject", []Status{Created, RequiresAction}, Failed}
	MoveSupersede   = Move{"supersede", []Status{Created, RequiresAction, Pending}, Cancelled}
	MoveExpire      = Move{"expire", []Status{Created, RequiresAction, Pending}, Expired}
	MoveClaim       = Move{"claim", []Status{RequiresAction}, Processing}
	MoveMarkUnknown = Move{"lose", []Status{Processing, Unknown}, Unknown}
	MoveDecline     = Move{"decline", []Status{Processing, Unknown}, Failed}
	MoveApprove     = Move{"approve", []Status{Processing, Unknown, Pending, PartiallyPaid, Confirming}, Succeeded}
	MoveCollect     = Move{"collect", []Status{Failed, Expired}, Succeeded} // the provider took the money on his own page after all, and what it was for is still to be had
	MoveAutoRefund  = Move{"strand", []Status{Processing, Unknown, Failed, Expired, Cancelled}, RefundPending}
	MovePart        = Move{"part", []Status{Pending, PartiallyPaid}, PartiallyPaid}
	MoveGiveUp      = Move{"give up", []Status{PartiallyPaid}, Review}
	MoveRefundOne   = Move{"refund a part", []Status{Succeeded, PartiallyRefunded}, PartiallyRefunded}
	MoveRefundAll   = Move{"refund", []Status{Succeeded, PartiallyRefunded, RefundPending}, Refunded}
	MoveVoid        = Move{"void", []Status{Succeeded, RefundPending}, Voided}
	MoveDetect      = Move{"see", []Status{Pending, Expired, Cancelled}, Confirming}
	MoveReorg       = Move{"reorg", []Status{Confirming}, Pending}
	MoveShort       = Move{"fall short", []Status{Confirming}, Underpaid}
	MoveExceed      = Move{"exceed", []Status{Confirming}, Overpaid}
	MoveReview      = Move{"set aside", []Status{Pending, Expired, Cancelled, Confirming}, Review}
	MoveReturn      = Move{"return", []Status{Review, Underpaid, Overpaid}, RefundPending}

	// Moves is the table of them.
	Moves = []Move{MoveStart, MoveReject, MoveSupersede, MoveExpire, MoveClaim, MoveMarkUnknown, MoveDecline, MoveApprove, MoveCollect, MoveAutoRefund, MovePart, MoveGiveUp,
		MoveRefundOne, MoveRefundAll, MoveVoid, MoveDetect, MoveReorg, MoveShort, MoveExceed, MoveReview, MoveReturn}
)

// Allows reports whether the move leads away from a status.
func (m Move) Allows(s Status) bool { return slices.Contains(m.From, s) }

// live are the statuses in which a payment stands for its basket: there is one at most.
var Live = []Status{Created, RequiresAction, Processing, Unknown, Pending, PartiallyPaid, Confirming, Succeeded, PartiallyRefunded}
