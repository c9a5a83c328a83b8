package admit

import "sync"

// Presence is what is known of a client that waits for an answer.
type Presence int

// From the least to the most.
const (
	Gone  Presence = iota // it has reset its connection
	Ended                 // it has sent the end of its connection: it has closed it, or reads on
	There                 // none of these
)

// A Client reports whether a client is there.
type Client func() Presence

// Readers are the clients that wait for fills, by the key of the fill.
type Readers struct {
	mu      sync.Mutex
	byKey   map[string][]*reader
	without map[string]bool // fills that began without a client
}

type reader struct {
	client Client
	at     int // its place among those of its key
}

// Join adds a client to those that wait for a fill. leave removes it; client is not called after that. A nil client is
// always there.
func (r *Readers) Join(key string, client Client) (leave func()) {
	one := &reader{client: client}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byKey == nil {
		r.byKey = map[string][]*reader{}
	}
	one.at = len(r.byKey[key])
	r.byKey[key] = append(r.byKey[key], one)
	return func() { r.leave(key, one) }
}

func (r *Readers) leave(key string, one *reader) {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := r.byKey[key]
	last := len(all) - 1
	all[one.at], all[last].at = all[last], one.at
	all[last] = nil
	if r.byKey[key] = all[:last]; last == 0 {
		delete(r.byKey, key)
	}
}

// Has reports whether a fill is in progress: a client waits for it, or it began without one.
func (r *Readers) Has(key []byte) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.byKey[string(key)]) > 0 || r.without[string(key)]
}

// Begin notes a fill that begins without a client. end forgets it.
func (r *Readers) Begin(key string) (end func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.without == nil {
		r.without = map[string]bool{}
	}
	r.without[key] = true
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.without, key)
	}
}

// maxAsked is how many clients of one fill are asked. If there are more, one of them is likely there.
const maxAsked = 8

// Presence is that of the clients that wait for a fill: the best of them.
func (r *Readers) Presence(key string) Presence {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := r.byKey[key]
	if len(all) > maxAsked {
		return There
	}
	best := Gone
	for _, one := range all {
		if one.client == nil {
			return There
		}
		if best = max(best, one.client()); best == There {
			break
		}
	}
	return best
}
