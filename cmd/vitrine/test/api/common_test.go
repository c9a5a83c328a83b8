package api

import (
	"bytes"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/cmd/vitrine/test/kit"
)

// Rules that hold for all views are checked for every request of the golden files that has an answer.

// eachAnswered calls f for every GET of the golden files that names its tenant in the header and has status 200.
func eachAnswered(t *testing.T, h *kit.App, f func(t *testing.T, rq requestLine, r *kit.Answer)) {
	t.Helper()
	for _, g := range goldens {
		t.Run(g.file, func(t *testing.T) {
			t.Parallel()
			for _, line := range g.requests {
				rq, err := parseLine(line)
				if err != nil {
					t.Fatal(err)
				}
				if rq.method != http.MethodGet || rq.tenant == "-" || len(rq.headers) > 2 || !strings.HasPrefix(rq.path, "/v1/") {
					continue
				}
				if r := sendLine(t, h, line); r.Status == http.StatusOK {
					f(t, rq, r)
				}
			}
		})
	}
}

func TestHEADReturnsTheHeadersOfGETWithoutTheBody(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	eachAnswered(t, h, func(t *testing.T, rq requestLine, get *kit.Answer) {
		head := h.Send(t, http.MethodHead, rq.path, rq.headers...)
		if head.Status != http.StatusOK || len(head.Body) > 0 {
			t.Errorf("HEAD %s: %d, %d bytes", rq.path, head.Status, len(head.Body))
		}
		for _, name := range []string{"Content-Type", "Content-Length", "Content-Location", "Cache-Control", "Vary", "ETag",
			"X-Version"} {
			if got, want := head.Header.Get(name), get.Header.Get(name); got != want {
				t.Errorf("HEAD %s: %s: %q, GET has %q", rq.path, name, got, want)
			}
		}
		if got := get.Header.Get("Content-Length"); got != strconv.Itoa(len(get.Body)) {
			t.Errorf("GET %s: Content-Length %q, %d bytes", rq.path, got, len(get.Body))
		}
	})
}

func TestGzipIsTheSameAnswer(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	eachAnswered(t, h, func(t *testing.T, rq requestLine, plain *kit.Answer) {
		zipped := h.Send(t, http.MethodGet, rq.path,
			append(rq.headers, "Accept-Encoding", "deflate, gzip;q=0.8, *;q=0.1")...)
		body := zipped.Body
		switch coding := zipped.Header.Get("Content-Encoding"); {
		case coding == "gzip":
			body = kit.Unzip(t, body)
			if len(zipped.Body) >= len(plain.Body) {
				t.Errorf("%s: %d bytes with gzip, %d without", rq.path, len(zipped.Body), len(plain.Body))
			}
			if zipped.Header.Get("ETag") == plain.Header.Get("ETag") {
				t.Errorf("%s: one ETag for two representations", rq.path)
			}
		case coding != "" || len(plain.Body) > 2000:
			t.Errorf("%s: Content-Encoding %q for %d bytes", rq.path, coding, len(plain.Body))
		}
		if !bytes.Equal(body, plain.Body) {
			t.Errorf("%s: another body with gzip", rq.path)
		}
	})
}

func TestAMatchingETagReceives304(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	eachAnswered(t, h, func(t *testing.T, rq requestLine, full *kit.Answer) {
		etag := full.Header.Get("ETag")
		if len(etag) < 10 || etag[0] != '"' || etag[len(etag)-1] != '"' {
			t.Errorf("%s: ETag %q", rq.path, etag)
			return
		}
		for _, has := range []string{etag, "W/" + etag, `"x", ` + etag, "*"} {
			r := h.Send(t, http.MethodGet, rq.path, append(rq.headers, "If-None-Match", has)...)
			if r.Status != http.StatusNotModified || len(r.Body) > 0 {
				t.Errorf("%s: If-None-Match: %s: %d, %d bytes", rq.path, has, r.Status, len(r.Body))
			}
			for _, name := range []string{"ETag", "Cache-Control", "CDN-Cache-Control", "Content-Location", "Vary",
				"X-Version"} {
				if got, want := r.Header.Get(name), full.Header.Get(name); got != want {
					t.Errorf("%s: 304 with %s: %q, the answer has %q", rq.path, name, got, want)
				}
			}
		}
		for _, has := range []string{`"x"`, strings.Trim(etag, `"`), ""} {
			if r := h.Send(t, http.MethodGet, rq.path,
				append(rq.headers, "If-None-Match", has)...); r.Status != http.StatusOK {
				t.Errorf("%s: If-None-Match: %s: %d", rq.path, has, r.Status)
			}
		}
	})
}

