// Command skipcheck fails where a test was skipped that is not expected to be skipped.
//
//	go run ./internal/skipcheck .ci/skips bin/test.json
//
// The first file lists the expected skips, one a line: package, test, optionally a condition, and the reason.
//
//	vitrine/gateway TestProveHistoryFailsWithoutEachGuard  make prove runs it: it takes 20 minutes
//	vitrine/internal/devpg TestAnotherUsersClusterIsRefused [root] root may open every cluster
//
// The conditions are [root] and [user]: the line counts only where the tests ran as root, or as another user. The
// second file is the output of `go test -json`, as gotestsum --jsonfile writes it. skipcheck fails
//
//   - if a test was skipped that the list does not name;
//   - if a listed test ran, or no such test exists: the line is to be removed;
//   - if no test ran.
//
// Its last line counts the tests: "812 passed, 0 failed, 9 skipped".
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
)

func main() {
	if err := run(os.Args[1:], os.Geteuid() == 0, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "skipcheck:", err)
		os.Exit(1)
	}
}

func run(args []string, root bool, out io.Writer) error {
	if len(args) != 2 {
		return errors.New("usage: skipcheck LIST JSONFILE")
	}
	text, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	list, err := parseList(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	f, err := os.Open(args[1])
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // it is only read
	res, err := readResults(f)
	if err != nil {
		return fmt.Errorf("%s: %w", args[1], err)
	}
	faults := check(list, res, root)
	for _, fault := range faults {
		fmt.Fprintln(out, fault)
	}
	passed, failed, skipped := res.count()
	fmt.Fprintf(out, "%d passed, %d failed, %d skipped\n", passed, failed, skipped)
	if len(faults) > 0 {
		return fmt.Errorf("%d faults; expected skips are listed in %s", len(faults), args[0])
	}
	return nil
}

// An expected skip is a line of the list.
type expected struct {
	test      test
	condition string // "", "root" or "user"
	reason    string
	line      int
}

// holds reports whether the line counts for this user.
func (e expected) holds(root bool) bool {
	return e.condition == "" || (e.condition == "root") == root
}

// A test is named by its package's import path and its name; a subtest's name contains slashes.
type test struct{ pkg, name string }

// parseList reads the list. Blank lines and lines that begin with # are comments.
func parseList(text string) ([]expected, error) {
	var list []expected
	seen := map[test]int{}
	for i, line := range strings.Split(text, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		e := expected{line: i + 1}
		if len(words) > 2 && (words[2] == "[root]" || words[2] == "[user]") {
			e.condition = strings.Trim(words[2], "[]")
			words = slices.Delete(words, 2, 3)
		}
		if len(words) < 3 {
			return nil, fmt.Errorf("line %d: must be a package, a test and a reason, got %q", i+1, line)
		}
		e.test, e.reason = test{words[0], words[1]}, strings.Join(words[2:], " ")
		if first, ok := seen[e.test]; ok {
			return nil, fmt.Errorf("line %d: %s is listed in line %d already", i+1, e.test.name, first)
		}
		seen[e.test] = i + 1
		list = append(list, e)
	}
	return list, nil
}

// results are the last action of every test (pass, fail or skip), and what skipped tests printed.
type results struct {
	action map[test]string
	output map[test][]string
}

// readResults reads the events of go test -json.
func readResults(r io.Reader) (*results, error) {
	res := &results{action: map[test]string{}, output: map[test][]string{}}
	lines := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var event struct{ Action, Package, Test, Output string }
			if err := json.Unmarshal(line, &event); err != nil {
				return nil, fmt.Errorf("line %d is no event of go test -json: %w", n, err)
			}
			if event.Test != "" {
				res.add(test{event.Package, event.Test}, event.Action, event.Output)
			}
		}
		if err == io.EOF {
			return res, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

func (r *results) add(t test, action, output string) {
	switch action {
	case "output":
		r.output[t] = append(r.output[t], strings.TrimSpace(output))
	case "pass", "fail":
		r.action[t] = action
		delete(r.output, t)
	case "skip":
		r.action[t] = action
	}
}

func (r *results) count() (passed, failed, skipped int) {
	for _, action := range r.action {
		switch action {
		case "pass":
			passed++
		case "fail":
			failed++
		default:
			skipped++
		}
	}
	return passed, failed, skipped
}

// check compares the results with the list and returns one sentence a fault.
func check(list []expected, res *results, root bool) []string {
	var faults []string
	if passed, failed, _ := res.count(); passed+failed == 0 {
		faults = append(faults, "No test ran.")
	}
	listed := map[test]bool{}
	for _, e := range list {
		if !e.holds(root) {
			continue
		}
		listed[e.test] = true
		switch action, ran := res.action[e.test]; {
		case !ran:
			faults = append(faults, fmt.Sprintf("%s %s is listed in line %d and does not exist. Remove the line.",
				e.test.pkg, e.test.name, e.line))
		case action != "skip":
			faults = append(faults, fmt.Sprintf("%s %s is listed in line %d and no longer skips. Remove the line.",
				e.test.pkg, e.test.name, e.line))
		}
	}
	tests := slices.SortedFunc(maps.Keys(res.action), func(a, b test) int {
		return strings.Compare(a.pkg+" "+a.name, b.pkg+" "+b.name)
	})
	for _, t := range tests {
		if res.action[t] == "skip" && !listed[t] {
			faults = append(faults, fmt.Sprintf("%s %s was skipped: %s", t.pkg, t.name, reason(res.output[t])))
		}
	}
	return faults
}

// reason finds what a skipped test printed, without the lines of the test framework.
func reason(output []string) string {
	var said []string
	for _, line := range output {
		framework := strings.HasPrefix(line, "=== ") || strings.HasPrefix(line, "--- ")
		if line != "" && !framework {
			said = append(said, line)
		}
	}
	if len(said) == 0 {
		return "it printed no reason"
	}
	return strings.Join(said, " ")
}
