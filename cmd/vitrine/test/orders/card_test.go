package orders

import (
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/devpg"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
	"vitrine/writesvc"
)

var (
	digitRuns = regexp.MustCompile(`(?:^|[^0-9a-fA-F])([0-9]{13,19})(?:[^0-9a-fA-F]|$)`)
	cvcWords  = regexp.MustCompile(`(?i)(cvc|cv2|cvv)[^a-z0-9]{1,6}[0-9]{3,4}\b`)
)

// cardsIn finds possible card numbers in a text, 13 to 19 digits with a valid check digit, and secrets of cards by
// name.
func cardsIn(text string) (found []string) {
	for _, m := range digitRuns.FindAllStringSubmatch(text, -1) {
		sum := 0
		for i := range len(m[1]) {
			d := int(m[1][len(m[1])-1-i] - '0')
			if i%2 == 1 {
				if d *= 2; d > 9 {
					d -= 9
				}
			}
			sum += d
		}
		if sum%10 == 0 {
			found = append(found, m[1])
		}
	}
	return append(found, cvcWords.FindAllString(text, -1)...)
}

// cvc finds the security codes of this test as values of a row, a member or a parameter.
var cvc = regexp.MustCompile(`(?:^|[\s"',;{}=&])(987|9876)(?:[\s"',;{}&]|$)`)

// dumped returns a database as pg_dump writes it, without the data of some tables and of cluster_mark: for one cluster
// in ten, Postgres's own cluster number is a valid card number. It returns "" without a pg_dump of the server's
// version.
func dumped(t testing.TB, db *schematest.DB, but ...string) string {
	t.Helper()
	var server string
	if err := db.Pool.QueryRow(t.Context(), `SELECT (current_setting('server_version_num')::int / 10000)::text`).Scan(
		&server); err != nil {
		t.Fatal(err)
	}
	candidates := []string{"pg_dump"}
	if bin, err := devpg.Find(t.Context(), devpg.Config{}); err == nil {
		candidates = append(candidates, filepath.Join(bin.Dir, "pg_dump"))
	}
	for _, path := range candidates {
		if out, err := exec.Command(path, "--version").Output(); err != nil ||
			!strings.Contains(string(out), " "+server+".") {
			continue
		}
		args := []string{"--dbname=" + db.URL}
		for _, table := range append(but, "cluster_mark") {
			args = append(args, "--exclude-table-data="+table)
		}
		out, err := exec.CommandContext(t.Context(), path, args...).Output()
		if err != nil {
			t.Fatalf("pg_dump: %v", err)
		}
		return string(out)
	}
	t.Logf("there is no pg_dump %s: the tables are searched row by row alone. Install Postgres's client programs", server)
	return ""
}

