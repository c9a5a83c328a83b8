package edge

import (
	"iter"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/wire"
)

// A Policy makes the header lines of a tenant's answers for its declared edges. It is immutable. A change of an edge,
// or of its health, makes another policy.
type Policy struct {
	Number uint64 // differs between policies of a process
	ByHost bool   // the edges' keys contain the tenant's host name; else the path names the tenant
	ETag   bool   // entity tags cover the tags
	Stamps bool   // an edge compares stamps, so answers carry one: AppendStamp

	edges []declared
}

type declared struct {
	wire.Edge
	kind Kind
}

var policies atomic.Uint64

// NewPolicy makes the policy for the edges of a tenant, nil if there are none. Edges of an unknown kind are ignored: a
// newer worker may know more kinds. All edges of a tenant name it in the same way; an edge that differs is ignored.
func NewPolicy(edges []wire.Edge) *Policy {
	p := &Policy{Number: policies.Add(1)}
	for _, e := range edges {
		kind, known := KindNamed(e.Kind)
		if !known || len(p.edges) > 0 && e.ByHost != p.ByHost {
			continue
		}
		if e.Header != "" {
			kind.Tags.Header = e.Header
		}
		p.ByHost, p.ETag, p.Stamps = e.ByHost, p.ETag || kind.ETag, p.Stamps || kind.Stamp
		p.edges = append(p.edges, declared{e, kind})
	}
	if len(p.edges) == 0 {
		return nil
	}
	p.shareProxy()
	return p
}

// shareProxy limits the tags of all edges to what a proxy accepts, if one of them is a proxy: an answer to a CDN may
// pass through it.
func (p *Policy) shareProxy() {
	if !slices.ContainsFunc(p.edges, func(e declared) bool { return e.kind.Proxy }) {
		return
	}
	headers := map[string]bool{}
	for _, e := range p.edges {
		if e.kind.Tags.Header != "" {
			headers[e.kind.Tags.Header] = true
		}
	}
	most := min(headerLine, headerLines/max(1, len(headers)))
	for i := range p.edges {
		f := &p.edges[i].kind.Tags
		f.MaxBytes = least(f.MaxBytes, most)
	}
}

// An Answer is what a policy needs of an answer.
type Answer struct {
	Tenant string
	Tags   iter.Seq[string] // as the gateway knows them

	Missing   bool          // there is no such record
	Ends      bool          // it stops being valid though nothing changes
	Remaining time.Duration // until then
}

// AppendFields appends the header lines of an answer, each with its line end. They may be sent for as long as usable
// says, 0 for ever. It reports false if no edge may keep the answer; then nothing is appended.
func (p *Policy) AppendFields(dst []byte, a Answer) (lines []byte, usable time.Duration, ok bool) {
	most := time.Duration(1<<62 - 1)
	if a.Ends { // the lifetime shrinks with the time that remains, in steps
		usable = max(time.Second, a.Remaining/16).Truncate(time.Second)
		most = a.Remaining - usable
	}
	tags := TagsOf(a.Tenant, a.Tags)
	fields := map[string]field{}
	shared, cdn := 0, 0 // lifetimes in Cache-Control and CDN-Cache-Control
	for _, e := range p.edges {
		life := e.lifetime(a.Missing, most)
		if life <= 0 {
			return dst, 0, false
		}
		if f := e.kind.Tags; f.Header != "" {
			if same, ok := fields[f.Header]; ok {
				f = f.within(same.Format)
			}
			list, ok := tags.Fit(f)
			if !ok {
				return dst, 0, false
			}
			fields[f.Header] = field{f, list}
		}
		if e.kind.Own == "" {
			shared, cdn = least(shared, life), least(cdn, life)
		}
	}
	dst = p.appendAccel(dst, a, most) // first: nginx before 1.23.4 obeys the line that comes first
	dst = appendLine(dst, "Cache-Control", cacheControl(shared))
	if cdn > 0 {
		dst = appendLine(dst, "CDN-Cache-Control", "max-age="+strconv.Itoa(cdn))
	} else {
		dst = appendLine(dst, "CDN-Cache-Control", "no-store")
	}
	dst = p.appendOwn(dst, a, most)
	dst = appendLine(dst, "Vary", "Accept-Encoding")
	for _, name := range sortedNames(fields) {
		f := fields[name]
		dst = append(append(dst, name...), ": "...)
		dst = append(f.append(dst, f.tags), "\r\n"...)
	}
	return dst, usable, true
}

