package attack

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
)

// nginx starts nginx with a plain proxy_pass to an address, and returns its own address.
func nginx(t *testing.T, to string) string {
	t.Helper()
	path, err := exec.LookPath("nginx")
	if err != nil {
		t.Skip("SKIPPED for want of nginx: apt install nginx-light")
	}
	dir, at := kit.TempDir(t), testkit.FreeAddr(t)
	conf := fmt.Sprintf(`daemon off; worker_processes 1; pid %[1]s/pid; error_log %[1]s/error.log;
events { worker_connections 64; }
http {
  access_log off; client_body_temp_path %[1]s/b; proxy_temp_path %[1]s/p; fastcgi_temp_path %[1]s/f;
  uwsgi_temp_path %[1]s/u; scgi_temp_path %[1]s/s;
  server { listen %[2]s; location / { proxy_pass http://%[3]s; } }
}`, dir, at, to)
	file := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(file, []byte(conf), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "-p", dir, "-c", file, "-e", filepath.Join(dir, "error.log")) //nolint:gosec // nginx
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	})
	testkit.Until(t, "nginx listens", func() bool {
		c, err := net.Dial("tcp", at)
		if err == nil {
			_ = c.Close()
		}
		return err == nil
	})
	return at
}

// fetch requests a path of any address, with headers given as name, value.
func fetch(t *testing.T, url string, headers ...string) *kit.Answer {
	t.Helper()
	rq, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" {
			rq.Host = headers[i+1]
		}
		rq.Header.Set(headers[i], headers[i+1])
	}
	r, err := kit.Do(rq)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What only operators may see was public behind a proxy on the same machine that sends no forwarding header.
func TestAProxyMakesNoPageOfOperatorsPublic(t *testing.T) {
	t.Parallel()
	s := Open(t, "VITRINE_ADMIN_ADDR="+testkit.FreeAddr(t))
	c := s.Tenant(t)
	c.SignUp(t, "ada@example.com")
	s.Mail(t, "ada@example.com", "")
	proxy := nginx(t, s.Address)
	for _, base := range []string{"http://" + proxy, "http://" + s.Address} {
		for _, path := range []string{"/mail", "/mail.json", "/v1/mail", "/v1/mail.json",
			"/admin/why?tenant=" + c.Tenant + "&path=/v1/product", "/why?tenant=" + c.Tenant + "&path=/v1/product"} {
			r := fetch(t, base+path)
			refused := r.Status == http.StatusNotFound || r.Status == http.StatusBadRequest
			if !refused || strings.Contains(string(r.Body), "ada@example.com") {
				t.Errorf("%s%s: %d %s", base, path, r.Status, kit.Excerpt(r.Body))
			}
		}
	}
}

// adminAddress returns the address of the listener for operators, and its token.
func adminAddress(t *testing.T, s *Server) (base, token string) {
	t.Helper()
	for _, e := range s.Env {
		if at, ok := strings.CutPrefix(e, "VITRINE_ADMIN_ADDR="); ok {
			base = "http://" + at
		}
	}
	text, err := os.ReadFile(filepath.Join(s.Dir, "secrets", "admin-token"))
	if err != nil {
		t.Fatal(err)
	}
	return base, strings.TrimSpace(string(text))
}

// The listener for operators needs the token from every client, whichever name or site it comes by.
func TestOperatorsNeedTheToken(t *testing.T) {
	t.Parallel()
	s := Open(t, "VITRINE_ADMIN_ADDR="+testkit.FreeAddr(t), "VITRINE_METRICS=admin")
	base, token := adminAddress(t, s)
	c := s.Tenant(t)
	c.SignUp(t, "ada@example.com")
	s.Mail(t, "ada@example.com", "")
	good := []string{"Authorization", "Bearer " + token}
	if r := fetch(t, base+"/mail.json", good...); r.Status != 200 || !strings.Contains(string(r.Body), "ada@example.com") {
		t.Fatalf("with the token: %d %s", r.Status, kit.Excerpt(r.Body))
	}
	for what, headers := range map[string][]string{
		"no token":             {},
		"an empty token":       {"Authorization", "Bearer "},
		"another token":        {"Authorization", "Bearer " + strings.Repeat("ab", 32)},
		"a part of the token":  {"Authorization", "Bearer " + token[:len(token)-1]},
		"a rebound name":       append([]string{"Host", "evil.example"}, good...),
		"a rebound name, port": append([]string{"Host", "evil.example:8079"}, good...),
		"another origin":       append([]string{"Origin", "https://evil.example"}, good...),
		"another site":         append([]string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"}, good...),
	} {
		for _, path := range []string{"/mail", "/mail.json", "/why", "/metrics", "/status", "/", "/nothing"} {
			r := fetch(t, base+path, headers...)
			if r.Status < 400 || r.Status > 499 || r.Status == 404 {
				t.Errorf("%s with %s: %d", path, what, r.Status)
			}
		}
	}
	for _, path := range []string{"/metrics", "/status"} {
		if r := fetch(t, "http://"+s.Address+path); r.Status != 404 {
			t.Errorf("%s at the public address: %d", path, r.Status)
		}
		if r := fetch(t, base+path, good...); r.Status != 200 {
			t.Errorf("%s for operators: %d", path, r.Status)
		}
	}
	for _, args := range [][]string{{"status"}, {"why", "/v1/product", "--tenant", c.Tenant}} {
		if out, err := s.Run(t, "", args...); err != nil {
			t.Errorf("vitrine %v: %v %s", args, err, out)
		}
	}
	if strings.Contains(s.Log(), token) {
		t.Error("the process printed the token")
	}
	if !strings.Contains(s.Log(), "secrets/admin-token") {
		t.Error("the process does not say where the token is")
	}
}

// An address that other machines can reach needs a token that the operator chose.
func TestNoPublicListenerWithoutAToken(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"serve", "gateway", "ingest", "writesvc"} {
		s := Prepare(t, "VITRINE_ADMIN_ADDR=0.0.0.0:0", "VITRINE_NATS_URL=nats://127.0.0.1:1")
		if out, err := s.Run(t, "", part); err == nil || !strings.Contains(out, "VITRINE_ADMIN_TOKEN") {
			t.Errorf("%s: %v %s", part, err, out)
		}
	}
}

// A header line that net/http would not send on is an error of the client, and no line of the log.
func TestAMalformedHeaderLineIs400(t *testing.T) {
	t.Parallel()
	s := Open(t, "VITRINE_LOG=warn")
	for _, line := range []string{"X-Odd: a\x01b", "X-Odd: \x7f", "X-Odd: a\x00b", "X Odd: a", "X(Odd): a", "\xff\xfe: a",
		"X-Odd\x01: a", ": a", "X-Odd"} {
		conn, err := net.Dial("tcp", s.Address)
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
		fmt.Fprintf(conn, "GET /v1/auth/me HTTP/1.1\r\nHost: %s\r\nx-service-client: demo\r\n%s\r\nConnection: close\r\n\r\n",
			s.Address, line)
		status, err := bufio.NewReader(conn).ReadString('\n')
		if err != nil || !strings.Contains(status, " 400 ") {
			t.Errorf("%q: %q %v", line, status, err)
		}
		_ = conn.Close()
	}
	if strings.Contains(s.Log(), `msg="request failed"`) {
		t.Errorf("the log has errors:\n%s", s.Log())
	}
}
