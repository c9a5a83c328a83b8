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

// An Error reports a wrong value.
type Error struct{ Name, Value, Accepts string }

// Error names the variable, the value and the accepted values.
func (e *Error) Error() string { return fmt.Sprintf("%s=%q: expected %s", e.Name, e.Value, e.Accepts) }

// A Reader reads variables and collects their errors. It is for one goroutine.
type Reader struct {
	lookup func(string) (string, bool)
	names  []string         // of all variables of the environment
	wrong  map[string]error // by name
}

// From makes a Reader from a function such as os.LookupEnv.
func From(lookup func(name string) (string, bool)) *Reader {
	return &Reader{lookup: lookup, wrong: map[string]error{}}
}

// OS makes a Reader of the process's environment.
func OS() *Reader {
	r := From(os.LookupEnv)
	for _, pair := range os.Environ() {
		name, _, _ := strings.Cut(pair, "=")
		r.names = append(r.names, name)
	}
	return r
}

// Map makes a Reader of a map, for tests.
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

// Get returns the variable's value as text, or its default. An empty value counts as none.
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

// Wrong returns the error of the variable's value, nil if it is accepted.
func (r *Reader) Wrong(v Var) error {
	r.Get(v)
	return r.wrong[v.Name]
}

// Set reports whether the variable is set.
func (r *Reader) Set(v Var) bool {
	s, ok := r.lookup(v.Name)
	return ok && s != ""
}

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
