package env

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
)

// A Var is one variable: what it is called, what it means, and what it takes.
type Var struct {
	Name    string
	Default string // as it would be written; empty: none
	Help    string // one line
	Secret  bool   // its value is never printed
	address bool   // what its value says of a user and his password is never printed
	accepts string
	check   func(string) error
}

// String is a variable that takes any text.
func String(name, def, help string) Var {
	return Var{Name: name, Default: def, Help: help, accepts: "text", check: func(string) error { return nil }}
}

// Secret is a variable whose value is never printed.
func Secret(name, help string) Var {
	v := String(name, "", help)
	v.Secret = true
	return v
}

// Choice is a variable that takes one of a few words.
func Choice(name, def, help string, words ...string) Var {
	return Var{Name: name, Default: def, Help: help, accepts: "one of " + strings.Join(words, ", "), check: func(s string) error {
		for _, w := range words {
			if s == w {
				return nil
			}
		}
		return errWrong
	}}
}

// Bytes is a variable that takes a number of bytes of at least least.
func Bytes(name, def, help string, least int64) Var {
	accepts := "a number of bytes such as 268435456 or 256MB"
	if least > 0 {
		accepts += fmt.Sprintf(", at least %d", least)
	}
	return Var{Name: name, Default: def, Help: help, accepts: accepts, check: func(s string) error {
		n, err := parseBytes(s)
		if err == nil && n < least {
			return errWrong
		}
		return err
	}}
}

// Address is a variable that takes a host, which may be empty, and a port.
func Address(name, def, help string) Var {
	return Var{Name: name, Default: def, Help: help, accepts: "host:port such as 127.0.0.1:8080, or :8080 for every address of the machine", check: func(s string) error {
		host, port, err := net.SplitHostPort(s)
		if err != nil {
			return err
		}
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || strconv.FormatUint(n, 10) != port || strings.ContainsAny(host, " /") {
			return errWrong
		}
		return nil
	}}
}

// URL is a variable that takes a URL of one of a few schemes. A password in it is not printed.
func URL(name, help string, schemes ...string) Var {
	return Var{Name: name, Help: help, address: true, accepts: "a URL that begins with " + strings.Join(schemes, ":// or ") + "://", check: func(s string) error {
		u, err := url.Parse(s)
		if err == nil && (u.Host == "" || !slices.Contains(schemes, u.Scheme)) {
			return errWrong
		}
		return err
	}}
}

// Int is a variable that takes a whole number of at least least.
func Int(name, def, help string, least int) Var {
	return Var{Name: name, Default: def, Help: help, accepts: fmt.Sprintf("a whole number of at least %d", least), check: func(s string) error {
		n, err := strconv.Atoi(s)
		if err == nil && n < least {
			return errWrong
		}
		return err
	}}
}

// Bool is a variable that is true or false.
func Bool(name, def, help string) Var {
	return Var{Name: name, Default: def, Help: help, accepts: "true or false", check: func(s string) error {
		_, err := strconv.ParseBool(s)
		return err
	}}
}

var errWrong = errors.New("not accepted")

// An Error is a wrong value.
type Error struct{ Name, Value, Accepts string }

// Error names the variable, the value and what is accepted.
func (e *Error) Error() string { return fmt.Sprintf("%s=%q: want %s", e.Name, e.Value, e.Accepts) }

// A Reader reads variables and remembers what was wrong with them. It is for one goroutine.
type Reader struct {
	lookup func(string) (string, bool)
	names  []string         // of all variables there are, as far as that is known
	wrong  map[string]error // by name
}

// From reads by a function such as os.LookupEnv.
func From(lookup func(name string) (string, bool)) *Reader {
	return &Reader{lookup: lookup, wrong: map[string]error{}}
}

// OS reads the process's environment.
func OS() *Reader {
	r := From(os.LookupEnv)
	for _, pair := range os.Environ() {
		name, _, _ := strings.Cut(pair, "=")
		r.names = append(r.names, name)
	}
	return r
}

// Map reads a map, for tests.
func Map(m map[string]string) *Reader {
	r := From(func(name string) (string, bool) {
		v, ok := m[name]
		return v, ok
	})
	r.names = slices.Collect(maps.Keys(m))
	return r
}

