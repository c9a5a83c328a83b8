package storefront

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"strings"
)

// Policy is the Content-Security-Policy of every page. It forbids every other host, and scripts and styles inside
// pages. Forms may lead to a bank; the sandbox bank is at 127.0.0.1.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; " +
	"img-src 'self' data:; form-action 'self' http://127.0.0.1:* https:; base-uri 'none'; frame-ancestors 'none'"

// A File is the response to one URL path.
type File struct {
	ContentType string
	Body, Gzip  []byte // Gzip is nil if compressing does not make it smaller
	ETag        string // without quotes
}

// A Site holds the files of the storefront.
type Site struct {
	assets  map[string]*File
	shop    *template.Template
	live    *template.Template
	landing map[bool]*File // with and without a link to /status
}

// prefix is the path of the files that pages load.
const prefix = "/assets/"

// New reads the files of deploy/storefront.
func New(files fs.FS) (*Site, error) {
	s := &Site{assets: map[string]*File{}}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		base := path.Base(name)
		switch path.Ext(name) {
		case ".js":
			s.assets[prefix+base] = newFile("text/javascript; charset=utf-8", body)
		case ".css":
			s.assets[prefix+base] = newFile("text/css; charset=utf-8", body)
		case ".woff2":
			s.assets[prefix+hashedName(base, body)] = newFile("font/woff2", body)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the storefront: %w", err)
	}
	s.shop, err = template.ParseFS(files, "dist/index.html")
	if err != nil {
		return nil, fmt.Errorf("read the storefront's page: %w", err)
	}
	s.live, err = template.ParseFS(files, "dist/live.html")
	if err != nil {
		return nil, fmt.Errorf("read the page of live edits: %w", err)
	}
	landing, err := template.ParseFS(files, "dist/landing.html")
	if err != nil {
		return nil, fmt.Errorf("read the landing page: %w", err)
	}
	s.landing = map[bool]*File{}
	for _, status := range []bool{true, false} {
		if s.landing[status], err = write(landing, struct{ Status bool }{status}); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Landing is the page at "/" if no shop is there. status says whether /status is at the same address.
func (s *Site) Landing(status bool) *File { return s.landing[status] }

// Asset returns a file below /assets, nil if there is none.
func (s *Site) Asset(path string) *File { return s.assets[path] }

// pages are the first segments of the shop's paths.
var pages = map[string]bool{"": true, "category": true, "search": true, "collections": true, "brand": true,
	"product": true, "event": true, "blog": true, "faq": true, "dictionary": true, "page": true, "basket": true,
	"checkout": true, "paid": true, "account": true, "orders": true, "tickets": true, "verify-email": true,
	"reset-password": true}

// Locate splits the path of a page of the shop into base and tenant: "/t/atelier/product/x" is of atelier and has the
// base "/t/atelier"; paths without a tenant are of the tenant that is shown at "/", and have no base.
func Locate(path string) (base, tenant string, ok bool) {
	rest := path
	if after, found := strings.CutPrefix(path, "/t/"); found {
		tenant, rest, _ = strings.Cut(after, "/")
		base, rest = "/t/"+tenant, "/"+rest
	}
	first, _, _ := strings.Cut(strings.TrimPrefix(rest, "/"), "/")
	return base, tenant, strings.HasPrefix(rest, "/") && pages[first]
}

// LinkTenant returns the tenant that the token of an email's link names, or "" if the path is not that of a link.
// Tokens are TENANT~SECRET, and links name no other tenant.
func LinkTenant(path, token string) string {
	if path != "/verify-email" && path != "/reset-password" {
		return ""
	}
	tenant, _, found := strings.Cut(token, "~")
	if !found {
		return ""
	}
	return tenant
}

// A Shop is what a page shows.
type Shop struct {
	Tenant, Name, Language, Currency string
	Base                             string // of its paths: "", or "/t/TENANT"
	Editor                           bool   // /live exists, where content can be edited
}

// Page returns the page of a shop. All its pages are the same: the script draws them.
func (s *Site) Page(shop Shop) (*File, error) {
	return write(s.shop, shop)
}

// LivePage returns the page that edits a product beside an open tab, and measures when that tab shows it.
func (s *Site) LivePage(shop Shop) (*File, error) { return write(s.live, shop) }

func write(page *template.Template, data any) (*File, error) {
	var b bytes.Buffer
	if err := page.Execute(&b, data); err != nil {
		return nil, fmt.Errorf("write a page of the storefront: %w", err)
	}
	return newFile("text/html; charset=utf-8", b.Bytes()), nil
}

func newFile(contentType string, body []byte) *File {
	sum := sha256.Sum256(body)
	f := &File{ContentType: contentType, Body: body, ETag: base64.RawURLEncoding.EncodeToString(sum[:12])}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(body); err == nil && w.Close() == nil && b.Len() < len(body) {
		f.Gzip = b.Bytes()
	}
	return f
}

// hashedName is the name under which the style sheet knows a font: build.HashedName of deploy/storefront.
func hashedName(name string, body []byte) string {
	sum := sha256.Sum256(body)
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "-" + hex.EncodeToString(sum[:4]) + ext
}
