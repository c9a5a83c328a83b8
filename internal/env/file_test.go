package env_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"vitrine/internal/env"
)

// load reads a configuration file with a text.
func load(t *testing.T, text string, vars map[string]string) (r *env.Reader, path string, mistakes []error) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "vitrine.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r = env.Map(vars)
	return r, path, r.Load(path)
}

func TestFlagComesBeforeEnvironmentBeforeFileBeforeDefault(t *testing.T) {
	t.Parallel()
	const text = "addr = \":3\"\nlog = \"debug\"\nstorefront = \"shop\"\nmail_from = \"\"\n"
	r, _, mistakes := load(t, text,
		map[string]string{"VITRINE_ADDR": ":2", "VITRINE_LOG": "info", "VITRINE_STOREFRONT": ""})
	if len(mistakes) > 0 {
		t.Fatal(mistakes)
	}
	if err := r.Override("addr=:1"); err != nil {
		t.Fatal(err)
	}
	f := func(v env.Var, want string, from env.Source) {
		t.Helper()
		if got := r.Get(v); got != want || r.Source(v) != from || r.Set(v) != (from != env.Default) {
			t.Errorf("%s: %q from %s, want %q from %s", v.Name, got, r.Source(v), want, from)
		}
	}
	f(env.Addr, ":1", env.Flag)
	f(env.LogLevel, "info", env.Environment)
	f(env.Storefront, "shop", env.FromFile) // an empty variable counts as not set
	f(env.MailFrom, "", env.Default)        // so does an empty line
	f(env.DrainTime, "0s", env.Default)
}

// samples are accepted values that differ from the default, for the settings that do not take any text.
var samples = map[string][2]string{ // in the environment, in a file
	"VITRINE_ADDR": {":1", `":1"`}, "VITRINE_ADMIN_ADDR": {":1", `":1"`}, "VITRINE_WRITESVC_ADDR": {":1", `":1"`},
	"VITRINE_ENV": {"production", `"production"`}, "VITRINE_LOG": {"info", `"info"`},
	"VITRINE_LOG_FORMAT": {"json", `"json"`}, "VITRINE_DRAIN": {"5s", `"5s"`},
	"VITRINE_NATS_URL": {"nats://h:1", `"nats://h:1"`}, "VITRINE_MEILI_URL": {"http://h", `"http://h"`},
	"VITRINE_WRITESVC_URL": {"http://h", `"http://h"`}, "VITRINE_SITE_URL": {"http://h", `"http://h"`},
	"VITRINE_API_URL": {"http://h", `"http://h"`}, "VITRINE_METRICS": {"admin", `"admin"`},
	"VITRINE_CLIENT_HEADER": {"forwarded", `"forwarded"`}, "VITRINE_NATS_REPLICAS": {"3", "3"},
	"VITRINE_MEILI_TIMEOUT": {"7", "7"}, "VITRINE_MEILI_TASK_TIMEOUT": {"7", "7"}, "VITRINE_SAMPLE_EACH": {"7", "7"},
	"VITRINE_LIST_ROWS": {"7", "7"}, "VITRINE_CACHE_BYTES": {"2097152", "2_097_152"},
	"VITRINE_WEBHOOK_LOOPBACK": {"true", "true"}, "VITRINE_WITHOUT": {"event-loop,price-bands",
		`["event-loop", "price-bands"]`}, "VITRINE_TRUSTED_PROXIES": {"10.0.0.1,10.1.0.0/16",
		`["10.0.0.1", "10.1.0.0/16"]`}, "VITRINE_IDP_NETWORKS": {"10.0.0.1", `["10.0.0.1"]`},
	"VITRINE_EDGE_NETWORKS": {"10.0.0.1", `["10.0.0.1"]`}, "VITRINE_TOKEN_SECRET_PREVIOUS": {"a,b", `["a", "b"]`},
	"VITRINE_PEPPER_PREVIOUS": {"a,b", `["a", "b"]`}, "OTEL_EXPORTER_OTLP_ENDPOINT": {"http://h", `"http://h"`},
	"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": {"http://h/x", `"http://h/x"`}, "OTEL_TRACES_SAMPLER_ARG": {"0.5", "0.5"},
	"OTEL_SDK_DISABLED": {"true", "true"}, "VITRINE_MISS_BURST": {"3s", `"3s"`}, "VITRINE_MISS_WAIT": {"2s", `"2s"`},
	"VITRINE_PARENT": {"http://h", `"http://h"`},
}

