package orders

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/writesvc"
)

// A pushService accepts messages over TLS. It keeps what is posted to each of its endpoints, and answers as the
// endpoint's name says.
type pushService struct {
	*httptest.Server
	mu  sync.Mutex
	got map[string][]pushed
	sig chan struct{}
}

type pushed struct {
	head http.Header
	body []byte
}

func (p *pushService) ServeHTTP(w http.ResponseWriter, rq *http.Request) {
	body, _ := io.ReadAll(rq.Body)
	p.mu.Lock()
	defer p.mu.Unlock()
	path := rq.URL.Path
	p.got[path] = append(p.got[path], pushed{rq.Header, body})
	status := 201
	switch name := strings.Trim(path, "/"); {
	case name == "tired" && len(p.got[path]) == 1:
		status = 503
	case name == "elsewhere":
		w.Header().Set("Location", "/moved")
		status = 307
	default:
		if n, err := strconv.Atoi(name); err == nil {
			status = n
		}
	}
	w.WriteHeader(status)
	select {
	case p.sig <- struct{}{}:
	default:
	}
}

func (p *pushService) at(path string) []pushed {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]pushed(nil), p.got[path]...)
}

// A browser has the keys of one subscription.
type browser struct {
	key  *ecdh.PrivateKey
	auth []byte
}

func newBrowser(t testing.TB) browser {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	auth := make([]byte, 16)
	if _, err := rand.Read(auth); err != nil {
		t.Fatal(err)
	}
	return browser{key, auth}
}

func (b browser) subscription(endpoint string) map[string]any {
	return map[string]any{"endpoint": endpoint, "expirationTime": nil, "keys": map[string]any{
		"p256dh": base64.RawURLEncoding.EncodeToString(b.key.PublicKey().Bytes()),
		"auth":   base64.RawURLEncoding.EncodeToString(b.auth)}}
}

// open decrypts a message as a browser does: RFC 8291 over RFC 8188.
func (b browser) open(body []byte) ([]byte, error) {
	if len(body) < 86 {
		return nil, errors.New("too short")
	}
	salt, size, sender := body[:16], binary.BigEndian.Uint32(body[16:20]), body[21:86]
	if body[20] != 65 || int(size) < len(body)-86 {
		return nil, errors.New("no header of one record")
	}
	theirs, err := ecdh.P256().NewPublicKey(sender)
	if err != nil {
		return nil, err
	}
	shared, err := b.key.ECDH(theirs)
	if err != nil {
		return nil, err
	}
	ikm, err := hkdf.Key(sha256.New, shared, b.auth, "WebPush: info\x00"+string(b.key.PublicKey().Bytes())+string(sender),
		32)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	text, err := gcm.Open(nil, nonce, body[86:], nil)
	if err != nil {
		return nil, err
	}
	i := len(text) - 1
	for i >= 0 && text[i] == 0 {
		i--
	}
	if i < 0 || text[i] != 2 {
		return nil, errors.New("no last record")
	}
	return text[:i], nil
}

func openPushSeller(t testing.TB) (*ordersApp, *pushService) {
	t.Helper()
	p := &pushService{got: map[string][]pushed{}, sig: make(chan struct{}, 1)}
	p.Server = httptest.NewTLSServer(p)
	t.Cleanup(p.Close)
	s := openOrders(t, func(w *writesvc.Config) {
		w.Notify.Push.Hosts, w.Notify.Push.Transport, w.Notify.Push.Subject = []string{strings.TrimPrefix(p.URL, "https://")},
			p.Client().Transport, "mailto:push@shop.example"
		w.Notify.Poll = 20 * time.Millisecond
	})
	return s, p
}

