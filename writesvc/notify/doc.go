// Package notify sends what the write service has to say to customers: mail and text messages. All of it leaves through the outbox, whose
// rows are written in the transaction they belong to, and is delivered at least once.
//
// Files:
//
//	outbox.go  Config, Outbox: rows in, messages out, again until it worked
//	sender.go  Message, Sender
//	smtp.go    mail through SMTP
//	sms.go     text messages through an HTTP API as Twilio's
//	keep.go    both kept and shown at a local page: the embedded default
package notify
