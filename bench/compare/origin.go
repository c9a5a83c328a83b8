package main

import (
	"bufio"
	"net"
	"net/http"
	"net/textproto"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"
)

// An origin serves Vitrine's answer to the peers, cacheable for an hour and without Vary, so that each can cache it in
// its cheapest way.
type origin struct {
	addr  string
	head  http.Header // of Vitrine's answer
	body  []byte
	asked atomic.Int64
}

func newOrigin(res *http.Response, body []byte) (*origin, error) {
	o := &origin{head: res.Header, body: body}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	o.addr = ln.Addr().String()
	srv := &http.Server{ReadHeaderTimeout: 5 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter,
		_ *http.Request) {
		o.asked.Add(1)
		for name, values := range o.head {
			switch name {
			case "Vary", "Date", "Cache-Control", "Cdn-Cache-Control", "Content-Length", "Cache-Status":
			default:
				w.Header()[name] = values
			}
		}
		w.Header().Set("Cache-Control", "public, max-age=3600")
		_, _ = w.Write(o.body)
	})}
	go func() { _ = srv.Serve(ln) }() // until the process ends
	return o, nil
}

// bareWord, as the first argument, makes this program the bare handler.
const bareWord = "bare"

// serveBare answers everything with the same head and body, which shows the cost of fasthttp without a lookup. Its
// parameters lie in dir.
func serveBare(dir string) error {
	addr, head, body, err := parameters(dir)
	if err != nil {
		return err
	}
	type field struct{ name, value []byte }
	var fields []field
	for name, values := range head {
		for _, v := range values {
			if name != "Content-Type" {
				fields = append(fields, field{[]byte(name), []byte(v)})
			}
		}
	}
	contentType := head.Get("Content-Type")
	srv := &fasthttp.Server{
		NoDefaultServerHeader: true,
		WriteBufferSize:       16 << 10,
		ReadBufferSize:        16 << 10,
		Handler: func(ctx *fasthttp.RequestCtx) {
			for i := range fields {
				ctx.Response.Header.SetCanonical(fields[i].name, fields[i].value)
			}
			ctx.Response.Header.SetContentType(contentType)
			ctx.Response.SetBodyRaw(body)
		},
	}
	return srv.ListenAndServe(addr)
}

// parameters reads the parameters that bare wrote: the address and the answer.
func parameters(dir string) (addr string, head textproto.MIMEHeader, body []byte, err error) {
	where, err := os.ReadFile(filepath.Join(dir, "addr"))
	if err != nil {
		return "", nil, nil, err
	}
	if body, err = os.ReadFile(filepath.Join(dir, "body")); err != nil {
		return "", nil, nil, err
	}
	f, err := os.Open(filepath.Join(dir, "head"))
	if err != nil {
		return "", nil, nil, err
	}
	defer f.Close()
	if head, err = textproto.NewReader(bufio.NewReader(f)).ReadMIMEHeader(); head == nil {
		return "", nil, nil, err
	}
	return string(where), head, body, nil // the missing empty line at the end is not an error
}
