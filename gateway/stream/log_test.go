package stream

import (
	"bufio"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/schema/schematest"
)

// A pipe collects the bytes that a client is sent.
type pipe struct {
	*bufio.Writer
	mu   sync.Mutex
	sent strings.Builder
}

func newPipe() *pipe {
	p := &pipe{}
	p.Writer = bufio.NewWriter(writerFunc(func(b []byte) (int, error) {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.sent.Write(b)
	}))
	return p
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// expect waits until the client was sent all of the texts.
func (p *pipe) expect(t *testing.T, texts ...string) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		p.mu.Lock()
		sent := p.sent.String()
		p.mu.Unlock()
		if !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(sent, text) }) {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the client was sent %q, want %q", sent, texts)
		}
	}
}

// lacks fails if the client was sent a text.
func (p *pipe) lacks(t *testing.T, text string) {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if sent := p.sent.String(); strings.Contains(sent, text) {
		t.Errorf("the client was sent %q, which has %q", sent, text)
	}
}

// A writer announces changes of tenant a as the worker does.
type writer struct {
	t  *testing.T
	db *schematest.DB
}

func newWriter(t *testing.T) writer {
	t.Helper()
	w := writer{t, schematest.Open(t)}
	w.exec("INSERT INTO tenant (id, name) VALUES ('a', 'A')")
	return w
}

func (w writer) exec(sql string, args ...any) {
	w.t.Helper()
	if _, err := w.db.Pool.Exec(w.t.Context(), sql, args...); err != nil {
		w.t.Fatal(err)
	}
}

// announce announces the changes from one number to another, each with a tag that names it.
func (w writer) announce(from, to int) {
	w.t.Helper()
	w.exec(`
INSERT INTO change_signal (tenant_id, seq, epoch, at, tags)
SELECT 'a', seq, s.epoch, now(), ARRAY['t' || seq] FROM generate_series($1::int, $2::int) seq, tenant_seq s
WHERE s.tenant_id = 'a'`, from, to)
	w.exec(`
INSERT INTO signal_cursor (tenant_id, epoch, n, kept) SELECT 'a', epoch, $1, 0 FROM tenant_seq WHERE tenant_id = 'a'
ON CONFLICT (tenant_id) DO UPDATE SET n = excluded.n`, to)
}

// prune deletes the announcements up to a number.
func (w writer) prune(upTo int) {
	w.t.Helper()
	w.exec("DELETE FROM change_signal WHERE tenant_id = 'a' AND seq <= $1", upTo)
	w.exec("UPDATE signal_cursor SET kept = $1 WHERE tenant_id = 'a'", upTo)
}

// after checks which announcements a client at a position is sent, as "3-5"; "all" is the event that invalidates
// everything.
func (w writer) after(l *changeLog, pos uint64, want string, at uint64) {
	w.t.Helper()
	events, got, err := l.after(w.t.Context(), w.db.Pool, pos, true)
	if err != nil {
		w.t.Fatal(err)
	}
	sent := "none"
	for i, e := range events {
		switch {
		case slices.Equal(e.tags, []string{catalog.PublicTag("a", catalog.TenantTag)}):
			sent = fmt.Sprintf("all %d", e.seq)
		case !slices.Equal(e.tags, []string{fmt.Sprintf("t%d", e.seq)}) || i > 0 && e.seq != events[i-1].seq+1:
			w.t.Errorf("after %d: event %d has change %d and tags %q", pos, i, e.seq, e.tags)
		default:
			sent = fmt.Sprintf("%d-%d", events[0].seq, e.seq)
		}
	}
	if sent != want || got != at {
		w.t.Errorf("after %d: %s, up to %d; want %s, up to %d", pos, sent, got, want, at)
	}
}

func newLog() *changeLog {
	return &changeLog{logKey: logKey{tenant: "a"}, changed: make(chan struct{})}
}

func TestAClientIsSentWhatWasAnnouncedAfterItsPosition(t *testing.T) {
	t.Parallel()
	w, l := newWriter(t), newLog()
	w.after(l, 0, "none", 0) // nothing was ever announced
	w.announce(1, 5)
	w.after(l, 0, "1-5", 5)
	w.after(l, 4, "5-5", 5)
	w.after(l, 5, "none", 5)
	w.after(l, 6, "all 5", 5) // numbers went back
	late := newLog()
	w.after(late, 2, "3-5", 5) // of before the log was opened
	w.announce(6, 6)
	w.after(late, 5, "6-6", 6)
}

func TestAPositionThatIsPrunedInvalidatesEverything(t *testing.T) {
	t.Parallel()
	w := newWriter(t)
	w.announce(1, 9)
	w.prune(4)
	l := newLog()
	w.after(l, 3, "all 9", 9)
	w.after(l, 4, "5-9", 9)

	// The worker prunes announcements that the log has not read.
	w.announce(10, 19)
	w.prune(15)
	w.after(l, 9, "all 19", 19)
	w.after(l, 15, "16-19", 19)
}

func TestManyAnnouncementsComeInBatches(t *testing.T) {
	t.Parallel()
	w := newWriter(t)
	w.announce(1, 2)
	l := newLog()
	w.after(l, 2, "none", 2)
	most := maxRecent + maxBatch + 2
	w.announce(3, most)
	w.after(l, 2, fmt.Sprintf("3-%d", 2+maxBatch), 2+maxBatch) // from Postgres
	w.after(l, uint64(most-maxRecent), fmt.Sprintf("%d-%d", most-maxRecent+1, most), uint64(most))
	if len(l.recent) != maxRecent {
		t.Errorf("the log holds %d announcements, want %d", len(l.recent), maxRecent)
	}
}

func TestALogWhoseNumbersWentBackBeginsAgain(t *testing.T) {
	t.Parallel()
	w, l := newWriter(t), newLog()
	w.after(l, 0, "none", 0)
	w.announce(1, 9)
	w.after(l, 0, "1-9", 9)
	w.exec("DELETE FROM change_signal WHERE seq > 3")
	w.exec("UPDATE signal_cursor SET n = 3, epoch = gen_random_uuid()")
	w.after(l, 9, "all 3", 3)
	w.after(l, 3, "none", 3)
	w.after(l, 1, "2-3", 3)
}
