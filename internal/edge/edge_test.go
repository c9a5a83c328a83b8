package edge

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/wire"
)

// fields reads the lines that a policy made.
func fields(t *testing.T, lines []byte) map[string]string {
	t.Helper()
	all := map[string]string{}
	for line := range strings.SplitSeq(strings.TrimSuffix(string(lines), "\r\n"), "\r\n") {
		name, value, ok := strings.Cut(line, ": ")
		if _, twice := all[name]; !ok || twice {
			t.Fatalf("the line %q is malformed, or its header is given twice", line)
		}
		all[name] = value
	}
	return all
}

// answer is an answer about n products and one brand.
func answer(n int) Answer {
	tags := []string{"product|*", "product|member", "^12:product|amount", "brand|*", "brand:1", "tenant:demo", "tenant|*"}
	for i := range n {
		tags = append(tags, catalog.RecordTag("product", fmt.Sprint(i)))
	}
	return Answer{Tenant: "demo", Tags: slices.Values(tags)}
}

func of(kind string, change ...func(*wire.Edge)) *Policy {
	e := wire.Edge{Name: kind, Kind: kind, Healthy: true, Lifetime: 600, Short: 5, Negative: 60}
	for _, f := range change {
		f(&e)
	}
	return NewPolicy([]wire.Edge{e})
}

func public(tag string) string { return catalog.PublicTag("demo", tag) }

func TestEachKindGetsItsHeaders(t *testing.T) {
	t.Parallel()
	const own, all = "no-cache, max-age=0", "public, max-age=0, s-maxage=600, must-revalidate"
	for kind, want := range map[string]map[string]string{
		"fastly":     {"Cache-Control": own, "CDN-Cache-Control": "no-store", "Surrogate-Control": "max-age=600"},
		"cloudflare": {"Cache-Control": own, "CDN-Cache-Control": "no-store", "Cloudflare-CDN-Cache-Control": "max-age=600"},
		"akamai":     {"Cache-Control": all, "CDN-Cache-Control": "max-age=600"},
		"cloudfront": {"Cache-Control": all, "CDN-Cache-Control": "max-age=600"},
		"bunny":      {"Cache-Control": all, "CDN-Cache-Control": "max-age=600"},
		"groups":     {"Cache-Control": all, "CDN-Cache-Control": "max-age=600"},
		"varnish":    {"Cache-Control": own, "CDN-Cache-Control": "no-store", "Surrogate-Control": "max-age=600"},
		"nginx":      {"Cache-Control": own, "CDN-Cache-Control": "no-store", "X-Accel-Expires": "600"},
		"cells": {"Cache-Control": own, "CDN-Cache-Control": "no-store", "Surrogate-Control": "max-age=600",
			"X-Accel-Expires": "600"},
	} {
		lines, usable, ok := of(kind).AppendFields(nil, answer(3))
		if !ok || usable != 0 {
			t.Errorf("%s: %v, usable for %v", kind, ok, usable)
			continue
		}
		got := fields(t, lines)
		k, _ := KindNamed(kind)
		tags := got[k.Tags.Header]
		if k.Tags.Header != "" {
			delete(got, k.Tags.Header)
			n := 0
			for _, tag := range []string{"*", "product|*", "product|member", "product|amount", "product:0", "product:2",
				"brand:1"} {
				if strings.Contains(tags, public(tag)) {
					n++
				}
			}
			if n != 7 {
				t.Errorf("%s: only %d of 7 tags in %s", kind, n, tags)
			}
		}
		want["Vary"] = "Accept-Encoding"
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s:\ngot  %v\nwant %v", kind, got, want)
		}
	}
	if !strings.HasPrefix(string(first(of("nginx").AppendFields(nil, answer(1)))), "X-Accel-Expires: ") {
		t.Error("X-Accel-Expires must be the first line: nginx before 1.23.4 obeys Cache-Control if that comes first")
	}
}

func TestOnlyEdgesThatCompareStampsGetOne(t *testing.T) {
	t.Parallel()
	for _, k := range Kinds {
		if p := of(k.Name); p.Stamps != (k.Name == Cells) {
			t.Errorf("%s: %v", k.Name, p.Stamps)
		}
	}
	if got := string(AppendStamp(nil, "demo", "0123456789abcdef", 42)); got != "Vitrine-Stamp: demo:42:01234567\r\n" {
		t.Errorf("%q", got)
	}
}

