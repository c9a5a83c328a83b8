package storefront

import (
	"bytes"
	"compress/gzip"
	"io"
	"regexp"
	"strings"
	"testing"

	"vitrine/deploy/storefront"
)

func site(t *testing.T) *Site {
	t.Helper()
	s, err := New(storefront.Files)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// loads matches the files that pages and the style sheet load.
var loads = regexp.MustCompile(`/assets/[\w.-]+`)

func TestPagesLoadOnlyEmbeddedFiles(t *testing.T) {
	t.Parallel()
	s := site(t)
	texts := [][]byte{s.Landing(true).Body}
	page, err := s.Page(Shop{Tenant: "demo"})
	if err != nil {
		t.Fatal(err)
	}
	texts = append(texts, page.Body)
	for path, f := range s.assets {
		if strings.HasSuffix(path, ".css") {
			texts = append(texts, f.Body)
		}
	}
	found := 0
	for _, text := range texts {
		for _, path := range loads.FindAllString(string(text), -1) {
			found++
			if s.Asset(path) == nil {
				t.Errorf("a page loads %s, which is not embedded", path)
			}
		}
	}
	if found < 6 {
		t.Errorf("found %d addresses, want 6 or more", found)
	}
}

func TestCompressedFilesAreComplete(t *testing.T) {
	t.Parallel()
	for path, f := range site(t).assets {
		if f.Gzip == nil {
			if !strings.HasSuffix(path, ".woff2") {
				t.Errorf("%s is not compressed", path)
			}
			continue
		}
		r, err := gzip.NewReader(bytes.NewReader(f.Gzip))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if plain, err := io.ReadAll(r); err != nil || !bytes.Equal(plain, f.Body) {
			t.Errorf("%s: decompressed, the file differs (%v)", path, err)
		}
	}
}

func TestPathsOfPagesNameTheirTenant(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		path, base, tenant string
		ok                 bool
	}{
		{"/", "", "", true},
		{"/product/mavi-keten-gomlek", "", "", true},
		{"/t/atelier/", "/t/atelier", "atelier", true},
		{"/t/atelier/product/x", "/t/atelier", "atelier", true},
		{"/t/atelier/v1/product", "/t/atelier", "atelier", false},
		{"/t/atelier/admin", "/t/atelier", "atelier", false},
		{"/verify-email", "", "", true},
		{"/t/atelier/reset-password", "/t/atelier", "atelier", true},
		{"/products", "", "", false},
		{"/t/", "/t/", "", true},
		{"product", "", "", false},
		{"", "", "", false},
	} {
		base, tenant, ok := Locate(tt.path)
		if ok != tt.ok || ok && (base != tt.base || tenant != tt.tenant) {
			t.Errorf("Locate(%q) = %q, %q, %v; want %q, %q, %v", tt.path, base, tenant, ok, tt.base, tt.tenant, tt.ok)
		}
	}
}

func TestLinksOfEmailsNameTheirTenantInTheToken(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ path, token, want string }{
		{"/verify-email", "atelier~c2VjcmV0", "atelier"},
		{"/reset-password", "atelier~c2VjcmV0", "atelier"},
		{"/reset-password", "atelier", ""},
		{"/reset-password", "", ""},
		{"/t/demo/reset-password", "atelier~c2VjcmV0", ""},
		{"/account", "atelier~c2VjcmV0", ""},
	} {
		if got := LinkTenant(tt.path, tt.token); got != tt.want {
			t.Errorf("LinkTenant(%q, %q) = %q, want %q", tt.path, tt.token, got, tt.want)
		}
	}
}

func TestTheLandingPageLeadsToStatusOnlyIfItIsThere(t *testing.T) {
	t.Parallel()
	s := site(t)
	for _, status := range []bool{true, false} {
		if got := bytes.Contains(s.Landing(status).Body, []byte(`href="/status"`)); got != status {
			t.Errorf("with /status there: %v; the page leads to it: %v", status, got)
		}
	}
}

func TestNamesAreEscaped(t *testing.T) {
	t.Parallel()
	page, err := site(t).Page(Shop{Name: `"><script>alert(1)</script>`, Base: `"><script>`})
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(page.Body, []byte("<script>")) {
		t.Errorf("the name is not escaped:\n%s", page.Body)
	}
}
