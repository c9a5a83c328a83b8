// Package notify delivers messages to customers: notifications, emails, text messages and web push. Emails, text
// messages and pushes leave through an outbox. Its rows are written in the transaction that causes them, and delivered
// at least once.
//
// Files:
//
//	outbox.go   Config, Outbox: rows in, messages out, with retries
//	queue.go    which message is next: channels, classes, tenants
//	sender.go   Message, Sender
//	smtp.go     email by SMTP
//	sms.go      text messages by an HTTP API like Twilio's
//	notice.go   notifications: list, read, read all
//	stream.go   notifications as server-sent events
//	slots.go    how many streams of an account, a shop and the process are open
//	push.go     notifications as web push
//	public.go   which URLs of clients may be called
//	catcher.go  MailCatcher: stores messages and shows them to operators, for development
//	serve.go    its pages
package notify
