package notify

import (
	"context"
	"errors"
)

// A Message is one letter or text message, ready to go.
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

// A Sender delivers messages of one channel. An error that is Permanent will not be tried again.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

// Permanent marks an error that another attempt would not mend: the address does not exist.
type Permanent struct{ Err error }

// Error says what it was.
func (e *Permanent) Error() string { return e.Err.Error() }

// Unwrap is what it was.
func (e *Permanent) Unwrap() error { return e.Err }

func permanent(err error) bool {
	var p *Permanent
	return errors.As(err, &p)
}
