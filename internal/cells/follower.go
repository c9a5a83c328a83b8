package cells

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"vitrine/internal/run"
)

const (
	renewEvery   = 250 * time.Millisecond // a quarter of a lease
	leaseTimeout = 900 * time.Millisecond // of a request for a lease: a longer one would use it up
	leaveTimeout = 2 * time.Second
	silence      = 40 * time.Second // the stream sends a heartbeat every 15 s
	retryLeast   = 50 * time.Millisecond
	retryMost    = 5 * time.Second
	steady       = 5 * time.Second // a stream that was open for so long is reopened without a pause
	refusedMost  = 8               // refusals in a row after which the stream is reopened, because it may have stalled
	maxLine      = 4 << 20         // bytes of a line of the stream
	maxGrant     = 64 << 10        // bytes of the answer to a request for a lease
)

// Config is what a Follower needs.
type Config struct {
	URL    string                 // of Vitrine
	Name   string                 // unique among the followers of the tenant
	Cells  *Tenant                // where changes are written
	Key    func() (string, error) // reads the stream key, for each request
	Client *http.Client           // without a timeout, since streams do not end
	Log    *slog.Logger
	Now    func() int64 // the host's clock
}

// A Follower follows the changes of one tenant. It applies each change, acknowledges it, and renews its lease.
type Follower struct {
	cfg  Config
	base string
	core *core
	wake run.Wake // there is something to acknowledge

	mu     sync.Mutex
	reopen context.CancelFunc // ends the connection of the stream
	said   string             // the state that was logged last
}

// NewFollower makes a follower, which goes on from what the file holds.
func NewFollower(cfg Config) *Follower {
	return &Follower{cfg: cfg, base: strings.TrimRight(cfg.URL, "/") + "/t/" + url.PathEscape(cfg.Cells.ID) + "/v1",
		core: newCore(cfg.Cells), wake: run.NewWake()}
}

// Run follows until ctx is done. Then it ends its lease, so that no announcement waits for it.
func (f *Follower) Run(ctx context.Context) {
	var all sync.WaitGroup
	all.Go(func() { f.follow(ctx) })
	all.Go(func() { f.renew(ctx) })
	all.Wait()
	f.cfg.Cells.End() // before Vitrine stops waiting for it
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveTimeout)
	defer cancel()
	if _, err := f.post(ctx, map[string]any{"edge": f.cfg.Name, "leaving": true}); err != nil {
		f.cfg.Log.Warn("Vitrine waits for the end of the lease", "tenant", f.cfg.Cells.ID, "err", err)
	}
}

// follow keeps the stream open.
func (f *Follower) follow(ctx context.Context) {
	var pause time.Duration
	for ctx.Err() == nil {
		began := time.Now()
		err := f.read(ctx)
		if ctx.Err() != nil {
			return
		}
		if time.Since(began) > steady {
			pause = 0
		}
		pause = min(retryMost, max(retryLeast, 2*pause))
		f.cfg.Log.Info("the change stream ended; opening it again", "tenant", f.cfg.Cells.ID, "err", err)
		run.Pause(ctx, pause/2+rand.N(pause/2+1)) //nolint:gosec // it spreads the followers over time
	}
}

