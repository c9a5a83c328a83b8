package kit

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/writesvc/notify"
)

// A Mailbox receives the messages of a write service.
type Mailbox struct {
	Mu   sync.Mutex
	cond *sync.Cond
	Got  []Delivered
}

func (b *Mailbox) Sender(channel string) notify.Sender { return mailboxSender{b, channel} }

// Next waits for a message on a channel to a recipient that contains a word, and removes it.
func (b *Mailbox) Next(t testing.TB, channel, to, word string) notify.Message {
	t.Helper()
	late := time.AfterFunc(MailPatience, b.cond.Broadcast)
	defer late.Stop()
	deadline := time.Now().Add(MailPatience)
	b.Mu.Lock()
	defer b.Mu.Unlock()
	for {
		for i, m := range b.Got {
			if m.channel == channel && m.To == to && strings.Contains(m.Text+m.Subject, word) {
				b.Got = append(b.Got[:i:i], b.Got[i+1:]...)
				return m.Message
			}
		}
		if !time.Now().Before(deadline) {
			t.Fatalf("no %s to %s with %q; there is %+v", channel, to, word, b.Got)
		}
		b.cond.Wait()
	}
}

type Delivered struct {
	channel string
	notify.Message
}

func NewMailbox() *Mailbox {
	b := &Mailbox{}
	b.cond = sync.NewCond(&b.Mu)
	return b
}

type mailboxSender struct {
	*Mailbox
	channel string
}

func (s mailboxSender) Send(_ context.Context, m notify.Message) error {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	s.Got = append(s.Got, Delivered{s.channel, m})
	s.cond.Broadcast()
	return nil
}
