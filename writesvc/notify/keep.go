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
type Keeper struct {
	dir string
	log *slog.Logger
	mu  sync.Mutex
}

const mostKept = 300

// Caught is a stored message.
type Kept struct {
	Name string    `json:"name"`
	At   time.Time `json:"at"`
	Kind string    `json:"kind"` // mail or sms
	Message
}

// NewMailCatcher returns a mail catcher that stores messages in a folder. It creates the folder.
func NewKeeper(dir string, log *slog.Logger) (*Keeper, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the mail folder: %w", err)
	}
	return &Keeper{dir: dir, log: log}, nil
}

// Mail returns the catcher as a sender of emails.
func (k *Keeper) Mail() Sender { return keeperOf{k, "mail"} }

// SMS returns the catcher as a sender of text messages.
func (k *Keeper) SMS() Sender { return keeperOf{k, "sms"} }

type keeperOf struct {
	*Keeper
	kind string
}

// Send stores a message. The log names the message but not its content.
func (k keeperOf) Send(_ context.Context, m Message) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := time.Now().UTC()
	kept := Kept{Name: now.Format("20060102-150405.000000000") + "-" + k.kind, At: now, Kind: k.kind, Message: m}
	text, err := json.Marshal(kept)
	if err != nil {
		return fmt.Errorf("keep a message: %w", err)
	}
	tmp := filepath.Join(k.dir, ".writing")
	if err := os.WriteFile(tmp, text, 0o600); err != nil {
		return fmt.Errorf("keep a message: %w", err)
	}
	if err := os.Rename(tmp, filepath.Join(k.dir, kept.Name+".json")); err != nil {
		return fmt.Errorf("keep a message: %w", err)
	}
	k.log.Info("a message was kept in place of being sent", "kind", k.kind, "name", kept.Name)
	names, err := k.namesLocked()
	if err != nil {
		return err
	}
	for i := mostKept; i < len(names); i++ {
		_ = os.Remove(filepath.Join(k.dir, names[i]+".json"))
	}
	return nil
}

// namesLocked lists the stored messages, newest first.
func (k *Keeper) namesLocked() ([]string, error) {
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
func (k *Keeper) All() ([]Kept, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	names, err := k.namesLocked()
	if err != nil {
		return nil, err
	}
	var all []Kept
	for _, name := range names {
		kept, err := k.read(name)
		if err != nil {
			return nil, err
		}
		all = append(all, kept)
	}
	return all, nil
}

// ErrNotCaught is returned for an unknown message.
var ErrNotKept = errors.New("no such message")

var keptName = regexp.MustCompile(`^[0-9]{8}-[0-9]{6}\.[0-9]{9}-(mail|sms)$`)

// One reads a message.
func (k *Keeper) One(name string) (Kept, error) {
	if !keptName.MatchString(name) {
		return Kept{}, ErrNotKept
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.read(name)
}

func (k *Keeper) read(name string) (kept Kept, err error) {
	text, err := os.ReadFile(filepath.Join(k.dir, name+".json"))
	if errors.Is(err, fs.ErrNotExist) {
		return kept, ErrNotKept
	}
	if err == nil {
		err = json.Unmarshal(text, &kept)
	}
	if err != nil {
		return kept, fmt.Errorf("read a kept message: %w", err)
	}
	return kept, nil
}

//go:embed keep.html
var pageText string

var page = template.Must(template.New("mail").Parse(pageText))

// Page returns a page with the stored messages. The HTML of an email is shown in a sandboxed frame.
func (k *Keeper) Page() ([]byte, error) {
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