// read reads one connection of the stream to its end.
func (f *Follower) read(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	f.mu.Lock()
	f.reopen = cancel
	f.mu.Unlock()
	alive := time.AfterFunc(silence, cancel)
	defer alive.Stop()
	rq, err := f.request(ctx, http.MethodGet, "/changes?edge="+url.QueryEscape(f.cfg.Name), nil)
	if err != nil {
		return err
	}
	rq.Header.Set("Accept", "text/event-stream")
	if id := f.core.resume(); id != "" {
		rq.Header.Set("Last-Event-ID", id)
	}
	rs, err := f.cfg.Client.Do(rq)
	if err != nil {
		return err
	}
	defer func() { _ = rs.Body.Close() }() // it was read
	if rs.StatusCode != http.StatusOK {
		if rs.StatusCode == http.StatusBadRequest {
			f.core.desync() // the id is of no use
		}
		return refusal(rs)
	}
	lines := bufio.NewScanner(rs.Body)
	lines.Buffer(nil, maxLine)
	var id string
	var data []string
	for lines.Scan() {
		alive.Reset(silence)
		name, value, _ := strings.Cut(lines.Text(), ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case lines.Text() == "":
			news, err := f.core.handle(id, strings.Join(data, "\n"))
			if err != nil {
				return err
			}
			if data = data[:0]; news {
				f.wake.Notify()
			}
		case name == "id":
			id = value
		case name == "data":
			data = append(data, value)
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return errors.New("Vitrine closed it") //nolint:staticcheck // a name
}

// renew asks for leases: at each change, and every quarter of a lease.
func (f *Follower) renew(ctx context.Context) {
	tick := time.NewTicker(renewEvery)
	defer tick.Stop()
	refused := 0
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-f.wake:
		}
		q, ok := f.core.ask(f.cfg.Now())
		if !ok {
			continue
		}
		g, err := f.lease(ctx, q)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			f.say("no lease", "the request failed", "err", err)
		case g.Granted:
			f.core.granted(q, time.Duration(g.Lease)*time.Millisecond)
			f.say("lease", "")
			refused = 0
		default:
			f.say("no lease", g.Why)
			if refused++; g.Why != "starting" && refused > refusedMost {
				refused = 0
				f.mu.Lock()
				reopen := f.reopen
				f.mu.Unlock()
				if reopen != nil {
					reopen()
				}
			}
		}
	}
}

// say logs whether there is a lease, if that has changed.
func (f *Follower) say(state, why string, args ...any) {
	if f.said == state {
		return
	}
	f.said = state
	args = append([]any{"tenant", f.cfg.Cells.ID}, args...)
	if state == "lease" {
		f.cfg.Log.Info("the edge has a lease: its hits are served", args...)
		return
	}
	f.cfg.Log.Warn("the edge has no lease: Vitrine answers each request", append(args, "why", why)...)
}

// A grant is the answer to a request for a lease.
type grant struct {
	Granted bool
	Lease   int64 // in milliseconds, from when it was asked for
	Why     string
}

func (f *Follower) lease(ctx context.Context, q question) (*grant, error) {
	ctx, cancel := context.WithTimeout(ctx, leaseTimeout)
	defer cancel()
	return f.post(ctx, map[string]any{"edge": f.cfg.Name, "epoch": q.epoch, "applied": q.applied})
}

func (f *Follower) post(ctx context.Context, body map[string]any) (*grant, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	rq, err := f.request(ctx, http.MethodPost, "/edge/lease", bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	rq.Header.Set("Content-Type", "application/json")
	rs, err := f.cfg.Client.Do(rq)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rs.Body.Close() }() // it was read
	if rs.StatusCode != http.StatusOK {
		return nil, refusal(rs)
	}
	var answer struct{ Data grant }
	if err := json.NewDecoder(io.LimitReader(rs.Body, maxGrant)).Decode(&answer); err != nil {
		return nil, fmt.Errorf("read the answer to a request for a lease: %w", err)
	}
	return &answer.Data, nil
}

func (f *Follower) request(ctx context.Context, method, path string, body io.Reader) (*http.Request, error) {
	key, err := f.cfg.Key()
	if err != nil {
		return nil, err
	}
	rq, err := http.NewRequestWithContext(ctx, method, f.base+path, body)
	if err != nil {
		return nil, err
	}
	rq.Header.Set("Authorization", "Bearer "+key)
	return rq, nil
}

// refusal is the error for an answer that is no success.
func refusal(rs *http.Response) error {
	text, _ := io.ReadAll(io.LimitReader(rs.Body, 300))                                // what came is enough
	return fmt.Errorf("Vitrine answered %d: %s", rs.StatusCode, bytes.TrimSpace(text)) //nolint:staticcheck // a name
}