func first(lines []byte, _ time.Duration, _ bool) []byte { return lines }

// Whatever a limit is, the answer stays within it and carries a tag of every change that may make it stale.
func TestTagsStayWithinEveryLimit(t *testing.T) {
	t.Parallel()
	for _, k := range Kinds {
		if k.Tags.Header == "" {
			continue
		}
		coarse := false
		for n := range 200 {
			lines, _, ok := of(k.Name).AppendFields(nil, answer(7*n))
			if !ok {
				t.Fatalf("%s: an answer with %d records is not kept", k.Name, 7*n)
			}
			value := fields(t, lines)[k.Tags.Header]
			list := strings.Split(value, k.Tags.Separator)
			if k.Tags.MaxTags > 0 && len(list) > k.Tags.MaxTags || k.Tags.MaxBytes > 0 && len(value) > k.Tags.MaxBytes {
				t.Fatalf("%s: %d tags in %d bytes", k.Name, len(list), len(value))
			}
			for _, always := range []string{"*", "product|*", "brand|*"} {
				if !strings.Contains(value, public(always)) {
					t.Fatalf("%s: %s is missing, by which coarse purges reach every answer", k.Name, always)
				}
			}
			for i := range 7 * n {
				if !strings.Contains(value, public(catalog.RecordTag("product", fmt.Sprint(i)))) {
					coarse = true
					if !strings.Contains(value, public("product|any")) {
						t.Fatalf("%s: neither the tag of product %d nor that of any product", k.Name, i)
					}
				}
			}
		}
		if !coarse {
			t.Errorf("%s: no answer was large enough to exceed the limit", k.Name)
		}
	}
}

// What a CDN accepts may be too much for the Varnish or nginx that is declared beside it.
func TestTagsOfACDNStayWithinTheLimitsOfAProxyBesideIt(t *testing.T) {
	t.Parallel()
	all := make([]string, len(Kinds))
	for i, k := range Kinds {
		all[i] = k.Name
	}
	for _, c := range []struct {
		kinds      []string
		line, most int
	}{
		{[]string{"fastly"}, 16 << 10, 16 << 10},
		{[]string{"fastly", "groups"}, 16 << 10, 24 << 10},
		{[]string{"fastly", "varnish"}, headerLine, headerLines},
		{[]string{"cloudflare", "nginx"}, headerLine, headerLine},
		{[]string{"cells", "fastly", "akamai"}, headerLines / 3, headerLines},
		{all, headerLines / 7, headerLines},
	} {
		var edges []wire.Edge
		for _, kind := range c.kinds {
			edges = append(edges, wire.Edge{Name: kind, Kind: kind, Healthy: true, Lifetime: 600, Short: 5})
		}
		longest := 0
		for n := 0; n < 1400; n += 10 {
			lines, _, ok := NewPolicy(edges).AppendFields(nil, answer(n))
			if !ok {
				t.Fatalf("%v: not kept", c.kinds)
			}
			sum := 0
			for name, value := range fields(t, lines) {
				if strings.Contains(value, public("*")) {
					sum += len(value)
					if longest = max(longest, len(value)); len(value) > c.line {
						t.Fatalf("%v: %s has %d bytes", c.kinds, name, len(value))
					}
				}
			}
			if sum > c.most {
				t.Fatalf("%v: %d bytes of tags", c.kinds, sum)
			}
		}
		if longest < c.line*9/10 {
			t.Errorf("%v: at most %d bytes in a line, though %d are accepted", c.kinds, longest, c.line)
		}
	}
}

func TestAnAnswerWithTooManyKindsIsNotKept(t *testing.T) {
	t.Parallel()
	tags := make([]string, 60)
	for i := range tags {
		tags[i] = fmt.Sprintf("kind%d|*", i)
	}
	a := answer(0)
	a.Tags = slices.Values(tags)
	if _, _, ok := of("cloudfront").AppendFields(nil, a); ok {
		t.Error("60 kinds fit into 50 tags")
	}
}