// StampHeader is the header with the stamp of an answer, in the form of a token, for edges with tag versions.
const StampHeader = "Vitrine-Stamp"

// AppendStamp appends the line with the stamp of an answer: the last change at which it is known to be valid. The stamp
// rises while the answer stays the same. It is no part of AppendFields, whose lines are kept.
func AppendStamp(dst []byte, tenant, epoch string, seq uint64) []byte {
	dst = append(append(append(dst, StampHeader+": "...), tenant...), ':')
	dst = append(strconv.AppendUint(dst, seq, 10), ':')
	return append(append(dst, catalog.ShortEpoch(epoch)...), "\r\n"...)
}

// A field is a header with tags.
type field struct {
	Format
	tags []string
}

// lifetime is how long an edge may keep an answer, in seconds.
func (e declared) lifetime(missing bool, most time.Duration) int {
	life := e.Short
	if e.Healthy || e.kind.Stamp { // an edge with tag versions checks each hit, and needs no purges
		life = e.Lifetime
	}
	if missing {
		life = min(life, e.Negative)
	}
	if seconds := int(most / time.Second); seconds < life {
		return seconds
	}
	return life
}

// stale is for how many seconds an edge may serve an expired answer while it asks again, and if nobody answers. It is
// none while purges are late, and no longer than what remains.
func (e declared) stale(remains time.Duration) (revalidate, failed int) {
	if !e.Healthy {
		return 0, 0
	}
	most := int(remains / time.Second)
	return min(e.StaleWhileRevalidate, most), min(e.StaleIfError, most)
}

// appendAccel appends the lifetime for nginx.
func (p *Policy) appendAccel(dst []byte, a Answer, most time.Duration) []byte {
	life := 0
	for _, e := range p.edges {
		if e.kind.Own == accelExpires || e.kind.Stamp {
			life = least(life, e.lifetime(a.Missing, most))
		}
	}
	if life == 0 {
		return dst
	}
	return appendLine(dst, accelExpires, strconv.Itoa(life))
}

// appendOwn appends the headers that one kind of edge obeys. Kinds that obey the same header get the shorter lifetime.
func (p *Policy) appendOwn(dst []byte, a Answer, most time.Duration) []byte {
	for _, name := range []string{surrogateControl, cloudflare} {
		var life, revalidate, failed int
		first := true
		for _, e := range p.edges {
			if e.kind.Own != name {
				continue
			}
			own := e.lifetime(a.Missing, most)
			life = least(life, own)
			again, away := e.stale(most - time.Duration(own)*time.Second)
			if first {
				revalidate, failed, first = again, away, false
			}
			revalidate, failed = min(revalidate, again), min(failed, away)
		}
		if life == 0 {
			continue
		}
		value := "max-age=" + strconv.Itoa(life)
		if revalidate > 0 {
			value += ", stale-while-revalidate=" + strconv.Itoa(revalidate)
		}
		if failed > 0 {
			value += ", stale-if-error=" + strconv.Itoa(failed)
		}
		dst = appendLine(dst, name, value)
	}
	return dst
}

// cacheControl is the value for browsers, which revalidate each time, and for shared caches that obey no header of
// their own. Without "private", because some edges then ignore their own header too.
func cacheControl(shared int) string {
	if shared == 0 {
		return "no-cache, max-age=0"
	}
	return "public, max-age=0, s-maxage=" + strconv.Itoa(shared) + ", must-revalidate"
}

// within is a format that fits both limits.
func (f Format) within(g Format) Format {
	f.MaxTags, f.MaxBytes = least(f.MaxTags, g.MaxTags), least(f.MaxBytes, g.MaxBytes)
	return f
}

// least is the smaller of two numbers, of which 0 is none.
func least(a, b int) int {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	return min(a, b)
}

func sortedNames(fields map[string]field) []string {
	names := make([]string, 0, len(fields))
	for name := range fields {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func appendLine(dst []byte, name, value string) []byte {
	dst = append(append(dst, name...), ": "...)
	return append(append(dst, value...), "\r\n"...)
}
