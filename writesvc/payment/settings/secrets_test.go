package settings

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"vitrine/writesvc/payment/pos"
)

// empties are the ways in which a secret can be empty: its name, and what stands in settings.
func empties(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{"nothing": "", "space": " ", "no variable": "env:", "no path": "file:",
		"an empty variable": "env:EMPTY", "a blank variable": "env:BLANK", "a missing variable": "env:MISSING",
		"a missing file": "file:/nowhere/secret", "a folder": "file:/"}
	for name, content := range map[string]string{"an empty file": "", "a line": "\n", "blanks": " \t\r\n",
		"a mark": "\uFEFF\n", "NUL": "\x00"} {
		path := filepath.Join(t.TempDir(), "secret")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		all[name] = "file:" + path
	}
	return all
}

func lookup(name string) string {
	return map[string]string{"EMPTY": "", "BLANK": " \n", "GOOD": "a secret"}[name]
}

// account returns settings of a bank in which every string is filled in, the secrets by a name.
func account(t *testing.T, bank pos.Provider, secret string) json.RawMessage {
	t.Helper()
	into := reflect.ValueOf(bank.Config())
	for i := range into.Elem().NumField() {
		f := into.Elem().Field(i)
		switch {
		case f.Type() == reflect.TypeFor[pos.Secret]():
			f.SetString(secret)
		case f.Kind() == reflect.String && strings.Contains(strings.ToLower(into.Elem().Type().Field(i).Name), "url"):
			f.SetString("https://bank.example")
		case f.Kind() == reflect.String:
			f.SetString("x")
		}
	}
	text, err := json.Marshal(into.Interface())
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Every secret of every bank, found by its type. A bank that is added is tested with the others.
func TestNoBankAcceptsAnEmptySecret(t *testing.T) {
	t.Parallel()
	s := NewReader(Config{Secret: make([]byte, 32), Production: true, Lookup: lookup}, nil)
	for _, bank := range Banks {
		if bank.Config == nil {
			if !bank.Development {
				t.Errorf("%s has settings that are not described", bank.Name)
			}
			continue
		}
		good := account(t, bank, "env:GOOD")
		into := bank.Config()
		if err := json.Unmarshal(good, into); err != nil {
			t.Fatal(err)
		}
		secrets := pos.SecretsOf(into)
		if len(secrets) == 0 {
			t.Errorf("%s has no secrets: a member of settings that is one must have the type pos.Secret", bank.Name)
		}
		c := Settings{Accounts: map[string]json.RawMessage{bank.Name: good}}
		if _, err := s.Gateway("shop", bank.Name, c); err != nil {
			t.Fatalf("%s: %v", bank.Name, err)
		}
		for at := range secrets {
			for what, named := range empties(t) {
				all := map[string]any{}
				if err := json.Unmarshal(good, &all); err != nil {
					t.Fatal(err)
				}
				all[member(reflect.TypeOf(into).Elem(), strings.TrimPrefix(at, "."))] = named
				bad, err := json.Marshal(all)
				if err != nil {
					t.Fatal(err)
				}
				c := Settings{Provider: bank.Name, Accounts: map[string]json.RawMessage{bank.Name: bad}}
				if gw, err := s.Gateway("shop", bank.Name, c); err == nil {
					t.Errorf("%s%s: %s: opened %T", bank.Name, at, what, gw)
				}
				refusedWhenSet(t, c, bank.Name+at, what)
				if bank.Webhook == nil {
					continue
				}
				_, acc, err := s.Account("shop", bank.Name, c)
				if err != nil {
					t.Fatal(err)
				}
				if n, err := bank.Webhook(acc, nil, []byte(`{}`)); err == nil {
					t.Errorf("%s%s: %s: a webhook is accepted: %+v", bank.Name, at, what, n)
				}
			}
		}
	}
}

// member returns the JSON name of a field.
func member(of reflect.Type, field string) string {
	f, _ := of.FieldByName(field)
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}

// refusedWhenSet checks that settings with an empty secret are refused when they are stored, unless only the machine of
// the write service can tell.
func refusedWhenSet(t *testing.T, c Settings, secret, what string) {
	t.Helper()
	if strings.Contains(what, "missing") || what == "a folder" || what == "an empty variable" {
		return
	}
	if c.Validate() == nil && c.CheckSecrets(lookup) == nil {
		t.Errorf("%s: %s: can be stored", secret, what)
	}
}

// Every secret of the other members of settings.
func TestNoOtherSecretOfSettingsIsEmpty(t *testing.T) {
	t.Parallel()
	s := NewReader(Config{Secret: make([]byte, 32), Production: true, Lookup: lookup}, nil)
	for what, named := range empties(t) {
		if got, err := s.Secret(pos.Secret(named)); err == nil || got != "" {
			t.Errorf("%s: read %q", what, string(got))
		}
		c := Settings{Transfer: &Transfer{IBAN: "x", Holder: "x", Secrets: []pos.Secret{"env:GOOD", pos.Secret(named)}}}
		refusedWhenSet(t, c, "webhookSecrets", what)
		if strings.HasPrefix(named, "env:") || strings.HasPrefix(named, "file:") {
			if nodes, err := s.Nodes(Chain{ID: 1, Nodes: []string{named}}); err == nil {
				t.Errorf("%s: nodes %v", what, nodes)
			}
		}
	}
	if _, err := s.Secret("literal"); err == nil {
		t.Error("a literal secret in production")
	}
	if got := fmt.Sprintf("%v %+v %#v %s", pos.Secret("word"), Transfer{Secrets: []pos.Secret{"word"}},
		pos.Secret("word"), pos.Secret("word")); strings.Contains(got, "word") {
		t.Errorf("printed: %s", got)
	}
}