// ofTests are read from the environment only.
var ofTests = map[string]bool{"VITRINE_CONFIG": true, "VITRINE_REALDATA": true, "VITRINE_TEST_DATABASE_URL": true}

func TestEverySettingHasOneNameInTheFile(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	var text strings.Builder
	for _, v := range env.All() {
		key := strings.ToLower(strings.TrimPrefix(v.Name, "VITRINE_"))
		if v.Key() != key || seen[key] {
			t.Errorf("%s is %s in a file", v.Name, v.Key())
		}
		seen[key] = true
		line := fmt.Sprintf("%s = %s\n", key, or(samples[v.Name][1], `"words"`))
		if !ofTests[v.Name] {
			text.WriteString(line)
			continue
		}
		_, path, mistakes := load(t, line, nil)
		want := fmt.Sprintf("%s:1: %s is read from the environment only: set %s", path, key, v.Name)
		if len(mistakes) != 1 || mistakes[0].Error() != want {
			t.Errorf("%v, want %s", mistakes, want)
		}
	}
	r, _, mistakes := load(t, text.String(), nil)
	if len(mistakes) > 0 {
		t.Fatal(errors.Join(mistakes...))
	}
	for _, v := range env.All() {
		if got, want := r.Get(v), or(samples[v.Name][0], "words"); got != want && !ofTests[v.Name] {
			t.Errorf("%s: %q, want %q", v.Name, got, want)
		}
	}
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

func TestTheFileOfDefaultsIsReadAsTheDefaults(t *testing.T) {
	t.Parallel()
	text := env.TOML()
	r, _, mistakes := load(t, text, nil)
	if len(mistakes) > 0 {
		t.Fatal(errors.Join(mistakes...))
	}
	for _, v := range env.All() {
		if r.Set(v) {
			t.Errorf("%s is set by a file of comments", v.Name)
		}
	}
	var active []string
	for line := range strings.Lines(text) {
		if len(line) > 121 {
			t.Errorf("a line of %d characters: %s", len(line), line)
		}
		if strings.HasPrefix(line, "#") && len(line) > 2 && line[1] >= 'a' && line[1] <= 'z' {
			active = append(active, line[1:])
		}
	}
	if want := len(env.All()) - len(ofTests); len(active) != want {
		t.Errorf("%d settings, want %d", len(active), want)
	}
	r, _, mistakes = load(t, strings.Join(active, ""), nil)
	if len(mistakes) > 0 {
		t.Fatal(errors.Join(mistakes...))
	}
	for _, v := range env.All() {
		if r.Get(v) != v.Default || v.Default != "" && r.Source(v) != env.FromFile {
			t.Errorf("%s: %q from %s, want the default %q", v.Name, r.Get(v), r.Source(v), v.Default)
		}
	}
}

func TestMistakesOfTheFileNameLineAndKey(t *testing.T) {
	t.Parallel()
	f := func(text string, want ...string) {
		t.Helper()
		_, path, mistakes := load(t, text, nil)
		for i := range want {
			want[i] = path + ":" + want[i]
		}
		var got []string
		for _, err := range mistakes {
			got = append(got, err.Error())
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%q: got\n%s\nwant\n%s", text, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	f("\n\nadr = \":1\"\nlog = 3", `3: unknown setting "adr" (did you mean addr?)`,
		`4: log: expected a text in quotation marks`)
	f("meili.url = \"http://h\"", `1: unknown setting "meili.url" (did you mean meili_url?)`)
	f("# a\n[meili]\nurl = \"http://h\"", `2: unknown setting "meili"; vitrine env lists the settings`)
	f("VITRINE_MEILI_URL = \"http://h\"", `1: unknown setting "VITRINE_MEILI_URL" (did you mean meili_url?)`)
	f("zzz = 1", `1: unknown setting "zzz"; vitrine env lists the settings`)
	f("sample_each = \"5\"", `1: sample_each: expected a whole number without quotation marks`)
	f("sample_each = 0", `1: sample_each = "0": expected a whole number, at least 1`)
	f("webhook_loopback = \"true\"", `1: webhook_loopback: expected true or false without quotation marks`)
	f("cache_bytes = 1.5", `1: cache_bytes: expected a number of bytes, or a text such as "256MB"`)
	f("trusted_proxies = \"10.0.0.1\"", `1: trusted_proxies: expected a list of texts, such as ["a", "b"]`)
	f("trusted_proxies = [\"10.0.0.1,10.0.0.2\"]", `1: trusted_proxies: expected a list of texts, such as ["a", "b"]`)
	f("nats_url = \"nats://u:hunter2@\"", `1: nats_url = "nats://…@": expected a URL that begins with nats:// or `+
		`tls:// or ws:// or wss://`)
	f("log = \"info\"\n\nlog = \"warn\"", `3: the key "log" is there twice`)
	f("log = warn", `1: not TOML at column 7: unexpected character U+0077 'w' at start of value; a line is NAME = `+
		`VALUE, with text in quotation marks`)
	f("mail_from = \"a\\u0000b\"", `1: mail_from: the value has a control character`)
	f("log = \"info\"\n\n# \xff", `3: the text is not UTF-8`)
	f("\uFEFFlog = \"info\"")
	f("")
	var many strings.Builder
	for i := range 150 {
		fmt.Fprintf(&many, "x%d = 1\n", i)
	}
	_, path, mistakes := load(t, many.String(), nil)
	if n := len(mistakes); n != 21 || mistakes[20].Error() != path+":21: further mistakes are not listed" {
		t.Errorf("%d mistakes, the last one %v", n, mistakes[n-1])
	}
	for _, text := range []string{
		strings.Repeat("[[a]]\nx = 1\n", 150), "a = [" + strings.Repeat("{x = {y = 1}},", 150) + "]",
	} {
		if _, path, mistakes = load(t, text, nil); len(mistakes) != 1 ||
			mistakes[0].Error() != path+" has more than 200 names, and there are fewer settings" {
			t.Errorf("%v", mistakes)
		}
	}
}

func TestMistakesOfTheFileDoNotContainSecrets(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"pepper = hunter2", "pepper = 'hunter2", "pepper = \"hunter2", "pepper = \"hunter2\" x", "pepper = [\"hunter2\"]",
		"pepper = {a = \"hunter2\"}", "pepper = 7_hunter2", "pepper = 70734512e99999", "pepper = 70734512707345127073451",
		"pepper = 70734512", "pepper = \"\\hunter2\"", "pepper = \"hunter2\\u0001\"", "pepper = \"\"\"hunter2",
		"pepper = \"hunter2\"\npepper = \"hunter2\"", "pepper: hunter2", "pepper = \"\\u200b\"", "[pepper]\nx = \"hunter2\"",
		"pepper.x = \"hunter2\"", "pepper = \"hunter2\xff\"",
	} {
		_, _, mistakes := load(t, text, nil)
		got := errors.Join(mistakes...)
		if got == nil || strings.Contains(got.Error(), "hunter2") || strings.Contains(got.Error(), "70734512") {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestFilesThatCannotBeReadAreRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f := func(path, want string) {
		t.Helper()
		if got := errors.Join(env.Map(nil).Load(path)...); got == nil || !strings.Contains(got.Error(), want) ||
			!strings.Contains(got.Error(), path) {
			t.Errorf("%s: %v, want %s", path, got, want)
		}
	}
	write := func(name, text string, mode os.FileMode) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(path, []byte(text), 0o600), os.Chmod(path, mode)); err != nil {
			t.Fatal(err)
		}
		return path
	}
	f(filepath.Join(dir, "missing.toml"), "no such file")
	f(dir, "is a folder")
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	f(pipe, "is no regular file")
	f(write("large.toml", strings.Repeat("#\n", 33<<10), 0o600), "has more than 65536 bytes")
	f(write("writable.toml", "log = \"info\"", 0o602), "can be changed by every user")
	secret := write("secret.toml", "log = \"info\"\npepper = \"hunter2\"", 0o604)
	f(secret, secret+":2: pepper is a secret, and every user of this machine may read the file")
	if err := env.Map(nil).Load(write("named.toml", "log = \"info\"\npepper = \"file:/x\"", 0o604)); err != nil {
		t.Errorf("the name of a secret's file is refused: %v", err)
	}
	if err := env.Map(nil).Load(write("group.toml", "pepper = \"x\"", 0o640)); err != nil {
		t.Errorf("a file for a group is refused: %v", err)
	}
	if os.Geteuid() != 0 {
		f(write("mine.toml", "", 0), "permission denied")
	}
	// A variable names the file, and the flag comes first.
	r := env.Map(map[string]string{"VITRINE_CONFIG": write("a.toml", "log = \"info\"", 0o600)})
	if err := r.Load(""); err != nil || r.Get(env.LogLevel) != "info" {
		t.Errorf("VITRINE_CONFIG: log=%s, %v", r.Get(env.LogLevel), err)
	}
	if err := r.Load(write("b.toml", "log = \"error\"", 0o600)); err != nil || r.Get(env.LogLevel) != "error" {
		t.Errorf("--config: log=%s, %v", r.Get(env.LogLevel), err)
	}
}

func TestTheFileOfTheWorkingFolderIsFound(t *testing.T) { //nolint:paralleltest // the working folder
	t.Chdir(t.TempDir())
	t.Setenv("VITRINE_CONFIG", "")
	if err := os.WriteFile("vitrine.toml", []byte("storefront = \"x\""), 0o600); err != nil {
		t.Fatal(err)
	}
	r := env.OS()
	if err := r.Load(""); err != nil || r.Get(env.Storefront) != "x" {
		t.Errorf("storefront=%s, %v", r.Get(env.Storefront), err)
	}
	if path, _ := r.File(); filepath.Base(path) != "vitrine.toml" || !filepath.IsAbs(path) {
		t.Errorf("the file is %s", path)
	}
}

func TestAFileThatAnotherUserPutsIntoTheWorkingFolderIsRefused(t *testing.T) { //nolint:paralleltest // as above
	if os.Geteuid() != 0 {
		t.Skip("SKIPPED: only root can give a file to another user")
	}
	t.Chdir(t.TempDir())
	t.Setenv("VITRINE_CONFIG", "")
	if err := os.WriteFile("vitrine.toml", []byte("storefront = \"x\""), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown("vitrine.toml", 12345, 12345); err != nil {
		t.Fatal(err)
	}
	r := env.OS()
	if err := r.Load(""); len(err) != 1 || !strings.Contains(err[0].Error(), "belongs to another user") ||
		r.Get(env.Storefront) != "" {
		t.Errorf("a file of somebody else is read: %v", err)
	}
	if err := r.Load("vitrine.toml"); err != nil || r.Get(env.Storefront) != "x" {
		t.Errorf("a file that is named: %v", err)
	}
}

func TestOverridesAreChecked(t *testing.T) {
	t.Parallel()
	f := func(want string, pairs ...string) {
		t.Helper()
		r := env.Map(nil)
		var err error
		for _, pair := range pairs {
			err = errors.Join(err, r.Override(pair))
		}
		if err = errors.Join(err, r.Err()); want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%v: %v, want %s", pairs, err, want)
		}
	}
	f("", "addr=:1", "pepper=file:/x", "trusted_proxies=10.0.0.1,10.0.0.2")
	f("--setting log=\"loud\": expected one of debug, info, warn, error", "log=loud")
	f("unknown setting \"adr\" (did you mean addr?)", "adr=:1")
	f("addr needs a value: --setting addr=VALUE", "addr")
	f("addr needs a value: --setting addr=VALUE", "addr=")
	f("addr is set twice", "addr=:1", "addr=:2")
	f("pepper is a secret, and other users can read a command line: set VITRINE_PEPPER", "pepper=hunter2")
	f("config is read from the environment only: set VITRINE_CONFIG", "config=x")
}
