package attack

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
	"vitrine/writesvc/notify"
)

// otherBinary names the binary to attack in place of this commit's.
const otherBinary = "VITRINE_ATTACK_BINARY"

var (
	built = struct {
		sync.Once
		dir, path string
		err       error
	}{}
	shared struct {
		sync.Mutex
		server *Server
		closes []func()
	}
	tenants, clients atomic.Uint32 // how many were given out
)

func TestMain(m *testing.M) {
	testkit.Overlap()
	code := m.Run()
	for i := len(shared.closes) - 1; i >= 0; i-- {
		shared.closes[i]()
	}
	if built.dir != "" {
		_ = os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

// binary returns the path of the binary to attack. The first call builds it.
func binary(t testing.TB) string {
	t.Helper()
	built.Do(func() {
		if built.path = os.Getenv(otherBinary); built.path != "" {
			return
		}
		if built.dir, built.err = os.MkdirTemp("", "vitrine-attack-*"); built.err != nil {
			return
		}
		built.path = filepath.Join(built.dir, "vitrine")
		built.err = testkit.Build(built.path)
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return built.path
}

// Server is a running `vitrine serve`. It trusts X-Forwarded-For from loopback, and stores mail in its data folder.
type Server struct {
	Address string // host:port of the gateway
	Dir     string // data folder
	Pool    *pgxpool.Pool
	URL     string   // of the database
	Env     []string // settings; a change takes effect with Start

	cmd *exec.Cmd
	out *testkit.Buffer
}

// Shared returns a server with default settings for all tests. A test must not change more than its own tenants.
func Shared(t testing.TB) *Server {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil {
		shared.server = Open(lasting{t})
	}
	return shared.server
}

// lasting is a test whose cleanups run after all tests.
type lasting struct{ testing.TB }

func (lasting) Cleanup(f func())         { shared.closes = append(shared.closes, f) }
func (lasting) Context() context.Context { return context.Background() }

// Open starts a server over a database of its own. Each setting has the form NAME=value. The server is killed at the
// end of the test.
func Open(t testing.TB, settings ...string) *Server {
	t.Helper()
	s := Prepare(t, settings...)
	s.Start(t)
	return s
}

// Prepare is like Open without the start.
func Prepare(t testing.TB, settings ...string) *Server {
	t.Helper()
	db := schematest.Open(t)
	s := &Server{Pool: db.Pool, URL: db.URL, Dir: kit.TempDir(t), Address: testkit.FreeAddr(t)}
	if os.Getenv(otherBinary) == "" {
		s.exec(t, `INSERT INTO tenant (id, name, language, status) VALUES
			('demo', 'Demo', 'en', 'ACTIVE'), ('atelier', 'Atelier', 'en', 'ACTIVE')`) // no demo content is written
	} else {
		s.emptyDatabase(t)
	}
	s.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + s.Dir, "VITRINE_DATA_DIR=" + s.Dir,
		"VITRINE_ADDR=" + s.Address, "VITRINE_DATABASE_URL=" + s.URL, "VITRINE_LOG=info",
		"VITRINE_TRUSTED_PROXIES=127.0.0.1"}, settings...)
	t.Cleanup(s.Kill)
	return s
}

// emptyDatabase replaces the database by an empty one, because another binary has other migrations.
func (s *Server) emptyDatabase(t testing.TB) {
	t.Helper()
	u, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimPrefix(u.Path, "/") + "_empty"
	admin := s.Pool
	s.exec(t, "CREATE DATABASE "+name+" TEMPLATE template0")
	u.Path = "/" + name
	s.URL = u.String()
	if s.Pool, err = pgxpool.New(t.Context(), s.URL); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Kill()
		s.Pool.Close()
		if _, err := admin.Exec(context.Background(), "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)"); err != nil {
			t.Errorf("drop the database: %v", err)
		}
	})
}

var ready = regexp.MustCompile(`API +http://[0-9.]+:\d+/v1`)

// Start starts the process, and waits until it serves.
func (s *Server) Start(t testing.TB) {
	t.Helper()
	s.out = &testkit.Buffer{}
	s.cmd = exec.Command(binary(t), "serve") //nolint:gosec // the binary under test
	s.cmd.Dir, s.cmd.Env, s.cmd.Stdout, s.cmd.Stderr = s.Dir, s.Env, s.out, s.out
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func(cmd *exec.Cmd) { _ = cmd.Wait(); close(ended) }(s.cmd)
	for end := time.Now().Add(3 * time.Minute); !ready.MatchString(s.out.String()); time.Sleep(20 * time.Millisecond) {
		select {
		case <-ended:
			t.Fatalf("serve ended at start:\n%s", s.out)
		default:
		}
		if time.Now().After(end) {
			t.Fatalf("serve is not ready:\n%s", s.out)
		}
	}
}

// Kill sends SIGKILL. It may be called twice.
func (s *Server) Kill() {
	if s.cmd != nil && s.cmd.Process != nil {
		_ = s.cmd.Process.Kill()
	}
}

// Log returns what the process has printed.
func (s *Server) Log() string { return s.out.String() }

// Run runs another command of the binary with the server's settings. It returns what the command printed.
func (s *Server) Run(t testing.TB, stdin string, args ...string) (string, error) {
	t.Helper()
	return s.run(t, 2*time.Minute, stdin, args...)
}

