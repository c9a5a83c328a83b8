package doctor

import (
	"fmt"
	"io"
	"strings"

	"vitrine/internal/alarm"
	"vitrine/internal/env"
)

// A Finding is the result of one check.
type Finding struct {
	Subject string
	State   string
	Fix     string // what to do; empty if nothing is wrong
	Warning bool   // it does not fail the command
}

func good(subject, state string) Finding { return Finding{Subject: subject, State: state} }

func wrong(subject, state, fix string) Finding {
	return Finding{Subject: subject, State: state, Fix: fix}
}

func warning(subject, state, fix string) Finding {
	return Finding{Subject: subject, State: state, Fix: fix, Warning: true}
}

// Report prints findings. It returns an error if one of them is wrong.
func Report(out io.Writer, all []Finding) error {
	failed := 0
	for _, f := range distinct(all) {
		switch {
		case f.Fix == "":
			fmt.Fprintf(out, "ok    %-14s %s\n", f.Subject, f.State)
		case f.Warning:
			fmt.Fprintf(out, "warn  %-14s %s. To fix it: %s\n", f.Subject, f.State, f.Fix)
		default:
			failed++
			fmt.Fprintf(out, "WRONG %-14s %s. To fix it: %s\n", f.Subject, f.State, f.Fix)
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d checks failed", failed, len(all))
	}
	return nil
}

// distinct removes findings that repeat an earlier one. Several processes may have the same alarm, and one of them the
// alarm of a setting that Check finds missing too.
func distinct(all []Finding) (out []Finding) {
	seen := map[string]bool{}
	for _, f := range all {
		if f.Fix == "" || !seen[f.State] {
			out = append(out, f)
		}
		seen[f.State] = true
	}
	return out
}

// Alarm returns the finding for an alarm of a running process.
func Alarm(a alarm.Alarm) Finding { return warning("alarm", alarmText(a), remedy(a.Name)) }

// alarmText returns the text of an alarm: kind, subject and message, without what the message says itself.
func alarmText(a alarm.Alarm) string {
	if a.Subject != "" && strings.HasPrefix(a.Message, a.Subject) {
		return a.Message
	}
	return strings.TrimSpace(a.Name+" "+a.Subject) + ": " + a.Message
}

// remedy returns what ends the alarms of a kind.
func remedy(kind string) string {
	switch kind {
	case "missing-setting":
		return "set it, and restart the processes that read it"
	case "undeclared-proxy":
		return "name the proxy in " + env.Trusted.Name + " and restart; without such requests the alarm ends after an hour"
	case "payment-settings":
		return "correct the settings; the alarm ends within a minute"
	}
	return "see /status of the admin listener"
}
