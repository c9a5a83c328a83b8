package payment

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
	moveStart     = Move{"start", []Status{Created}, RequiresAction}
	moveReject    = Move{"reject", []Status{Created, RequiresAction}, Failed}
	moveSupersede = Move{"supersede", []Status{Created, RequiresAction, Pending}, Cancelled}
	moveExpire    = Move{"expire", []Status{Created, RequiresAction, Pending}, Expired}
	moveClaim     = Move{"claim", []Status{RequiresAction}, Processing}
	moveLose      = Move{"lose", []Status{Processing, Unknown}, Unknown}
	moveDecline   = Move{"decline", []Status{Processing, Unknown}, Failed}
	moveApprove   = Move{"approve", []Status{Processing, Unknown, Pending, PartiallyPaid, Confirming}, Succeeded}
	moveCollect   = Move{"collect", []Status{Failed, Expired}, Succeeded} // the provider took the money on his own page after all, and what it was for is still to be had
	moveStrand    = Move{"strand", []Status{Processing, Unknown, Failed, Expired, Cancelled}, RefundPending}
	movePart      = Move{"part", []Status{Pending, PartiallyPaid}, PartiallyPaid}
	moveGiveUp    = Move{"give up", []Status{PartiallyPaid}, Review}
	moveRefundOne = Move{"refund a part", []Status{Succeeded, PartiallyRefunded}, PartiallyRefunded}
	moveRefundAll = Move{"refund", []Status{Succeeded, PartiallyRefunded, RefundPending}, Refunded}
	moveVoid      = Move{"void", []Status{Succeeded, RefundPending}, Voided}
	moveSee       = Move{"see", []Status{Pending, Expired, Cancelled}, Confirming}
	moveReorg     = Move{"reorg", []Status{Confirming}, Pending}
	moveShort     = Move{"fall short", []Status{Confirming}, Underpaid}
	moveExceed    = Move{"exceed", []Status{Confirming}, Overpaid}
	moveReview    = Move{"set aside", []Status{Pending, Expired, Cancelled, Confirming}, Review}
	moveReturn    = Move{"return", []Status{Review, Underpaid, Overpaid}, RefundPending}

	// Moves is the table of them.
	Moves = []Move{moveStart, moveReject, moveSupersede, moveExpire, moveClaim, moveLose, moveDecline, moveApprove, moveCollect, moveStrand, movePart, moveGiveUp,
		moveRefundOne, moveRefundAll, moveVoid, moveSee, moveReorg, moveShort, moveExceed, moveReview, moveReturn}
)

// Allows reports whether the move leads away from a status.
func (m Move) Allows(s Status) bool { return slices.Contains(m.From, s) }

// live are the statuses in which a payment stands for its basket: there is one at most.
var live = []Status{Created, RequiresAction, Processing, Unknown, Pending, PartiallyPaid, Confirming, Succeeded, PartiallyRefunded}