func TestAClosedBrowserReceivesPushMessages(t *testing.T) {
	t.Parallel()
	s, service := openPushSeller(t)
	ada, eve := s.SignUp(t, "ada@example.com"), s.SignUp(t, "eve@example.com")
	public := s.Request(t, http.MethodGet, "/notification/push/key").Want(t, "the key", 200, "").Text("data", "publicKey")
	b := newBrowser(t)
	s.Post(t, "/notification/push/subscriptions", b.subscription(service.URL+"/ada")).Want(t, "no session", 401,
		"UNAUTHENTICATED")
	one := s.Post(t, "/notification/push/subscriptions", b.subscription(service.URL+"/ada"), ada.As()...).Want(t,
		"subscribe", 201, "")
	two := s.Post(t, "/notification/push/subscriptions", b.subscription(service.URL+"/ada"), ada.As()...).Want(t,
		"subscribe again", 201, "")
	if one.Text("data", "id") != two.Text("data", "id") {
		t.Errorf("one browser, two subscriptions: %s, %s", one.Body, two.Body)
	}
	for _, way := range []string{"/410", "/404", "/tired", "/400", "/elsewhere"} {
		s.Post(t, "/notification/push/subscriptions", newBrowser(t).subscription(service.URL+way), ada.As()...).Want(t, way,
			201, "")
	}
	s.buy(t, s.fill(t, ada, s.product, 1), goodCard)
	s.WaitOutbox(t)
	got := service.at("/ada")
	if len(got) != 1 {
		t.Fatalf("%d messages", len(got))
	}
	text, err := b.open(got[0].body)
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]string
	if err := json.Unmarshal(text, &m); err != nil || m["type"] != "order-paid" || m["title"] == "" ||
		!strings.HasPrefix(m["link"], "/order/") {
		t.Errorf("%s, %v", text, err)
	}
	if id := s.Request(t, http.MethodGet, "/notification", ada.As()...).Text("data", 0, "id"); m["id"] != id ||
		got[0].head.Get("Topic") != id {
		t.Errorf("message about %s with id %s, topic %s", m["id"], id, got[0].head.Get("Topic"))
	}
	if strings.Contains(string(got[0].body), "order-paid") || got[0].head.Get("TTL") != "86400" ||
		got[0].head.Get("Content-Encoding") != "aes128gcm" {
		t.Errorf("%v", got[0].head)
	}
	// A token, signed by the server's key for this push service alone, identifies the server.
	credentials := strings.TrimPrefix(got[0].head.Get("Authorization"), "vapid t=")
	token, key, _ := strings.Cut(credentials, ", k=")
	point, err := base64.RawURLEncoding.DecodeString(key)
	if err != nil || key != public {
		t.Fatalf("the key %q, %v", key, err)
	}
	ours, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := jwt.Parse(token, func(*jwt.Token) (any, error) { return ours, nil },
		jwt.WithValidMethods([]string{"ES256"}), jwt.WithExpirationRequired(), jwt.WithAudience(service.URL))
	if err != nil {
		t.Fatalf("the token: %v", err)
	}
	if subject, err := parsed.Claims.GetSubject(); err != nil || subject != "mailto:push@shop.example" {
		t.Errorf("subject %q, %v", subject, err)
	}
	// A gone subscription is deleted, a busy push service is retried, and redirects are not followed.
	for way, want := range map[string]int{"/410": 0, "/404": 0, "/tired": 1, "/400": 1, "/elsewhere": 1, "/ada": 1} {
		if n := s.Count(t, `SELECT count(*) FROM push_subscription WHERE endpoint = $1`, service.URL+way); n != want {
			t.Errorf("%s: %d subscriptions, want %d", way, n, want)
		}
	}
	if a, b := len(service.at("/tired")), len(service.at("/moved")); a != 2 || b != 0 {
		t.Errorf("busy: %d requests; redirected: %d", a, b)
	}

	// A person cannot end another's subscription. One's own ends on request, or with the session.
	s.Request(t, http.MethodDelete, "/notification/push/subscriptions/"+one.Text("data", "id"), eve.As()...).Want(t,
		"another's", 404, "NOT_FOUND")
	s.Request(t, http.MethodDelete, "/notification/push/subscriptions/"+one.Text("data", "id"), ada.As()...).Want(t,
		"one's own", 200, "")
	s.Post(t, "/notification/push/subscriptions", b.subscription(service.URL+"/eve"), eve.As()...).Want(t, "eve", 201, "")
	s.Post(t, "/auth/logout", map[string]string{"refreshToken": eve.Refresh}).Want(t, "log out", 200, "")
	back := kit.PersonOf(s.Post(t, "/auth/login", map[string]string{"email": eve.Email, "password": kit.Password}))
	s.buy(t, s.fill(t, back, s.product, 1), goodCard)
	s.buy(t, s.fill(t, ada, s.product, 1), goodCard)
	s.WaitOutbox(t)
	if n, m := len(service.at("/eve")), len(service.at("/ada")); n != 0 || m != 1 {
		t.Errorf("after the session: %d messages; after the end: %d", n, m-1)
	}
	if n := s.Count(t, `SELECT count(*) FROM push_subscription WHERE endpoint = $1`, service.URL+"/eve"); n != 0 {
		t.Error("a subscription outlives its session")
	}
}

