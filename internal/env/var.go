package env

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"vitrine/internal/secret"
)

// A Var describes one variable.
type Var struct {
	Name    string
	Default string // as it would be written; empty for none
	Help    string // one line: a noun phrase without a full stop
	About   string // further sentences, for the manual
	Unset   string // the effect of no value, if Default is empty
	Used    string // the commands that read it, separated by commas
	Secret  bool   // the value is never printed

	credentials bool // a user name and password in the value are never printed
	accepts     string
	check       func(string) error
	kind        kind // the type of its value in a configuration file
	outside     bool // it is read from the environment only
}

// Key returns the variable's name in a configuration file: without VITRINE_, in lower case.
func (v Var) Key() string { return strings.ToLower(strings.TrimPrefix(v.Name, prefix)) }

const prefix = "VITRINE_"

// A kind is the type of a value in a configuration file.
type kind int

const (
	aText kind = iota
	aNumber
	aRatio
	aBoolean
	aSize // a number of bytes, or text such as 256MB
	aList // of texts, which the variable separates by commas
)

// String describes a variable that accepts any text.
func String(name, def, help string) Var {
	return Var{Name: name, Default: def, Help: help, accepts: "text", check: func(string) error { return nil }}
}

// Secret describes a variable whose value is never printed. A value without a visible character is refused.
func Secret(name, help string) Var {
	v := String(name, "", help)
	v.Secret, v.accepts = true, "a value that is not blank"
	v.check = func(s string) error {
		_, err := secret.Text(s)
		return err
	}
	return v
}

// Choice describes a variable that accepts one of a few words.
func Choice(name, def, help string, words ...string) Var {
	check := func(s string) error {
		if !slices.Contains(words, s) {
			return errWrong
		}
		return nil
	}
	return Var{Name: name, Default: def, Help: help, accepts: "one of " + strings.Join(words, ", "), check: check}
}

// Name describes a variable that accepts a short name.
func Name(name, help string) Var {
	return Var{Name: name, Help: help, accepts: "at most 32 letters, digits, - and _", check: func(s string) error {
		if !nameRE.MatchString(s) {
			return errWrong
		}
		return nil
	}}
}

var nameRE = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)

// Words describes a variable that accepts any of a few words, separated by commas.
func Words(name, help string, words ...string) Var {
	check := func(s string) error {
		for word := range strings.SplitSeq(s, ",") {
			if !slices.Contains(words, word) {
				return errWrong
			}
		}
		return nil
	}
	accepts := "any of " + strings.Join(words, ", ") + "; separated by commas"
	return Var{Name: name, Help: help, accepts: accepts, check: check, kind: aList}
}

// Bytes describes a variable that accepts a number of bytes, at least least.
func Bytes(name, def, help string, least int64) Var {
	accepts := "a number of bytes such as 268435456 or 256MB"
	if least > 0 {
		accepts += fmt.Sprintf(", at least %d", least)
	}
	return Var{Name: name, Default: def, Help: help, accepts: accepts, kind: aSize, check: func(s string) error {
		n, err := parseBytes(s)
		if err == nil && n < least {
			return errWrong
		}
		return err
	}}
}

// Address describes a variable that accepts a host, which may be empty, and a port.
func Address(name, def, help string) Var {
	const accepts = "host:port such as 127.0.0.1:8080, or :8080 for every address of the machine"
	return Var{Name: name, Default: def, Help: help, accepts: accepts, check: func(s string) error {
		host, port, err := net.SplitHostPort(s)
		if err != nil {
			return err
		}
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || strconv.FormatUint(n, 10) != port || strings.ContainsAny(host, " /") {
			return errWrong
		}
		return nil
	}}
}

// URL describes a variable that accepts a URL of one of a few schemes. Credentials in it are not printed.
func URL(name, help string, schemes ...string) Var {
	accepts := "a URL that begins with " + strings.Join(schemes, ":// or ") + "://"
	return Var{Name: name, Help: help, credentials: true, accepts: accepts, check: func(s string) error {
		u, err := url.Parse(s)
		if err == nil && (u.Host == "" || !slices.Contains(schemes, u.Scheme)) {
			return errWrong
		}
		return err
	}}
}

// Duration describes a variable that accepts a time from 0 to most.
func Duration(name, def, help string, most time.Duration) Var {
	accepts := "a time such as 15s or 1m, at most " + most.String()
	return Var{Name: name, Default: def, Help: help, accepts: accepts, check: func(s string) error {
		d, err := time.ParseDuration(s)
		if err == nil && (d < 0 || d > most) {
			return errWrong
		}
		return err
	}}
}

// Int describes a variable that accepts a whole number, at least least.
func Int(name, def, help string, least int) Var {
	accepts := fmt.Sprintf("a whole number, at least %d", least)
	return Var{Name: name, Default: def, Help: help, accepts: accepts, kind: aNumber, check: func(s string) error {
		n, err := strconv.Atoi(s)
		if err == nil && n < least {
			return errWrong
		}
		return err
	}}
}

// IntRange describes a variable that accepts a whole number from least to most.
func IntRange(name, def, help string, least, most int) Var {
	v := Int(name, def, help, least)
	v.accepts = fmt.Sprintf("a whole number from %d to %d", least, most)
	check := v.check
	v.check = func(s string) error {
		if n, err := strconv.Atoi(s); err == nil && n > most {
			return errWrong
		}
		return check(s)
	}
	return v
}

// Ratio describes a variable that accepts a number from 0 to 1.
func Ratio(name, def, help string) Var {
	check := func(s string) error {
		f, err := strconv.ParseFloat(s, 64)
		if err == nil && !(f >= 0 && f <= 1) {
			return errWrong
		}
		return err
	}
	return Var{Name: name, Default: def, Help: help, accepts: "a number from 0 to 1", kind: aRatio, check: check}
}

// Bool describes a variable that is true or false.
func Bool(name, def, help string) Var {
	check := func(s string) error {
		_, err := strconv.ParseBool(s)
		return err
	}
	return Var{Name: name, Default: def, Help: help, accepts: "true or false", kind: aBoolean, check: check}
}

var errWrong = errors.New("not accepted")

// with returns the variable with the commands that use it, and with further sentences for the manual.
func (v Var) with(used, about string) Var {
	v.Used, v.About = used, about
	return v
}

// unset returns the variable with the effect of no value.
func (v Var) unset(effect string) Var {
	v.Unset = effect
	return v
}

// list returns the variable as one whose value has several parts, separated by commas.
func (v Var) list() Var {
	v.kind = aList
	return v
}

// environmentOnly returns the variable as one that a configuration file and --setting cannot hold.
func (v Var) environmentOnly() Var {
	v.outside = true
	return v
}

// masked returns a value without its secrets. Of a URL it drops everything before the host, even if the URL is
// malformed.
func (v Var) masked(value string) string {
	if v.Secret && value != "" {
		return "…"
	}
	at := strings.LastIndexByte(value, '@')
	if !v.credentials || at < 0 {
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

// parseBytes reads 268435456, 256MB, 1GiB.
func parseBytes(s string) (int64, error) {
	unit := int64(1)
	u := strings.ToUpper(strings.TrimSpace(s))
	for _, suffix := range []struct {
		name string
		size int64
	}{
		{"KIB", 1 << 10}, {"MIB", 1 << 20}, {"GIB", 1 << 30}, {"KB", 1 << 10}, {"MB", 1 << 20}, {"GB", 1 << 30},
		{"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {"B", 1},
	} {
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