func TestLifetimesFollowHealthAndTheEndOfAnAnswer(t *testing.T) {
	t.Parallel()
	sick := func(e *wire.Edge) { e.Healthy = false }
	life := func(p *Policy, a Answer) string {
		lines, _, ok := p.AppendFields(nil, a)
		if !ok {
			return "not kept"
		}
		return fields(t, lines)["Surrogate-Control"]
	}
	stale := func(e *wire.Edge) { e.StaleIfError, e.StaleWhileRevalidate = 60, 10 }
	ends := func(remaining time.Duration) Answer {
		a := answer(1)
		a.Ends, a.Remaining = true, remaining
		return a
	}
	missing := answer(1)
	missing.Missing = true
	for _, c := range []struct {
		what string
		p    *Policy
		a    Answer
		want string
	}{
		{"healthy", of("fastly"), answer(1), "max-age=600"},
		{"behind", of("fastly", sick), answer(1), "max-age=5"},
		{"behind, and no short lifetime", of("fastly", sick, func(e *wire.Edge) { e.Short = 0 }), answer(1), "not kept"},
		{"cells need no purges", of("cells", sick), answer(1), "max-age=600"},
		{"a missing record", of("fastly"), missing, "max-age=60"},
		{"a missing record is not to be kept", of("fastly", func(e *wire.Edge) { e.Negative = 0 }), missing, "not kept"},
		{"stale where asked", of("fastly", stale), answer(1), "max-age=600, stale-while-revalidate=10, stale-if-error=60"},
		{"nothing stale while behind", of("fastly", stale, sick), answer(1), "max-age=5"},
		{"nothing stale once it has ended", of("fastly", stale), ends(160 * time.Second), "max-age=150"},
		{"stale until it ends", of("fastly", stale), ends(670 * time.Second),
			"max-age=600, stale-while-revalidate=10, stale-if-error=29"},
	} {
		if got := life(c.p, c.a); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
	// However late the lines are sent within the time that they are usable, no lifetime exceeds what remains.
	for remaining := -2 * time.Second; remaining < 2*time.Hour; remaining += 777 * time.Millisecond {
		a := answer(1)
		a.Ends, a.Remaining = true, remaining
		lines, usable, ok := of("fastly").AppendFields(nil, a)
		if !ok {
			if remaining > 3*time.Second {
				t.Fatalf("not kept with %v left", remaining)
			}
			continue
		}
		var seconds int
		_, _ = fmt.Sscanf(fields(t, lines)["Surrogate-Control"], "max-age=%d", &seconds)
		if usable < time.Second || seconds > 600 || time.Duration(seconds)*time.Second > remaining-usable {
			t.Fatalf("with %v left: %d s, usable for %v", remaining, seconds, usable)
		}
	}
}

func TestTwoEdgesShareAnAnswer(t *testing.T) {
	t.Parallel()
	p := NewPolicy([]wire.Edge{
		{Name: "a", Kind: "fastly", Healthy: true, Lifetime: 600, Short: 5, StaleIfError: 60},
		{Name: "b", Kind: "varnish", Healthy: false, Lifetime: 600, Short: 7},
		{Name: "c", Kind: "cloudflare", Healthy: true, Lifetime: 900, Short: 5},
		{Name: "d", Kind: "cloudfront", Healthy: true, Lifetime: 300, Short: 5},
		{Name: "e", Kind: "of a newer version", Healthy: true, Lifetime: 300},
		{Name: "f", Kind: "bunny", ByHost: true, Healthy: true, Lifetime: 300},
	})
	lines, _, ok := p.AppendFields(nil, answer(60))
	if !ok || p.ByHost || !p.ETag {
		t.Fatalf("kept: %v, by host: %v, tags in the ETag: %v", ok, p.ByHost, p.ETag)
	}
	got := fields(t, lines)
	if got["Surrogate-Control"] != "max-age=7" || got["Cloudflare-CDN-Cache-Control"] != "max-age=900" ||
		got["Cache-Control"] != "public, max-age=0, s-maxage=300, must-revalidate" || got["CDN-Tag"] != "" {
		t.Errorf("lifetimes: %v", got)
	}
	if n := len(strings.Split(got["Cache-Tag"], ",")); n > 50 {
		t.Errorf("Cloudflare and CloudFront share Cache-Tag: it has %d tags", n)
	}
	if n := len(strings.Fields(got["Surrogate-Key"])); n < 60 {
		t.Errorf("the limit of another header leaves Fastly %d tags", n)
	}
	if NewPolicy(nil) != nil || NewPolicy([]wire.Edge{{Kind: "?"}}) != nil {
		t.Error("a tenant without a known edge has a policy")
	}
}
