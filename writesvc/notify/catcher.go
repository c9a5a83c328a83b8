package notify

import (
	"context"
	_ "embed" // for the page
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// A MailCatcher stores the latest messages in a folder instead of sending them, for development.
type MailCatcher struct {
	dir string
	log *slog.Logger
	mu  sync.Mutex
}

const maxCaught = 300

// Caught is a stored message.
type Caught struct {
	Name string    `json:"name"`
	At   time.Time `json:"at"`
	Kind string    `json:"kind"` // mail or sms
	Message
}

// NewMailCatcher returns a mail catcher that stores messages in a folder. It creates the folder.
func NewMailCatcher(dir string, log *slog.Logger) (*MailCatcher, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the mail folder: %w", err)
	}
	return &MailCatcher{dir: dir, log: log}, nil
}

// Mail returns the catcher as a sender of emails.
func (k *MailCatcher) Mail() Sender { return channel{k, "mail"} }

// SMS returns the catcher as a sender of text messages.
func (k *MailCatcher) SMS() Sender { return channel{k, "sms"} }

type channel struct {
	*MailCatcher
	kind string
}

// Send stores a message. The log names the message but not its content.
func (k channel) Send(_ context.Context, m Message) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := time.Now().UTC()
	caught := Caught{Name: now.Format("20060102-150405.000000000") + "-" + k.kind, At: now, Kind: k.kind, Message: m}
	text, err := json.Marshal(caught)
	if err != nil {
		return fmt.Errorf("keep a message: %w", err)
	}
	tmp := filepath.Join(k.dir, ".writing")
	if err := os.WriteFile(tmp, text, 0o600); err != nil {
		return fmt.Errorf("keep a message: %w", err)
	}
	if err := os.Rename(tmp, filepath.Join(k.dir, caught.Name+".json")); err != nil {
		return fmt.Errorf("keep a message: %w", err)
	}
	k.log.Info("message stored by the mail catcher", "kind", k.kind, "name", caught.Name)
	names, err := k.namesLocked()
	if err != nil {
		return err
	}
	for i := maxCaught; i < len(names); i++ {
		_ = os.Remove(filepath.Join(k.dir, names[i]+".json"))
	}
	return nil
}

// namesLocked lists the stored messages, newest first.
func (k *MailCatcher) namesLocked() ([]string, error) {
	entries, err := os.ReadDir(k.dir)
	if err != nil {
		return nil, fmt.Errorf("list the mail folder: %w", err)
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".json"); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	slices.Reverse(names)
	return names, nil
}

// All returns the stored messages, newest first.
func (k *MailCatcher) All() ([]Caught, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	names, err := k.namesLocked()
	if err != nil {
		return nil, err
	}
	var all []Caught
	for _, name := range names {
		caught, err := k.read(name)
		if err != nil {
			return nil, err
		}
		all = append(all, caught)
	}
	return all, nil
}

// ErrNotCaught is returned for an unknown message.
var ErrNotCaught = errors.New("no such message")

var caughtName = regexp.MustCompile(`^[0-9]{8}-[0-9]{6}\.[0-9]{9}-(mail|sms)$`)

// One reads a message.
func (k *MailCatcher) One(name string) (Caught, error) {
	if !caughtName.MatchString(name) {
		return Caught{}, ErrNotCaught
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.read(name)
}

func (k *MailCatcher) read(name string) (caught Caught, err error) {
	text, err := os.ReadFile(filepath.Join(k.dir, name+".json"))
	if errors.Is(err, fs.ErrNotExist) {
		return caught, ErrNotCaught
	}
	if err == nil {
		err = json.Unmarshal(text, &caught)
	}
	if err != nil {
		return caught, fmt.Errorf("read a stored message: %w", err)
	}
	return caught, nil
}

//go:embed catcher.html
var pageText string

var page = template.Must(template.New("mail").Parse(pageText))

// Page returns a page with the stored messages. The HTML of an email is shown in a sandboxed frame.
func (k *MailCatcher) Page() ([]byte, error) {
	all, err := k.All()
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	if err := page.Execute(&b, all); err != nil {
		return nil, fmt.Errorf("write the mail page: %w", err)
	}
	return []byte(b.String()), nil
}