// A session that has expired ends its push subscription, as one that was ended does.
func TestAnExpiredSessionReceivesNoPushMessages(t *testing.T) {
	t.Parallel()
	s, service := openPushSeller(t)
	old := s.SignUp(t, "ada@example.com")
	s.Post(t, "/notification/push/subscriptions", newBrowser(t).subscription(service.URL+"/old"), old.As()...).Want(t,
		"subscribe", 201, "")
	s.Advance(31 * 24 * time.Hour) // longer than the life of a refresh token
	now := kit.PersonOf(s.Post(t, "/auth/login", map[string]string{"email": old.Email, "password": kit.Password}))
	s.Post(t, "/notification/push/subscriptions", newBrowser(t).subscription(service.URL+"/now"), now.As()...).Want(t,
		"subscribe", 201, "")
	s.buy(t, s.fill(t, now, s.product, 1), goodCard)
	s.WaitOutbox(t)
	if o, n := len(service.at("/old")), len(service.at("/now")); o != 0 || n != 1 {
		t.Errorf("%d messages to the expired session and %d to the live one, want 0 and 1", o, n)
	}
	if n := s.Count(t, `SELECT count(*) FROM push_subscription WHERE endpoint = $1`, service.URL+"/old"); n != 0 {
		t.Error("the subscription outlives its session")
	}
}

func TestPushMessagesGoToKnownPushServicesOnly(t *testing.T) {
	t.Parallel()
	s := openOrders(t)
	ada := s.SignUp(t, "ada@example.com")
	b := newBrowser(t)
	for _, bad := range []string{"http://169.254.169.254/latest", "https://169.254.169.254/latest", "http://localhost/x",
		"https://localhost/x", "https://127.0.0.1:8080/x", "https://evil.example/x",
		"https://fcm.googleapis.com@evil.example/", "https://fcm.googleapis.com:80/x", "gopher://fcm.googleapis.com/",
		"file:///etc/passwd", ""} {
		s.Post(t, "/notification/push/subscriptions", b.subscription(bad), ada.As()...).Want(t, bad, 400, "INVALID_PARAMETER")
	}
	good := "https://fcm.googleapis.com/fcm/send/x"
	for what, keys := range map[string]map[string]any{
		"no keys": {}, "a short secret": {"p256dh": b.subscription("")["keys"].(map[string]any)["p256dh"], "auth": "AAAA"},
		"no point": {"p256dh": base64.RawURLEncoding.EncodeToString(make([]byte, 65)),
			"auth": base64.RawURLEncoding.EncodeToString(b.auth)},
		"no text": {"p256dh": "!!", "auth": "!!"},
	} {
		s.Post(t, "/notification/push/subscriptions", map[string]any{"endpoint": good, "keys": keys}, ada.As()...).Want(t,
			what, 400, "INVALID_PARAMETER")
	}
	s.Post(t, "/notification/push/subscriptions", map[string]any{"endpoint": good, "keys": b.subscription("")["keys"],
		"accountId": "x"}, ada.As()...).Want(t, "a word too many", 400, "INVALID_PARAMETER")
	for i := range 14 {
		s.Post(t, "/notification/push/subscriptions", b.subscription(good+strconv.Itoa(i)), ada.As()...).Want(t,
			"one of many", 201, "")
	}
	if n := s.Count(t, `SELECT count(*) FROM push_subscription`); n != 10 {
		t.Errorf("%d subscriptions", n)
	}
}
