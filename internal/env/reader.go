package env

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// An Error reports a wrong value. Name is that of the variable, or the flag with which it was set.
type Error struct{ Name, Value, Accepts string }

// Error names the variable, the value and the accepted values.
func (e *Error) Error() string { return fmt.Sprintf("%s=%q: expected %s", e.Name, e.Value, e.Accepts) }

// A Source is where the value of a variable comes from.
type Source string

// The sources. The first one that has a value counts.
const (
	Flag        Source = "flag"
	Environment Source = "environment"
	FromFile    Source = "file"
	Default     Source = "default"
)

// A Reader reads variables and collects their errors. It is for one goroutine.
type Reader struct {
	lookup func(string) (string, bool)
	names  []string          // of all variables of the environment
	wrong  map[string]error  // by name
	flags  map[string]string // values of --setting, by the name of the variable
	places []string          // of a configuration file that nobody names
	file   file
}

// From makes a Reader from a function such as os.LookupEnv.
func From(lookup func(name string) (string, bool)) *Reader {
	return &Reader{lookup: lookup, wrong: map[string]error{}, flags: map[string]string{}}
}

// OS makes a Reader of the process's environment.
func OS() *Reader {
	r := From(os.LookupEnv)
	r.places = Files
	for _, pair := range os.Environ() {
		name, _, _ := strings.Cut(pair, "=")
		r.names = append(r.names, name)
	}
	return r
}

// Map makes a Reader of a map, for tests. It reads a configuration file only if one is named.
func Map(m map[string]string) *Reader {
	r := From(func(name string) (string, bool) {
		v, ok := m[name]
		return v, ok
	})
	r.names = slices.Collect(maps.Keys(m))
	return r
}

// Unknown lists variables that begin with VITRINE_ but do not exist. They are probably misspelled.
func (r *Reader) Unknown() []string {
	var unknown []string
	for _, name := range r.names {
		ofTests := slices.ContainsFunc(testPrefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
		if !strings.HasPrefix(name, "VITRINE_") || ofTests {
			continue
		}
		if !slices.ContainsFunc(All(), func(v Var) bool { return v.Name == name }) {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	return unknown
}

// testPrefixes begin the names of variables that only tests, benchmarks and CI read.
var testPrefixes = []string{
	"VITRINE_TEST_", "VITRINE_PROVE", "VITRINE_SEED", "VITRINE_EDITS", "VITRINE_GOLDEN", "VITRINE_BENCH_",
	"VITRINE_ATTACK_", "VITRINE_VULNDB",
}

// Override sets a variable for this call of the program: pair is KEY=VALUE, with the key of a configuration file. A
// command line can be read by other users, so a secret must be given as file:PATH.
func (r *Reader) Override(pair string) error {
	key, value, found := strings.Cut(pair, "=")
	v, err := find(key)
	switch {
	case err != nil:
		return err
	case !found || value == "":
		return fmt.Errorf("%s needs a value: --setting %s=VALUE", key, key)
	case v.Secret && !strings.HasPrefix(value, "file:"):
		return fmt.Errorf("%s is a secret, and other users can read a command line: set %s", key, v.Name)
	}
	if _, twice := r.flags[v.Name]; twice {
		return fmt.Errorf("%s is set twice", key)
	}
	r.flags[v.Name] = value
	return nil
}

// value returns the text of a variable, and where it comes from. An empty value counts as none.
func (r *Reader) value(v Var) (string, Source) {
	if s := r.flags[v.Name]; s != "" {
		return s, Flag
	}
	if s, ok := r.lookup(v.Name); ok && s != "" {
		return s, Environment
	}
	if s := r.file.values[v.Name]; s != "" {
		return s, FromFile
	}
	return v.Default, Default
}

// Source returns where the value of a variable comes from.
func (r *Reader) Source(v Var) Source {
	_, from := r.value(v)
	return from
}

// Get returns the variable's value as text, or its default.
func (r *Reader) Get(v Var) string {
	s, from := r.value(v)
	if from == Default || from == FromFile { // Load has checked the file
		return s
	}
	if err := v.check(s); err != nil {
		name := v.Name
		if from == Flag {
			name = "--setting " + v.Key()
		}
		r.wrong[v.Name] = &Error{name, v.masked(s), v.accepts}
		return v.Default
	}
	return s
}

// Wrong returns the error of the variable's value, nil if it is accepted.
func (r *Reader) Wrong(v Var) error {
	r.Get(v)
	return r.wrong[v.Name]
}

// Set reports whether the variable is set.
func (r *Reader) Set(v Var) bool { return r.Source(v) != Default }

// Shown returns the variable's value for printing. Of a secret it reveals only that it is set.
func (r *Reader) Shown(v Var) string {
	if v.Secret && r.Set(v) { // even if it is wrong
		return "(set, not shown)"
	}
	return cmp.Or(v.masked(r.Get(v)), "(none)")
}

// Int returns the variable's value as a number.
func (r *Reader) Int(v Var) int {
	n, _ := strconv.Atoi(r.Get(v)) // Get has checked it
	return n
}

// Duration returns the variable's value as a time.
func (r *Reader) Duration(v Var) time.Duration {
	d, _ := time.ParseDuration(r.Get(v)) // Get has checked it
	return d
}

// Ratio returns the variable's value as a number from 0 to 1.
func (r *Reader) Ratio(v Var) float64 {
	f, _ := strconv.ParseFloat(r.Get(v), 64) // Get has checked it
	return f
}

// Bytes returns the variable's value as a number of bytes.
func (r *Reader) Bytes(v Var) int64 {
	n, _ := parseBytes(r.Get(v)) // Get has checked it
	return n
}

// Bool returns the variable's value as true or false.
func (r *Reader) Bool(v Var) bool {
	b, _ := strconv.ParseBool(r.Get(v)) // Get has checked it
	return b
}

// Err returns the errors of all variables, whether they were read or not. A mistyped VITRINE_ENV must not silently
// count as the default.
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