// Unknown lists variables that look like Vitrine's and mean nothing to it: misspelt ones, most likely.
func (r *Reader) Unknown() []string {
	var unknown []string
	for _, name := range r.names {
		if !strings.HasPrefix(name, "VITRINE_") || slices.ContainsFunc(ours, func(prefix string) bool { return strings.HasPrefix(name, prefix) }) {
			continue
		}
		if !slices.ContainsFunc(All(), func(v Var) bool { return v.Name == name }) {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	return unknown
}

// ours are how the names of variables begin that the project's own tests and benches read.
var ours = []string{"VITRINE_TEST_", "VITRINE_PROVE", "VITRINE_SEED", "VITRINE_EDITS", "VITRINE_GOLDEN", "VITRINE_BENCH_"}

// Get is the variable's value as text: what is set, else the default. An empty value is as good as none.
func (r *Reader) Get(v Var) string {
	s, ok := r.lookup(v.Name)
	if !ok || s == "" {
		return v.Default
	}
	if err := v.check(s); err != nil {
		r.wrong[v.Name] = &Error{v.Name, v.masked(s), v.accepts}
		return v.Default
	}
	return s
}

// Wrong is what is wrong with the variable's value, nil if nothing is.
func (r *Reader) Wrong(v Var) error {
	r.Get(v)
	return r.wrong[v.Name]
}

// Set reports whether the variable has a value of its own.
func (r *Reader) Set(v Var) bool {
	s, ok := r.lookup(v.Name)
	return ok && s != ""
}

// Shown is the variable's value for people: of a secret no more than that it is set.
func (r *Reader) Shown(v Var) string {
	if v.Secret && r.Set(v) { // and be it wrong
		return "(set, not shown)"
	}
	return cmp.Or(v.masked(r.Get(v)), "(none)")
}

// masked is a value without what is secret in it: of a URL all before the host, even where it is not well formed.
func (v Var) masked(value string) string {
	if v.Secret && value != "" {
		return "…"
	}
	at := strings.LastIndexByte(value, '@')
	if !v.address || at < 0 {
		return value
	}
	scheme, _, found := strings.Cut(value[:at], "//")
	if found {
		scheme += "//"
	} else {
		scheme = ""
	}
	return scheme + "…" + value[at:]
}

// Int is the variable's value as a number.
func (r *Reader) Int(v Var) int {
	n, _ := strconv.Atoi(r.Get(v)) // Get has checked it
	return n
}

// Bytes is the variable's value as a number of bytes.
func (r *Reader) Bytes(v Var) int64 {
	n, _ := parseBytes(r.Get(v)) // Get has checked it
	return n
}

// Bool is the variable's value as true or false.
func (r *Reader) Bool(v Var) bool {
	b, _ := strconv.ParseBool(r.Get(v)) // Get has checked it
	return b
}

// Err is everything that is wrong with the variables that were read and with those that Vitrine knows, read or not: a
// mistyped VITRINE_ENV must not pass for the default until somebody looks. It is nil if nothing is.
func (r *Reader) Err() error {
	for _, v := range All() {
		r.Get(v)
	}
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(r.wrong)) {
		errs = append(errs, r.wrong[name])
	}
	return errors.Join(errs...)
}

// parseBytes reads 268435456, 256MB, 1GiB.
func parseBytes(s string) (int64, error) {
	unit := int64(1)
	u := strings.ToUpper(strings.TrimSpace(s))
	for _, suffix := range []struct {
		name string
		size int64
	}{{"KIB", 1 << 10}, {"MIB", 1 << 20}, {"GIB", 1 << 30}, {"KB", 1 << 10}, {"MB", 1 << 20}, {"GB", 1 << 30}, {"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {"B", 1}} {
		if rest, ok := strings.CutSuffix(u, suffix.name); ok {
			u, unit = strings.TrimSpace(rest), suffix.size
			break
		}
	}
	n, err := strconv.ParseInt(u, 10, 64)
	if err != nil || n < 0 || n > (1<<62)/unit {
		return 0, errWrong
	}
	return n * unit, nil
}
