package stream

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/catalog"
)

// A changeLog is the end of one tenant's announcements, or of what its followers see before it is announced. It is read
// from Postgres once for all clients. No client has a queue, so a slow one costs nothing but its connection.
type changeLog struct {
	logKey
	clients int // with a stream key; guarded by Streams.mu
	tabs    int // with a token; guarded by Streams.mu

	mu      sync.Mutex
	known   bool    // the fields below are filled in
	current bool    // no announcement since the last read, as far as is known
	epoch   string  // of the change numbers
	pruned  uint64  // announcements after it are all in Postgres
	from    uint64  // announcements after it are all in recent
	last    uint64  // the change number up to which the log was read
	recent  []event // at most maxRecent
	news    uint64  // the last announced change, also in the log of followers
	changed chan struct{}
}

// A logKey identifies a log.
type logKey struct {
	tenant   string
	proposed bool // the log of followers
}

// An event is one announcement.
type event struct {
	seq   uint64
	epoch string
	tags  []string

	// When the change was sealed, applied by the slowest gateway, and announced. Zero: unknown.
	sealed, applied, announced time.Time
}

const (
	maxRecent = 512 // announcements that a log holds in memory
	maxBatch  = 200 // announcements that are read at once
)

func (l *changeLog) wake() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.current = false
	close(l.changed)
	l.changed = make(chan struct{})
}

// wait returns a channel that is closed at the next announcement.
func (l *changeLog) wait() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.changed
}

// end reads the log and returns the last change number.
func (l *changeLog) end(ctx context.Context, pool *pgxpool.Pool) (uint64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.readLocked(ctx, pool)
	return l.last, err
}

// A reach is how far a client has come with the events that it is given: announced is the last announced change among
// those up to at, of the same epoch.
type reach struct {
	at, announced uint64
	epoch         string
}

// next returns the events after a position, as after does, and how far they reach. all invalidates everything first,
// for a client whose position means nothing.
func (l *changeLog) next(ctx context.Context, pool *pgxpool.Pool, pos uint64, force, all bool) (
	events []event, to reach, err error,
) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if all {
		events, to.at, err = l.everythingLocked(ctx, pool)
	} else {
		events, to.at, err = l.afterLocked(ctx, pool, pos, force)
	}
	to.announced, to.epoch = min(l.news, to.at), l.epoch
	return events, to, err
}

// everythingLocked returns one event that invalidates everything.
func (l *changeLog) everythingLocked(ctx context.Context, pool *pgxpool.Pool) ([]event, uint64, error) {
	if err := l.readLocked(ctx, pool); err != nil {
		return nil, 0, err
	}
	return []event{l.allLocked()}, l.last, nil
}

// after returns the announcements after a position, in order, and the position that they reach. force reads Postgres
// even without a wake-up. A position that is pruned, or of numbers that went back, gives one event that invalidates
// everything.
func (l *changeLog) after(ctx context.Context, pool *pgxpool.Pool, pos uint64, force bool) (
	events []event, at uint64, err error,
) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.afterLocked(ctx, pool, pos, force)
}

func (l *changeLog) afterLocked(ctx context.Context, pool *pgxpool.Pool, pos uint64, force bool) (
	events []event, at uint64, err error,
) {
	if force || !l.known || !l.current {
		if err := l.readLocked(ctx, pool); err != nil {
			return nil, pos, err
		}
	}
	switch {
	case pos > l.last: // the numbers went back
		return []event{l.allLocked()}, l.last, nil
	case pos >= l.from:
		for _, e := range l.recent {
			if e.seq > pos {
				events = append(events, e)
			}
		}
		return events, l.last, nil
	case pos < l.pruned:
		return []event{l.allLocked()}, l.last, nil
	}
	events, pruned, err := readEvents(ctx, pool, l.logKey, pos, l.last)
	switch {
	case err != nil:
		return nil, pos, err
	case pos < pruned: // some of them were pruned meanwhile
		l.pruned = pruned
		return []event{l.allLocked()}, l.last, nil
	case len(events) == maxBatch:
		return events, events[maxBatch-1].seq, nil
	}
	return events, l.last, nil
}

// allLocked is the event that invalidates everything.
func (l *changeLog) allLocked() event {
	return event{seq: l.last, epoch: l.epoch, tags: []string{catalog.PublicTag(l.tenant, catalog.TenantTag)}}
}

// readLocked reads the announcements since the last read.
func (l *changeLog) readLocked(ctx context.Context, pool *pgxpool.Pool) error {
	c, err := readCursor(ctx, pool, l.tenant, l.proposed)
	if err != nil {
		return err
	}
	l.pruned = c.pruned
	if !l.known || c.seq < l.last {
		l.known, l.from, l.last, l.recent = true, c.seq, c.seq, nil
	}
	l.epoch, l.news = c.epoch, c.announced
	for l.last < c.seq {
		more, pruned, err := readEvents(ctx, pool, l.logKey, l.last, c.seq)
		if err != nil {
			return err
		}
		missed := l.last < pruned
		l.pruned, l.recent = pruned, append(l.recent, more...)
		if l.last = c.seq; len(more) == maxBatch {
			l.last = more[len(more)-1].seq
		}
		if missed {
			l.from, l.recent = l.last, nil
		}
		if over := len(l.recent) - maxRecent; over > 0 {
			l.from = l.recent[over-1].seq
			l.recent = append([]event(nil), l.recent[over:]...)
		}
	}
	l.current = true
	return nil
}