func TestNoCardNumberIsKeptAnywhere(t *testing.T) {
	t.Parallel()
	var log testkit.Buffer
	db := schematest.Open(t)
	s := &ordersApp{Accounts: &kit.Accounts{Mailbox: kit.NewMailbox()}}
	if _, err := db.Pool.Exec(t.Context(),
		`INSERT INTO tenant (id, name, currency) VALUES ('shop', 'Shop', 'TRY')`); err != nil {
		t.Fatal(err)
	}
	s.product = makeMug(t, db, 100_000)
	dir := kit.TempDir(t)
	s.App = kit.Open(t, func(c *boot.Config) {
		c.DatabaseURL, c.Demo, c.Ingest, c.Write, c.Now, c.DataDir = db.URL, false, true, true, nil, dir
		c.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		c.AdjustWrite = func(w *writesvc.Config) {
			w.Auth.Hash, w.Auth.Now, w.Payment.Every = kit.CheapHash, s.Now,
				time.Hour
		}
	})
	ada := s.SignUp(t, "ada@example.com")
	cards := []string{goodCard, "5526080000000006", "4766620000000001", "374427000000003", "4111111111111129",
		"4131111111111117", "4151111111111112", "9792030000000000", "5406670000000009"}
	for _, price := range []string{"19.90", "19.61", "19.65", "19.66", "19.67", "19.69"} {
		if _, err := s.Pool.Exec(t.Context(), `UPDATE product SET amount = $1::text::numeric`, price); err != nil {
			t.Fatal(err)
		}
		for _, number := range cards {
			basket := s.fill(t, ada, s.product, 1)
			body := card(basket, number)
			if number[:2] == "37" {
				body["cvc"] = "9876"
			}
			r := s.Post(t, "/payment/3ds", body, "Accept", "application/json", "Idempotency-Key", "k"+price+number)
			if r.Status != 200 {
				t.Fatalf("start: %d %s", r.Status, r.Body)
			}
			to, form := s.atBank(t, r.Text("data", "html"), "123456")
			if found := cardsIn(form.Encode() + to); found != nil {
				t.Errorf("the bank's answer has %q", found)
			}
			s.submit(t, to, form)
			s.Advance(10 * time.Minute)
			ada = kit.PersonOf(s.Post(t, "/auth/login", map[string]string{"email": ada.Email, "password": kit.Password}))
			s.reconcile(t)
			s.reconcile(t)
			if price != "19.90" {
				break // one card for each error of the bank
			}
		}
	}
	// Invalid requests.
	text := fmt.Sprintf(
		`{"basketId":"x","cardNumber":"%s","expireMonth":"12","expireYear":"2040","cvc":"987","cardHolderName":"Ada"}`,
		goodCard)
	for _, bad := range []string{text, text[:60], text + text, `[` + text + `]`,
		strings.Replace(text, "cardNumber", "cardnumber", 1), strings.Replace(text, `"Ada"`, `"`+goodCard+`"`, 1),
		`{"` + goodCard + `":1}`, `{"basketId":"` + goodCard + `"}`, strings.Repeat(text, 1000)} {
		for _, kind := range []string{"application/json", "text/plain", "multipart/form-data"} {
			s.Post(t, "/payment/3ds", bad, "Content-Type", kind)
		}
		s.Post(t, "/payment/3ds/complete", bad)
		s.Post(t, "/payment/installment", bad)
		s.Post(t, "/payment/3ds/callback?shop=shop&payment="+goodCard, bad, "Content-Type",
			"application/x-www-form-urlencoded")
	}
	s.Request(t, http.MethodGet, "/order/"+goodCard, ada.As()...)
	s.Request(t, http.MethodGet, "/event/tickets/"+goodCard, ada.As()...)
	s.Request(t, http.MethodGet, "/product/"+goodCard)
	s.Post(t, "/payment/installment", map[string]any{"amount": 10, "bin": goodCard})
	for _, head := range []string{"Bad Header : x", "X: \x00", "Content-Length: 5\r\nContent-Length: 6", " folded",
		"Transfer-Encoding: xchunked"} {
		raw(t, s.Address(), "POST /v1/payment/3ds HTTP/1.1\r\nHost: x\r\n"+head+
			"\r\nx-service-client: shop\r\nContent-Type: application/json\r\nContent-Length: "+fmt.Sprint(len(text))+"\r\n\r\n"+
			text)
		raw(t, strings.TrimPrefix(s.Write.URL(), "http://"),
			"POST /payment/3ds HTTP/1.1\r\nHost: x\r\n"+head+"\r\nContent-Length: "+fmt.Sprint(len(text))+"\r\n\r\n"+text)
	}

	// Everything that is kept: the log, the database as a dump and table by table, the metrics, the NATS streams, and
	// every file of the data folder.
	if found := append(cardsIn(log.String()), cvc.FindAllString(log.String(), -1)...); found != nil {
		t.Errorf("the log has %q", found)
	}
	if dump := dumped(t, db); dump != "" {
		if !strings.Contains(dump, "COPY public.payment ") || !strings.Contains(dump, "552879******0008") {
			t.Error("the dump has no payments")
		}
		if found := cardsIn(dump); found != nil {
			t.Errorf("the dump has %q", found)
		}
		// Transaction and change numbers may equal a security code.
		if found := cvc.FindAllString(dumped(t, db, "change_*", "tenant_seq"), -1); found != nil {
			t.Errorf("the dump has %q", found)
		}
	}
	if !strings.Contains(log.String(), "level=") {
		t.Error("there is no log")
	}
	rows, err := s.Pool.Query(t.Context(), `SELECT relname FROM pg_class WHERE relkind = 'r'
		AND relnamespace = 'public'::regnamespace AND relname <> 'cluster_mark' ORDER BY 1`) // see dumped
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		rows, err := s.Pool.Query(t.Context(), `SELECT x::text FROM `+pgx.Identifier{table}.Sanitize()+` x`)
		if err != nil {
			t.Fatal(err)
		}
		all, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		if found := cardsIn(strings.Join(all, "\n")); found != nil {
			t.Errorf("the table %s has %q", table, found)
		}
	}
	if found := cardsIn(metricsText(t, s.App)); found != nil {
		t.Errorf("the metrics have %q", found)
	}
	streams := 0
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		for _, number := range cards {
			if strings.Contains(string(text), number) {
				t.Errorf("%s has a card", filepath.Base(path))
			}
		}
		if strings.HasSuffix(path, ".blk") { // messages of a stream, as JetStream stores them
			streams += len(text)
			if found := cardsIn(string(text)); found != nil {
				t.Errorf("the stream in %s has %q", path[len(dir):], found)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := s.Count(t, `SELECT count(*) FROM payment WHERE card ~ '^[0-9]{6}[*]{6}[0-9]{4}$'`); n < len(cards) {
		t.Errorf("%d payments", n)
	}
	if streams == 0 {
		t.Error("there is no stream")
	}
	if cardsIn("pan="+goodCard+"&cv2=987") == nil || !cvc.MatchString("a\t987\tb") || !cvc.MatchString(`{"x":"987"}`) {
		t.Error("the search finds nothing")
	}
}

// metricsText returns the metrics without values that are fractions: one fraction of seconds in ten has a valid check
// digit.
func metricsText(t testing.TB, h *kit.App) string {
	t.Helper()
	return fraction.ReplaceAllString(string(h.Get(t, "", "/metrics").Body), "")
}

var fraction = regexp.MustCompile(`(?m) \d+\.\d+(e[-+]\d+)?$`)

// raw sends bytes, and reads the response.
func raw(t testing.TB, address, text string) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	if _, err := conn.Write([]byte(text)); err != nil {
		return // it is closed already, which counts as a response
	}
	_, _ = conn.Read(make([]byte, 4096))
}
