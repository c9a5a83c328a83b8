// Package settle does what follows from an answer about money: orders, refunds and notifications.
//
//	settle.go  Settle, Approve, Deliver, AutoRefund
//	end.go     payments that end without money; queries
//	refund.go  Refund, Void, and the refunds that are carried out
//	close.go   CloseRefund: an operator decides about a refund whose outcome is not known
//	cancel.go  Cancel: an operator ends a payment that awaits money
//	notice.go  the email and the notifications
package settle
