package orders

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
)

// A stage stops a request to a bank at one point until its client is dead: "dial" before the bank receives it,
// "before" when the bank has read it, "after" when the bank has acted and not answered.
type stage struct {
	bank    http.Handler
	mu      sync.Mutex
	at      string // "auth after"
	reached chan struct{}
	dead    chan struct{}
}

func (s *stage) set(at string) (reached chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at, s.reached, s.dead = at, make(chan struct{}), make(chan struct{})
	return s.reached
}

// stop waits, once, if this is the point.
func (s *stage) stop(at string) bool {
	s.mu.Lock()
	if s.at != at {
		s.mu.Unlock()
		return false
	}
	s.at = ""
	reached, dead := s.reached, s.dead
	s.mu.Unlock()
	close(reached)
	<-dead
	return true
}

func (s *stage) buried() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.dead)
}

func (s *stage) ServeHTTP(w http.ResponseWriter, rq *http.Request) {
	body, err := io.ReadAll(rq.Body)
	if err != nil {
		return
	}
	op := ""
	switch {
	case strings.HasSuffix(rq.URL.Path, "3dsecure/auth"), strings.HasSuffix(rq.URL.Path, "ecom/detail"),
		bytes.Contains(body, []byte("<Type>Auth</Type>")):
		op = "auth"
	case strings.HasSuffix(rq.URL.Path, "/cancel"), bytes.Contains(body, []byte("<Type>Void</Type>")):
		op = "void"
	}
	if s.stop(op + " before") {
		panic(http.ErrAbortHandler)
	}
	rq.Body = io.NopCloser(bytes.NewReader(body))
	answer := httptest.NewRecorder()
	s.bank.ServeHTTP(answer, rq)
	if s.stop(op + " after") {
		panic(http.ErrAbortHandler)
	}
	maps.Copy(w.Header(), answer.Header())
	w.WriteHeader(answer.Code)
	_, _ = w.Write(answer.Body.Bytes())
}

// A doorman stops connections before their first byte.
type doorman struct {
	net.Listener
	*stage
}

func (d doorman) Accept() (net.Conn, error) {
	for {
		conn, err := d.Listener.Accept()
		if err != nil || !d.stop("dial") {
			return conn, err
		}
		_ = conn.Close()
	}
}

// openStage puts a bank on a stage, and returns its URL.
func openStage(t testing.TB, bank http.Handler) (*stage, string) {
	t.Helper()
	s := &stage{bank: bank}
	server := httptest.NewUnstartedServer(s)
	server.Listener = doorman{server.Listener, s}
	server.Config.SetKeepAlivesEnabled(false) // each request has its own connection
	server.Start()
	t.Cleanup(server.Close)
	return s, server.URL
}

// buildVitrine builds the program.
func buildVitrine(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "vitrine")
	if err := testkit.Build(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// A victim is a `vitrine serve` that the test kills.
type victim struct {
	t    testing.TB
	path string
	env  []string
	dir  string
	base string
	cmd  *exec.Cmd
	out  *testkit.Buffer
	db   *schematest.DB
}

func (v *victim) start() {
	v.t.Helper()
	v.out = &testkit.Buffer{}
	v.cmd = exec.Command(v.path, "serve")
	v.cmd.Dir, v.cmd.Env, v.cmd.Stdout, v.cmd.Stderr = v.dir, v.env, v.out, v.out
	if err := v.cmd.Start(); err != nil {
		v.t.Fatal(err)
	}
	v.until("serve is ready", func() bool { return servedAt.MatchString(v.out.String()) })
}

func (v *victim) until(what string, ok func() bool) {
	v.t.Helper()
	for end := time.Now().Add(3 * time.Minute); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			v.t.Fatalf("waited for: %s\n%s", what, v.out.String())
		}
	}
}

// kill sends SIGKILL.
func (v *victim) kill() {
	if v.cmd == nil {
		return
	}
	_ = v.cmd.Process.Kill()
	_ = v.cmd.Wait()
	v.cmd = nil
}

// ask sends a request. A dead server gives an error.
func (v *victim) ask(method, to, kind string, body []byte, headers ...string) (*kit.Answer, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	rq, err := http.NewRequestWithContext(ctx, method, to, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	rq.Header.Set("x-service-client", "shop")
	if body != nil {
		rq.Header.Set("Content-Type", kind)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		rq.Header.Set(headers[i], headers[i+1])
	}
	rs, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(rq)
	if err != nil {
		return nil, err
	}
	defer rs.Body.Close()
	text, err := io.ReadAll(rs.Body)
	return &kit.Answer{Status: rs.StatusCode, Header: rs.Header, Body: text, JSON: kit.Decode(text)}, err
}

func (v *victim) post(path string, body any, want int, headers ...string) *kit.Answer {
	v.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		v.t.Fatal(err)
	}
	r, err := v.ask(http.MethodPost, v.base+"/v1"+path, "application/json", text, headers...)
	if err != nil || r.Status != want {
		v.t.Fatalf("%s: %+v, %v; want %d", path, r, err, want)
	}
	return r
}

func (v *victim) form(to string, form url.Values) (*kit.Answer, error) {
	return v.ask(http.MethodPost, to, "application/x-www-form-urlencoded", []byte(form.Encode()))
}

func (v *victim) count(sql string, args ...any) (n int) {
	v.t.Helper()
	if err := v.db.Pool.QueryRow(v.t.Context(), sql, args...).Scan(&n); err != nil {
		v.t.Fatal(err)
	}
	return n
}

// settled waits until no payment is open. It moves due times in the tables, because the process has its own clock.
func (v *victim) settled() {
	v.t.Helper()
	v.until("everything is settled", func() bool {
		for _, sql := range []string{
			`UPDATE payment SET ask_at = now() - interval '1 second', claimed_at = now() - interval '10 minutes'
				WHERE status IN ('processing', 'unknown')`,
			`UPDATE refund SET due_at = now() - interval '1 second' WHERE status IN ('wanted', 'sent') AND due_at > now()`,
		} {
			if _, err := v.db.Pool.Exec(v.t.Context(), sql); err != nil {
				v.t.Fatal(err)
			}
		}
		return v.count(`SELECT (SELECT count(*) FROM payment WHERE status IN ('processing', 'unknown', 'refund_pending')
			OR refunding > 0) + (SELECT count(*) FROM refund WHERE status IN ('wanted', 'sent'))`) == 0
	})
}

// waiting waits until a session waits for a lock.
func (v *victim) waiting() {
	v.t.Helper()
	v.until("the process waits for a lock", func() bool {
		return v.count(
			`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`) > 0
	})
}

func openVictim(t testing.TB, path string, db *schematest.DB) *victim {
	t.Helper()
	// The same address after each restart: banks send customers back to it.
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := ln.Addr().String()
	if err := ln.Close(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	v := &victim{t: t, path: path, dir: dir, db: db, base: "http://" + addr,
		env: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "VITRINE_DATA_DIR=" + dir, "VITRINE_ADDR=" + addr,
			"VITRINE_DATABASE_URL=" + db.URL, "VITRINE_LOG=info"}}
	v.start()
	t.Cleanup(v.kill)
	return v
}
