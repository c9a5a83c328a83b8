package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

const (
	pageLimit = 3 * time.Minute  // for a whole test: several tests share the processors
	waitLimit = 45 * time.Second // for one step
)

// A page is one tab of a browser that resolves no host name. It records console errors and the URLs it requests.
type page struct {
	t   *testing.T
	ctx context.Context

	mu       sync.Mutex
	problems []string // console errors and uncaught exceptions
	requests []string // URLs
}

// browserPath finds Chromium or Chrome, or skips the test.
func browserPath(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("SKIPPED: no browser found. Install Chromium (apt-get install chromium) to test the API explorer.")
	return ""
}

// openPage starts a browser with an empty profile, and opens url in a window of this size.
func openPage(t *testing.T, url string, width, height int, dark bool) *page {
	t.Helper()
	path := browserPath(t)
	// The test's own context ends before its cleanups. One of them takes a screenshot.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), pageLimit)
	t.Cleanup(cancel)
	profile, err := os.MkdirTemp("", "vitrine-browser-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(profile) }) // the browser's last process may still be writing to it
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.UserDataDir(profile), chromedp.WindowSize(width, height),
		chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"))
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)

	p := &page{t: t, ctx: ctx}
	t.Cleanup(p.pictureOfFailure) // before the cancels above
	if err := chromedp.Listen(ctx, p.record); err != nil {
		t.Fatalf("start %s: %v", path, err)
	}
	go p.readConsole()
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	media := emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	}
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, media); err != nil {
		t.Fatalf("set the color scheme: %v", err)
	}
	p.do("open "+url, chromedp.EmulateViewport(int64(width), int64(height)), chromedp.Navigate(url))
	return p
}

// record notes each request. It runs in the browser's event loop.
func (p *page) record(event any) {
	if sent, ok := event.(*network.EventRequestWillBeSent); ok {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.requests = append(p.requests, sent.Request.URL)
	}
}

// readConsole notes errors until the browser ends.
func (p *page) readConsole() {
	for message, err := range chromedp.Console(p.ctx) {
		if err != nil {
			return
		}
		if message.Type == chromedp.ConsoleError || message.IsException() {
			p.mu.Lock()
			p.problems = append(p.problems, message.String())
			p.mu.Unlock()
		}
	}
}

func (p *page) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, waitLimit)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatalf("%s: %v", what, err)
	}
}

// click scrolls to the visible element and presses it with the mouse.
func (p *page) click(selector string) {
	p.t.Helper()
	p.do("click "+selector, chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
}

// fill replaces the text of an input, as a person who selects all of it and types.
func (p *page) fill(selector, text string) {
	p.t.Helper()
	p.do("find "+selector, chromedp.WaitVisible(chromedp.CSS(selector)))
	p.eval(fmt.Sprintf(`{ const e = document.querySelector(%s); e.focus(); e.select(); true }`, quote(selector)))
	if _, err := chromedp.Call(p.ctx, input.InsertText, input.InsertTextParams{Text: text}); err != nil {
		p.t.Fatalf("type into %s: %v", selector, err)
	}
	value := `document.querySelector(` + quote(selector) + `).value`
	p.waitFor(selector+" to hold the text", value+" === "+quote(text))
}

// text returns the text of the first visible element.
func (p *page) text(selector string) string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, waitLimit)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Text(chromedp.CSS(selector), chromedp.NodeVisible))
	if err != nil {
		p.t.Fatalf("read %s: %v", selector, err)
	}
	return strings.TrimSpace(text)
}

// eval returns the value of a JavaScript expression that is a boolean.
func (p *page) eval(expression string) bool {
	p.t.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](expression))
	if err != nil {
		p.t.Fatalf("evaluate %s: %v", expression, err)
	}
	return value
}

// overflowing names the elements that make the page wider than its window, "" if it fits.
func (p *page) overflowing() string {
	p.t.Helper()
	names, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](`(() => {
		const width = document.documentElement.clientWidth;
		if (document.documentElement.scrollWidth <= width) return "";
		const wide = [...document.querySelectorAll("body *")].filter(e => {
			const box = e.getBoundingClientRect();
			return box.right > width || e.scrollWidth > e.clientWidth && box.left + e.scrollWidth > width;
		});
		return wide.map(e => e.tagName + "." + e.className).join(" ") || "an element that is not found";
	})()`))
	if err != nil {
		p.t.Fatalf("measure the page: %v", err)
	}
	return names
}

// waitFor waits until a JavaScript expression is true.
func (p *page) waitFor(what, expression string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, waitLimit)
	defer cancel()
	for {
		value, err := chromedp.Run(ctx, chromedp.Evaluate[bool](expression))
		if err == nil && value {
			return
		}
		select {
		case <-ctx.Done():
			p.t.Fatalf("waited %v for %s (%v); the page shows:\n%.2000s", waitLimit, what, err, p.body())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func (p *page) body() string {
	text, err := chromedp.Run(p.ctx, chromedp.Evaluate[string]("document.body.innerText"))
	if err != nil {
		return err.Error()
	}
	return text
}

// checkQuiet fails the test if the page logged an error that is not expected, or requested another host.
func (p *page) checkQuiet(base string, expected ...string) {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, problem := range p.problems {
		known := false
		for _, e := range expected {
			known = known || strings.Contains(problem, e)
		}
		if !known {
			p.t.Errorf("the page logged an error: %s", problem)
		}
	}
	if len(p.requests) == 0 {
		p.t.Error("no request was recorded")
	}
	for _, url := range p.requests {
		if !strings.HasPrefix(url, base+"/") && !strings.HasPrefix(url, "data:") {
			p.t.Errorf("the page requested another host: %s", url)
		}
	}
}

// picture writes a screenshot to the artifact directory of the test. `go test -artifacts` keeps it.
func (p *page) picture(name string) {
	p.t.Helper()
	png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Logf("no screenshot: %v", err)
		return
	}
	path := filepath.Join(p.t.ArtifactDir(), name+".png")
	if err := os.WriteFile(path, png, 0o644); err != nil {
		p.t.Logf("no screenshot: %v", err)
	}
}

func (p *page) pictureOfFailure() {
	if p.t.Failed() {
		p.picture("failure")
	}
}

// quote writes a string as JavaScript.
func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string
	}
	return string(b)
}

func visible(selector string) chromedp.Action[chromedp.Void] {
	return chromedp.WaitVisible(chromedp.CSS(selector))
}
