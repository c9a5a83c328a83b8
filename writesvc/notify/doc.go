// Package notify is what the write service has to say to customers: notifications, mail and text messages. Mail and messages leave through the outbox, whose
// rows are written in the transaction they belong to, and is delivered at least once.
//
// Files:
//
//	outbox.go  Config, Outbox: rows in, messages out, again until it worked
//	sender.go  Message, Sender
//	smtp.go    mail through SMTP
//	sms.go     text messages through an HTTP API as Twilio's
//	notice.go  what customers are told: list, read, read all
//	stream.go  the same as server-sent events
//	push.go    the same in browsers that are closed: web push
//	public.go  which addresses a client's word may lead us to
//	keep.go    both kept and shown at a local page: the embedded default
package notify
