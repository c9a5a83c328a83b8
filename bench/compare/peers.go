package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

// A peer is a server for comparison, configured as its manual recommends.
type peer struct {
	name, program, pack string
	most                float64 // limit of Vitrine's processor time, as a multiple of this one's; 0: no bound
	caches              bool
	prepare             func(dir, addr string, o *origin) (args []string, err error)
}

var peers = []peer{
	{"HAProxy, cache", "haproxy", "haproxy", 0.95, true, haproxy},
	{"nginx, proxy_cache", "nginx", "nginx-light", 0.70, true, nginx},
	{"Varnish", "varnishd", "varnish", 0.40, true, varnish},
	{"bare fasthttp, the same bytes", bareWord, "", 1.15, false, bare(bareWord, nil)},
	{"bare event loop, the same bytes", loopWord, "", 0, false, bare(loopWord, nil)},
}

// write creates the peer's folder and a file in it.
func write(dir, name, text string) (string, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil { //nolint:gosec // some peers run as another user
		return "", err
	}
	path := filepath.Join(dir, name)
	return path, os.WriteFile(path, []byte(text), 0o644) //nolint:gosec // not a secret
}

func haproxy(dir, addr string, o *origin) ([]string, error) {
	path, err := write(dir, "haproxy.cfg", fmt.Sprintf(`
global
  maxconn 2000
defaults
  mode http
  timeout connect 5s
  timeout client 65s
  timeout server 5s
cache list
  total-max-size 64
  max-object-size 1000000
  max-age 3600
frontend in
  bind %s
  default_backend out
backend out
  http-request cache-use list
  http-response cache-store list
  server origin %s
`, addr, o.addr))
	return []string{"-db", "-f", path}, err
}

func nginx(dir, addr string, o *origin) ([]string, error) {
	path, err := write(dir, "nginx.conf", fmt.Sprintf(`
daemon off;
worker_processes auto;
pid %[1]s/pid;
error_log %[1]s/error.log;
events { worker_connections 4096; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  client_body_temp_path %[1]s/body;
  proxy_temp_path %[1]s/temp;
  fastcgi_temp_path %[1]s/fastcgi;
  uwsgi_temp_path %[1]s/uwsgi;
  scgi_temp_path %[1]s/scgi;
  proxy_cache_path %[1]s/cache keys_zone=list:10m inactive=1h;
  open_file_cache max=1000;
  server {
    listen %[2]s;
    location / { proxy_pass http://%[3]s; proxy_cache list; proxy_cache_valid 200 1h; }
  }
}
`, dir, addr, o.addr))
	return []string{"-p", dir, "-c", path}, err
}

func varnish(dir, addr string, o *origin) ([]string, error) {
	host, port, _ := strings.Cut(o.addr, ":")
	path, err := write(dir, "default.vcl", fmt.Sprintf("vcl 4.1;\nbackend default { .host = %q; .port = %q; }\n", host,
		port))
	return []string{"-F", "-a", addr, "-f", path, "-n", filepath.Join(dir, "work"), "-s", "malloc,64m"}, err
}

// bare runs this program with another first argument. It serves the given head, or that of the origin.
func bare(word string, head http.Header) func(dir, addr string, o *origin) ([]string, error) {
	return func(dir, addr string, o *origin) ([]string, error) {
		if _, err := write(dir, "body", string(o.body)); err != nil {
			return nil, err
		}
		head := head.Clone()
		if head == nil {
			head = o.head.Clone()
		}
		head.Del("Date")
		head.Del("Content-Length")
		var lines strings.Builder
		if err := head.Write(&lines); err != nil {
			return nil, err
		}
		if _, err := write(dir, "head", lines.String()); err != nil {
			return nil, err
		}
		_, err := write(dir, "addr", addr)
		return []string{word, dir}, err
	}
}
