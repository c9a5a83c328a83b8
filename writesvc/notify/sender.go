package notify

import (
	"context"
	"errors"
)

// A Message is an email or text message, ready to send.
type Message struct {
	ID       string `json:"id"` // the same for every attempt: receivers and providers may know a repetition by it
	Tenant   string `json:"tenant"`
	From     string `json:"from,omitempty"` // a mail address; "" for the sender's own
	FromName string `json:"fromName,omitempty"`
	To       string `json:"to"`                // a mail address, or a number as E.164 has it
	Subject  string `json:"subject,omitempty"` // of mail
	Text     string `json:"text"`
	HTML     string `json:"html,omitempty"` // of mail; may be ""
}

// A Sender sends messages of one channel. An error that is Permanent is not retried.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

// Permanent marks an error that a retry cannot fix, for example an unknown address.
type Permanent struct{ Err error }

// Error returns the wrapped error's text.
func (e *Permanent) Error() string { return e.Err.Error() }

// Unwrap returns the wrapped error.
func (e *Permanent) Unwrap() error { return e.Err }

func permanent(err error) bool {
	var p *Permanent
	return errors.As(err, &p)
}