func TestEveryPathOfAnAnswerReturnsIt(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	eachAnswered(t, h, func(t *testing.T, rq requestLine, want *kit.Answer) {
		path := strings.TrimPrefix(rq.path, "/v1")
		if strings.HasPrefix(path, "/catalog/") {
			return
		}
		canonical := path
		if at := want.Header.Get("Content-Location"); at != "" {
			canonical = strings.TrimPrefix(at, "/v1")
		}
		separator := "?"
		if strings.Contains(path, "?") {
			separator = "&"
		}
		inURL := "/t/" + rq.tenant + "/v1"
		for _, a := range []struct {
			path     string
			location string // Content-Location, if it differs from the requested path
			headers  []string
		}{
			{"/v1" + canonical, "", rq.headers},
			{"/v1/catalog" + path, "/v1" + canonical, rq.headers},
			{inURL + canonical, "", nil},
			{inURL + canonical, "", rq.headers},
			{inURL + "/catalog" + path, inURL + canonical, nil},
			{"/v1" + path + separator + "utm_source=mail&utm_source=x&%ff=%00", "/v1" + canonical, rq.headers},
		} {
			r := h.Send(t, http.MethodGet, a.path, a.headers...)
			if r.Status != http.StatusOK || !bytes.Equal(r.Body, want.Body) || r.Header.Get("ETag") != want.Header.Get("ETag") {
				t.Errorf("%s: %d, not the answer of %s\n%s", a.path, r.Status, rq.path, r.Body)
			}
			if got := r.Header.Get("Content-Location"); got != a.location {
				t.Errorf("%s: Content-Location %q, want %q", a.path, got, a.location)
			}
		}
	})
}

// Nobody edits the shared app, so an answer that was sent once is in the cache under all its paths.
func TestAnAnswerIsCachedOnceForAllItsPaths(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	for _, path := range []string{
		"/v1/product?limit=7&year=2021",
		"/v1/product?year=2021&limit=7",
		"/v1/product?year=2021&perPage=7&page=1",
		"/v1/catalog/product?limit=7&year=02021&unknown=1",
		"/t/demo/v1/product?limit=7&year=2021&order=desc",
	} {
		headers := []string{"x-service-client", "demo"}
		if r := h.Send(t, http.MethodGet, path, headers...); path != "/v1/product?limit=7&year=2021" &&
			r.CacheStatus() != "hit" {
			t.Errorf("%s: Cache-Status: %s", path, r.Header.Get("Cache-Status"))
		}
	}
}

var objectID = regexp.MustCompile(`"[0-9a-f]{24}"`)

func TestNoAnswerShowsARecordOfAnotherTenant(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	owner := map[string]string{}
	for table := range h.Tables(t) {
		if !h.Columns(t, table)["id"] {
			continue
		}
		rows, err := h.Pool.Query(t.Context(), "SELECT id, tenant_id FROM "+table+" WHERE id ~ '^[0-9a-f]{24}$'")
		if err != nil {
			t.Fatal(err)
		}
		var id, tenant string
		if _, err := pgx.ForEachRow(rows, []any{&id, &tenant}, func() error {
			owner[id] = tenant
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	eachAnswered(t, h, func(t *testing.T, rq requestLine, r *kit.Answer) {
		for _, quoted := range objectID.FindAll(r.Body, -1) {
			id := strings.Trim(string(quoted), `"`)
			if of, isRecord := owner[id]; isRecord && of != rq.tenant {
				t.Errorf("%s of %s shows %s, which belongs to %q", rq.path, rq.tenant, id, of)
			}
		}
	})
}
