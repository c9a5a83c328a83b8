package cli

import (
	"errors"
	"flag"
	"fmt"
)

// settings are the flags of all commands that read settings.
type settings struct {
	config string
	set    []string
}

func (s *settings) define(f *flag.FlagSet) {
	f.StringVar(&s.config, "config", "", "`file` with settings (default: VITRINE_CONFIG, vitrine.toml, "+
		"/etc/vitrine/vitrine.toml)")
	f.Func("setting", "a setting for this call, as `name=value`; may be repeated", func(pair string) error {
		s.set = append(s.set, pair)
		return nil
	})
}

// load applies the flags. A command that diagnoses mistakes of the configuration file finds them in c.Env.
func (s *settings) load(c *Call, diagnoses bool) error {
	for _, pair := range s.set {
		if err := c.Env.Override(pair); err != nil {
			return Usagef("--setting: %w", err)
		}
	}
	if err := errors.Join(c.Env.Load(s.config)...); err != nil && !diagnoses {
		return fmt.Errorf("%w\nvitrine doctor checks all settings", err)
	}
	return nil
}

// settingsFlags explains the flags.
func settingsFlags() []flagHelp {
	f := flag.NewFlagSet("", flag.ContinueOnError)
	new(settings).define(f)
	return explain(f)
}

// SettingsFlags returns the table of the flags, for the manual.
func SettingsFlags() string {
	table := "| flag | meaning |\n|---|---|\n"
	for _, f := range settingsFlags() {
		table += fmt.Sprintf("| `%s` | %s |\n", f.form, cell(f.usage))
	}
	return table
}
