package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// completed returns what a shell offers for a line. The last word is the one that is being typed.
type completed func(t *testing.T, script string, line []string) string

// In bash, the function is called as the shell calls it.
func inBash(t *testing.T, script string, line []string) string {
	return shell(t, "bash", `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _prog
printf '%s\n' "${COMPREPLY[@]}"`, script, line)
}

// In zsh, which completes in a terminal only, the functions that it brings print what they are given.
func inZsh(t *testing.T, script string, line []string) string {
	return shell(t, "zsh", `compdef() { true }; _files() { true }
_describe() {
  if [[ $1 == -o ]]; then shift; fi
  local each; for each in "${(@P)2}"; do print -r -- "${each%%:*}"; done
}
source "$1"; shift; words=("$@"); CURRENT=$#; typed=${words[CURRENT]}
_prog | while read -r each; do if [[ $each == ${typed}* ]]; then print -r -- $each; fi; done`, script, line)
}

// fish completes a line without a terminal.
func inFish(t *testing.T, script string, line []string) string {
	return shell(t, "fish", `source $argv[1]
complete -C (string join -- ' ' $argv[2..]) | string replace -r '\t.*' ''; true`, script, line)
}

func shell(t *testing.T, name, commands, script string, line []string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	options := map[string][]string{"bash": {"--norc", "-c", commands, "test"}, "zsh": {"-f", "-c", commands, "test"},
		"fish": {"--no-config", "-c", commands}}[name]
	cmd := exec.Command(name, append(append(options, file), line...)...)
	cmd.Dir = t.TempDir() // no files to complete
	cmd.Env = append(os.Environ(), "HOME="+cmd.Dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return strings.Join(strings.Fields(string(out)), " ")
}

func TestShellsCompleteCommandsAndFlags(t *testing.T) {
	t.Parallel()
	for name, complete := range map[string]completed{"bash": inBash, "zsh": inZsh, "fish": inFish} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath(name); err != nil {
				t.Skipf("SKIPPED: %s is not installed; make setup installs it", name)
			}
			script, err := testProgram().Completion(name)
			if err != nil {
				t.Fatal(err)
			}
			f := func(line, want string) {
				t.Helper()
				if got := complete(t, script, strings.Split(line, " ")); got != want {
					t.Errorf("%q: %q, want %q", line, got, want)
				}
			}
			f("prog ed", "edit")
			f("prog thing ", "add part")
			f("prog thing p", "part")
			f("prog thing part a", "add")
			f("prog thing part add --t", "--times")
			f("prog edit brand --l", "--loud")
			f("prog edit --times ", "")
			f("prog thing add edi", "")
			f("prog nothing ad", "")
			f("prog shape ", "round square")
			f("prog shape s", "square")
		})
	}
}

func TestUnknownShellIsAUsageError(t *testing.T) {
	t.Parallel()
	_, err := testProgram().Completion("tcsh")
	if want := `unknown shell "tcsh"; the shells are bash, zsh, fish`; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestManualPage(t *testing.T) {
	t.Parallel()
	got := testProgram().Man(Manual{Section: "1", Source: "The product", Parts: []ManualPart{
		{Title: "ENVIRONMENT", Intro: ".hidden", Entries: [][2]string{{"PROG_X", `A \ and a "quote"`}}},
	}})
	for _, want := range []string{
		".TH PROG 1 \"\" \"The product\"\n", ".SS Things\n", ".B prog thing add NAME [COLOUR] [flags]\nAdd a thing.\n",
		".B \\-\\-times NUMBER\nnumber of rounds (default 1).\n", ".nf\n  prog thing add x\n.fi\n", "\\&.hidden\n",
		".B PROG_X\nA \\e and a \"quote\"\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if _, err := exec.LookPath("mandoc"); err != nil {
		t.Skip("SKIPPED: mandoc is not installed; make setup installs it")
	}
	lint := exec.Command("mandoc", "-T", "lint", "-W", "warning")
	lint.Stdin = strings.NewReader(got)
	out, _ := lint.CombinedOutput() // a page that changes with its content only has no date
	for warning := range strings.Lines(string(out)) {
		if !strings.Contains(warning, "missing date") {
			t.Errorf("mandoc: %s", warning)
		}
	}
	show := exec.Command("mandoc", "-T", "utf8")
	show.Stdin = strings.NewReader(got)
	page, err := show.Output()
	if err != nil {
		t.Fatal(err)
	}
	plain := strings.ReplaceAll(string(page), "_\b", "")
	for _, c := range "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_[]." { // bold letters are printed twice
		plain = strings.ReplaceAll(plain, string(c)+"\b"+string(c), string(c))
	}
	if want := "prog thing add NAME [COLOUR] [flags]"; !strings.Contains(plain, want) {
		t.Errorf("no %q in the page:\n%s", want, plain)
	}
}
