package ticket

import (
	"crypto/ed25519"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

const (
	sampleKey    = "0123456789abcdef01234567"
	sampleTicket = "89abcdef0123456701234567"
	sampleEvent  = "fedcba987654321001234567"
)

func sample(t testing.TB) (code string, public ed25519.PublicKey) {
	t.Helper()
	key := ed25519.NewKeyFromSeed([]byte(strings.Repeat("s", ed25519.SeedSize)))
	now := time.Unix(1_700_000_000, 0)
	code, err := text(key, sampleKey, claims{ID: sampleTicket, Ev: sampleEvent}, now, now.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	return code, key.Public().(ed25519.PublicKey)
}

func TestATicketHasOneForm(t *testing.T) {
	t.Parallel()
	code, public := sample(t)
	got, err := open(code)
	if err != nil || got.ID != sampleTicket || got.Exp != 1_700_003_600 || !ed25519.Verify(public, got.signed, got.sig) {
		t.Fatalf("%+v, %v", got, err)
	}
	parts := strings.Split(code, ".")
	last := code[len(code)-1]
	const base64url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	spare := code[:len(code)-1] + string(base64url[strings.IndexByte(base64url, last)|1])
	repeat := func(from, to string) string {
		return "T1." + b64.EncodeToString([]byte(strings.Replace(payloadOf(t, parts[1]), from, to, 1))) + "." + parts[2]
	}
	for what, other := range map[string]string{
		"nothing": "", "a line break": code + "\n", "a carriage return": code + "\r", "a space": code + " ",
		"a line break before": "\n" + code, "a line break inside": code[:40] + "\n" + code[40:],
		"a line break in the signature": code[:len(code)-5] + "\n" + code[len(code)-5:],
		"a fourth part":                 code + ".", "padding": code + "=", "padding twice": code + "==",
		"a character": code + "A", "four characters": code + "AAAA", "a NUL": code + "\x00",
		"spare bits": spare, "a short signature": code[:len(code)-1],
		"a fragment": code + "#x", "a query": code + "?x",
		"another version": "R1" + code[2:], "a small letter": "t1" + code[2:],
		"standard base64": strings.Replace(code, "T1.", "T1.+", 1), "no payload": "T1.." + parts[2],
		"spaces in the payload":   repeat(`{"v":1,`, `{"v":1, `),
		"another member":          repeat(`{"v":1,`, `{"v":1,"w":1,`),
		"a member twice":          repeat(`{"v":1,`, `{"v":1,"v":1,`),
		"a member in capitals":    repeat(`"tid"`, `"TID"`),
		"a number with a point":   repeat(`"iat":1700000000`, `"iat":1700000000.0`),
		"another version inside":  repeat(`"v":1`, `"v":2`),
		"a time before 1970":      repeat(`"exp":1`, `"exp":-1`),
		"bytes after the payload": repeat(`}`, `}{}`),
		"a key of another form":   repeat(sampleKey, "0123"),
		"too long":                code + strings.Repeat("A", maxText),
	} {
		if got, err := open(other); err == nil {
			t.Errorf("%s: %q is read as %+v", what, other, got.claims)
		}
	}
}

func payloadOf(t testing.TB, part string) string {
	t.Helper()
	payload, err := b64.DecodeString(part)
	if err != nil {
		t.Fatal(err)
	}
	return string(payload)
}

// No text other than the ticket itself passes, and a text that is read has the one form that text writes.
func FuzzTicketText(f *testing.F) {
	code, public := sample(f)
	for _, seed := range []string{code, "", "T1..", "T1.e30." + code[len(code)-86:], code + "\n",
		code[:30] + "\r\n" + code[30:], code + "A", "R1" + code[2:], strings.Repeat("A", 2000)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		got, err := open(given)
		if err != nil {
			return
		}
		payload, err := json.Marshal(got.claims)
		if err != nil || given != ticketText+"."+b64.EncodeToString(payload)+"."+b64.EncodeToString(got.sig) {
			t.Errorf("%q is another form of a ticket", given)
		}
		if ed25519.Verify(public, got.signed, got.sig) && given != code {
			t.Errorf("%q is taken for %q", given, code)
		}
	})
}

func FuzzCheckIn(f *testing.F) {
	code, _ := sample(f)
	for _, seed := range []string{
		`{"code":"` + code + `","nonce":"nonce-0001"}`, `{"code":"` + code + `","nonce":"short"}`, `{}`, ``, `[]`, `null`,
		`{"code":"` + code + `\n","nonce":"nonce-0001"}`, `{"code":null,"nonce":"nonce-0001"}`,
		`{"code":"x","nonce":"nonce-0001","nonce":"nonce-0002"}`, `{"code":"` + code + `","nonce":"nonce-0001"}{}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		in, got, err := parseScan(body)
		if err != nil {
			return
		}
		if len(in.Nonce) < 8 || len(in.Nonce) > 64 || strings.ContainsRune(in.Nonce, 0) || got.ID == "" || in.Code == "" {
			t.Errorf("%q is read as %+v, %+v", body, in, got.claims)
		}
	})
}

func FuzzRevokedCursor(f *testing.F) {
	at := time.Unix(1_700_000_000, 0)
	for _, seed := range []string{"", "0-0-", cursor{at, at, sampleTicket}.String(),
		cursor{started: at, after: at}.String(), "-1-0-", "1-2-3", "99999999999999999999-0-", "01-0-",
		"253402300799999999-253402300799999999-"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		if c, err := parseCursor(given); err == nil && given != "" && c.String() != given {
			t.Errorf("%q is read as %q", given, c)
		}
	})
}

func TestAnEventThatMovedDecidesWhenItsTicketsExpire(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_700_000_000, 0)
	f := func(what string, exp int64, ends *time.Time, want bool) {
		t.Helper()
		if got := (claims{Exp: exp}).over(ends, now); got != want {
			t.Errorf("%s: over is %v, want %v", what, got, want)
		}
	}
	before, after := now.Add(-time.Second), now.Add(time.Second)
	f("before the end", after.Unix(), &after, false)
	f("at the end", now.Unix(), &now, true)
	f("postponed", before.Unix(), &after, false)
	f("brought forward", after.Unix(), &before, true)
	f("deleted, before the end", after.Unix(), nil, false)
	f("deleted, after the end", before.Unix(), nil, true)
	f("deleted, at the end", now.Unix(), nil, true)
	f("deleted, without an end", 0, nil, false)
}
