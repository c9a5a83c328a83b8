// Command page draws the report of a proof run.
//
//	go run ./internal/evidence/page RECORDS OUT
//
// RECORDS is the folder that package evidence wrote to. OUT gets the report as index.html, a summary as README.md, and
// its pictures as SVG files. The command fails if a promise was broken or not tried, or a guard was not missed.
package main

import (
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	texttemplate "text/template"
	"time"

	"vitrine/internal/evidence"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "page:", err)
		os.Exit(1)
	}
}

var (
	//go:embed page.html
	pageText string
	page     = template.Must(template.New("page").Parse(pageText))

	//go:embed summary.md
	summaryText string
	summary     = texttemplate.Must(texttemplate.New("summary").Parse(summaryText))
)

func run(args []string, out io.Writer) error {
	if len(args) != 2 {
		return errors.New("usage: page RECORDS OUT")
	}
	records, guards, err := evidence.Read(args[0])
	if err != nil {
		return err
	}
	if len(records) == 0 {
		return fmt.Errorf("%s has no records; make proof writes them", args[0])
	}
	r := newReport(records, guards)
	r.Date, r.Commit, r.Machine = time.Now().UTC().Format("2 January 2006"), commit(), machine()
	if err := os.MkdirAll(args[1], 0o755); err != nil { //nolint:gosec // a folder of documents
		return err
	}
	files := map[string]string{}
	for _, f := range r.Findings {
		for _, p := range f.Pictures {
			files[p.File] = string(p.SVG)
		}
	}
	var html, md strings.Builder
	if err := errors.Join(page.Execute(&html, r), summary.Execute(&md, r)); err != nil {
		return err
	}
	files["index.html"], files["README.md"] = html.String(), md.String()
	if err := clean(args[1]); err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(args[1], name), []byte(text), 0o644); err != nil { //nolint:gosec // a document
			return err
		}
	}
	fmt.Fprintf(out, "%s\n%s\n", r.Headline, filepath.Join(args[1], "index.html"))
	return r.fault()
}

// clean removes the pictures of an earlier report.
func clean(dir string) error {
	old, err := filepath.Glob(filepath.Join(dir, "*.svg"))
	for _, name := range old {
		err = errors.Join(err, os.Remove(name))
	}
	return err
}

// commit is the version of the source.
func commit() string {
	out, err := exec.Command("git", "rev-parse", "--short=12", "HEAD").Output() //nolint:noctx // it takes milliseconds
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}

// machine describes the machine as far as it matters to the figures.
func machine() string {
	return fmt.Sprintf("%d processors, %s/%s, %s", runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version())
}
