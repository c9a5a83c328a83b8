package edge

import (
	"bytes"
	"net/http"
	"testing"

	"vitrine/internal/edge"
)

// An edge that keeps its old tags at a 304 must get a whole answer when only the tags of an answer have changed. Its
// next purge would miss the answer otherwise.
func TestNoReadOfOtherTagsIsKnownByItsOldEntityTag(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"akamai", "cloudfront", "bunny", "groups", "cells"} {
		if k, _ := edge.KindNamed(kind); !k.ETag {
			t.Errorf("%s keeps its old tags at a 304", kind)
		}
	}
	s := openShop(t)
	s.declare("cells") // as Akamai, but nothing is purged
	s.lives("Surrogate-Control", 60)
	e := s.NewEditor(t)
	at, set := url("demo", s.slugs["demo"][0]), func(brand string) {
		e.Exec("UPDATE product SET brand_id = " + brand + " WHERE tenant_id = 'demo' AND slug = '" + s.slugs["demo"][0] + "'")
		s.WaitApplied(t, e, "demo")
	}
	e.Exec("INSERT INTO brand (tenant_id, slug, name, status) VALUES ('demo', 'hidden', 'Hidden', 'DRAFT')")
	set("NULL")
	read := func(tag string) (whole, known int, body []byte, etag, tags string) {
		r := s.Send(t, http.MethodGet, at)
		return r.Status, s.Send(t, http.MethodGet, at, "If-None-Match", tag).Status, r.Body, r.Header.Get("ETag"),
			r.Header.Get("Vitrine-Tags")
	}
	_, _, body, etag, tags := read("")
	if _, known, _, _, _ := read(etag); known != http.StatusNotModified {
		t.Errorf("nothing has changed: %d", known)
	}
	set("(SELECT id FROM brand WHERE tenant_id = 'demo' AND slug = 'hidden')")
	whole, known, body2, etag2, tags2 := read(etag)
	if !bytes.Equal(body, body2) || tags == tags2 {
		t.Fatalf("this proves nothing: other tags: %v\n%s\n%s", tags != tags2, body, body2)
	}
	if whole != http.StatusOK || known != http.StatusOK || etag == etag2 {
		t.Errorf("the tags have changed: %d, and %d for %s; the entity tag is %s", whole, known, etag, etag2)
	}
}
