package explorer

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"sync"

	"vitrine/internal/api"
)

//go:embed index.html start.js look.css swagger-ui/swagger-ui-bundle.js swagger-ui/swagger-ui.css
var files embed.FS

// File is the response to one URL path. It is built once.
type File struct {
	ContentType string
	Body, Gzip  []byte // Gzip is nil if the body could not be compressed
	ETag        string // without quotes
}

// Policy is the Content-Security-Policy of every file. It forbids every other host. The style sheet of Swagger UI
// contains images as data: URLs.
const Policy = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; " +
	"form-action 'self'; frame-ancestors 'none'"

const (
	html   = "text/html; charset=utf-8"
	script = "text/javascript; charset=utf-8"
	style  = "text/css; charset=utf-8"
	json   = "application/json; charset=utf-8"
)

// paths maps URL paths to embedded files.
var paths = []struct{ path, name, contentType string }{
	{"/docs", "index.html", html},
	{"/docs/", "index.html", html},
	{"/docs/start.js", "start.js", script},
	{"/docs/look.css", "look.css", style},
	{"/docs/swagger-ui-bundle.js", "swagger-ui/swagger-ui-bundle.js", script},
	{"/docs/swagger-ui.css", "swagger-ui/swagger-ui.css", style},
}

// all builds the files by URL path, at the first request for one of them.
var all = sync.OnceValue(func() map[string]*File {
	m := map[string]*File{"/openapi.json": newFile(json, api.OpenAPI)}
	for _, a := range paths {
		body, err := files.ReadFile(a.name)
		if err != nil {
			panic("explorer: " + err.Error()) // embedded
		}
		m[a.path] = newFile(a.contentType, body)
	}
	return m
})

// Find returns the file at a URL path: /openapi.json, /docs or a file that /docs loads. It returns nil for other paths.
func Find(path string) *File { return all()[path] }

func newFile(contentType string, body []byte) *File {
	sum := sha256.Sum256(body)
	f := &File{ContentType: contentType, Body: body, ETag: base64.RawURLEncoding.EncodeToString(sum[:12])}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(body); err == nil && w.Close() == nil {
		f.Gzip = b.Bytes()
	}
	return f
}
