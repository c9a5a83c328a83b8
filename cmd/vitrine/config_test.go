package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// configFile writes a configuration file and returns its path.
func configFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "vitrine.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestEnvShowsWhereEachValueComesFrom(t *testing.T) {
	t.Parallel()
	path := configFile(t, "log = \"debug\"\npepper = \"hunter2\"\nmetrics = \"admin\"\n")
	c := terminal{t, map[string]string{"VITRINE_LOG": "info"}}
	out := c.prints([]string{"configuration file: " + path + "\n"}, "env", "--config", path, "--setting", "addr=:1")
	for _, line := range []string{
		`VITRINE_ADDR +:1 +flag +address`, `VITRINE_LOG +info +environment +lowest`, `VITRINE_METRICS +admin +file +where`,
		`VITRINE_PEPPER +\(set, not shown\) +file +key`, `VITRINE_LOG_FORMAT +text +default +form`,
	} {
		if !regexp.MustCompile(`(?m)^` + line).MatchString(out) {
			t.Errorf("no line %s in\n%s", line, out)
		}
	}
	c.prints([]string{"configuration file: none\n"}, "env")
	text := c.prints([]string{"\n#addr = \"127.0.0.1:8080\"\n"}, "env", "--toml")
	c.prints([]string{"configuration file: /"}, "env", "--config", configFile(t, text))
}

func TestNothingStartsWithAWrongFile(t *testing.T) {
	t.Parallel()
	path := configFile(t, "addr = \":1\"\nlgo = \"debug\"\n")
	c := terminal{t, map[string]string{"VITRINE_CONFIG": path, "VITRINE_DATA_DIR": t.TempDir()}}
	want := path + `:2: unknown setting "lgo" (did you mean log?)`
	for _, args := range [][]string{{"serve"}, {"gateway"}, {"dsn"}, {"env"}, {"tenant", "list"}, {"why", "/v1/brand"}} {
		c.fails(want, args...)
	}
	c.fails("--setting: unknown setting", "serve", "--setting", "x=1")
	c.prints([]string{"vitrine "}, "version") // reads no settings
	c.prints([]string{"--config FILE", "--setting NAME=VALUE"}, "serve", "--help")
	out, err := c.run("doctor") // says so among its other findings
	if err == nil || !regexp.MustCompile(`(?m)^WRONG settings file .*lgo.*\. To fix it: correct it`).MatchString(out) {
		t.Errorf("%v\n%s", err, out)
	}
	path = configFile(t, "addr = \"127.0.0.1:1\"\n")
	c.vars["VITRINE_CONFIG"] = path
	out, _ = c.run("doctor")
	if !regexp.MustCompile(`(?m)^ok +settings file +` + path + `$`).MatchString(out) {
		t.Errorf("the file is not named in\n%s", out)
	}
}