func (s *Server) run(t testing.TB, limit time.Duration, stdin string, args ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary(t), args...) //nolint:gosec // the binary under test
	cmd.Dir, cmd.Env, cmd.Stdin = s.Dir, s.Env, strings.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// exec executes SQL.
func (s *Server) exec(t testing.TB, sql string, args ...any) {
	t.Helper()
	if _, err := s.Pool.Exec(t.Context(), sql, args...); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// Count returns the number that a query selects.
func (s *Server) Count(t testing.TB, sql string, args ...any) (n int) {
	t.Helper()
	if err := s.Pool.QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return n
}

// Client sends requests to a server for one tenant and from one address.
type Client struct {
	*Server
	Tenant, From string
	Headers      []string // name, value, ...
}

// Tenant makes a tenant that the write service and the gateway know, and returns a client of it with an address of its
// own.
func (s *Server) Tenant(t testing.TB) *Client {
	t.Helper()
	id := fmt.Sprintf("shop%d", tenants.Add(1))
	s.exec(t, `INSERT INTO tenant (id, name, language, status) VALUES ($1, 'Shop', 'en', 'ACTIVE')`, id)
	c := &Client{Server: s, Tenant: id, From: Address()}
	testkit.Until(t, "the tenant is known", func() bool {
		return c.Do(t, http.MethodGet, "/basket", nil).Status != http.StatusNotFound &&
			c.At(Address()).Do(t, http.MethodGet, "/dictionary", nil).Status == http.StatusOK
	})
	return c
}

// Address returns a client address that no other test uses, in a /16 of its own.
func Address() string {
	n := clients.Add(1)
	return fmt.Sprintf("%d.%d.7.9", 20+n/250, n%250)
}

// At returns a client of the same tenant at another address, such as that of a second person.
func (c *Client) At(address string, headers ...string) *Client {
	return &Client{Server: c.Server, Tenant: c.Tenant, From: address, Headers: headers}
}

// As returns the client with a bearer token.
func (c *Client) As(p kit.Person) *Client { return c.At(c.From, p.As()...) }

// Do sends a request to a path below /v1. A body that is neither nil nor []byte is encoded as JSON. No answer may be a
// 5xx other than 503.
func (c *Client) Do(t testing.TB, method, path string, body any, headers ...string) *kit.Answer {
	t.Helper()
	r, err := c.Try(t.Context(), method, path, body, headers...)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	if r.Status >= 500 && r.Status != http.StatusServiceUnavailable {
		t.Errorf("%s %s: %d %s", method, path, r.Status, r.Body)
	}
	return r
}

// Try is like Do, for goroutines other than the test's own. It judges nothing.
func (c *Client) Try(ctx context.Context, method, path string, body any, headers ...string) (*kit.Answer, error) {
	text, raw := body.([]byte)
	if !raw && body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	rq, err := http.NewRequestWithContext(ctx, method, "http://"+c.Address+"/v1"+path, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	rq.Header.Set("x-service-client", c.Tenant)
	rq.Header.Set("X-Forwarded-For", c.From)
	if body != nil {
		rq.Header.Set("Content-Type", "application/json")
	}
	all := append(append([]string{}, c.Headers...), headers...)
	for i := 0; i+1 < len(all); i += 2 {
		rq.Header.Set(all[i], all[i+1])
	}
	r, err := kit.Do(rq)
	if err != nil {
		return nil, err
	}
	r.JSON = kit.Decode(r.Body)
	return r, nil
}

// Post sends a body, and expects a status.
func (c *Client) Post(t testing.TB, path string, body any, want int, headers ...string) *kit.Answer {
	t.Helper()
	r := c.Do(t, http.MethodPost, path, body, headers...)
	if r.Status != want {
		t.Fatalf("POST %s: %d %s; want %d", path, r.Status, r.Body, want)
	}
	return r
}

// SignUp creates an account. Changes are those of kit.SignUp.
func (c *Client) SignUp(t testing.TB, email string, changes ...any) kit.Person {
	t.Helper()
	return kit.PersonOf(c.Post(t, "/auth/signup", kit.SignUp(email, changes...), http.StatusCreated))
}

// SignIn signs a customer in by a password.
func (c *Client) SignIn(t testing.TB, email, password string) kit.Person {
	t.Helper()
	return kit.PersonOf(c.Post(t, "/auth/login", login(email, password), http.StatusOK))
}

// Mail waits for a message to an address or number whose text contains a word, and returns the newest.
func (s *Server) Mail(t testing.TB, to, word string) notify.Message {
	t.Helper()
	var found notify.Message
	testkit.Until(t, "a message to "+to, func() bool {
		for _, m := range s.Mails(t, to) {
			if strings.Contains(m.Subject+m.Text, word) {
				found = m
				return true
			}
		}
		time.Sleep(20 * time.Millisecond)
		return false
	})
	return found
}

// Mails returns the stored messages to an address or number, newest first.
func (s *Server) Mails(t testing.TB, to string) (all []notify.Message) {
	t.Helper()
	catcher, err := notify.NewMailCatcher(filepath.Join(s.Dir, "mail"), testkit.NoLog)
	if err != nil {
		t.Fatal(err)
	}
	caught, err := catcher.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range caught {
		if m.To == to {
			all = append(all, m.Message)
		}
	}
	return all
}
