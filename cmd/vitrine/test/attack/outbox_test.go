package attack

import (
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"vitrine/internal/testkit"
)

// A slowServer accepts emails by SMTP. Those to slow.example wait until the test ends.
type slowServer struct {
	address string
	end     chan struct{}

	mu      sync.Mutex
	waiting int
	got     []string // recipient, newline, text
}

func startSlowServer(t *testing.T) *slowServer {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &slowServer{address: ln.Addr().String(), end: make(chan struct{})}
	srv := smtp.NewServer(s)
	srv.Domain = "localhost"
	go func() { _ = srv.Serve(ln) }()
	t.Cleanup(func() {
		close(s.end)
		_ = srv.Close()
	})
	return s
}

func (s *slowServer) NewSession(*smtp.Conn) (smtp.Session, error) { return &slowSession{s: s}, nil }

// has reports whether an email to a recipient contains a word.
func (s *slowServer) has(to, word string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, text := range s.got {
		if strings.HasPrefix(text, to+"\n") && strings.Contains(text, word) {
			return true
		}
	}
	return false
}

type slowSession struct {
	s  *slowServer
	to string
}

func (*slowSession) Reset()                               {}
func (*slowSession) Logout() error                        { return nil }
func (*slowSession) Mail(string, *smtp.MailOptions) error { return nil }

func (l *slowSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	l.to = to
	if strings.HasSuffix(to, "@slow.example") {
		l.s.mu.Lock()
		l.s.waiting++
		l.s.mu.Unlock()
		<-l.s.end
	}
	return nil
}

func (l *slowSession) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	l.s.got = append(l.s.got, l.to+"\n"+string(text))
	return err
}

// The emails of one shop, for which a mail server takes a long time, delay neither the reset links of that shop, nor
// those of others, nor text messages.
func TestSlowEmailsOfOneShopDelayNoOtherMessage(t *testing.T) {
	t.Parallel()
	server := startSlowServer(t)
	s := Open(t, "VITRINE_SMTP_URL=smtp://"+server.address+"?tls=never")
	big, small := s.Tenant(t), s.Tenant(t)
	bob, ada := big.SignUp(t, "bob@example.com"), small.SignUp(t, "ada@example.com")
	eve := big.SignUp(t, "eve@slow.example")
	s.exec(t, `INSERT INTO outbox (tenant_id, kind, data)
SELECT $1, 'session-ended', jsonb_build_object('account', $2::text) FROM generate_series(1, 40)`, big.Tenant, eve.Id)
	testkit.Until(t, "four emails wait for the server", func() bool {
		time.Sleep(20 * time.Millisecond)
		server.mu.Lock()
		defer server.mu.Unlock()
		return server.waiting >= 4
	})
	small.Post(t, "/auth/forgot-password", map[string]string{"email": ada.Email}, 200)
	big.Post(t, "/auth/forgot-password", map[string]string{"email": bob.Email}, 200)
	small.As(ada).Post(t, "/auth/send-phone-verification", nil, 200)
	const patience = 8 * time.Second
	missing := func() (what []string) {
		for name, came := range map[string]bool{
			"the reset link of the other shop": server.has(ada.Email, "set a new password"),
			"the reset link of the same shop":  server.has(bob.Email, "set a new password"),
			"the text message":                 len(s.Mails(t, "+905321234567")) > 0,
		} {
			if !came {
				what = append(what, name)
			}
		}
		return what
	}
	for end := time.Now().Add(patience); len(missing()) > 0 && time.Now().Before(end); {
		time.Sleep(20 * time.Millisecond)
	}
	if what := missing(); len(what) > 0 {
		t.Errorf("not sent within %s, while the emails of one shop wait: %s", patience, strings.Join(what, ", "))
	}
}
