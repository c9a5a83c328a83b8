package edge

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"vitrine/internal/history"
	"vitrine/internal/testkit"
)

// Tabs are two tabs of Chromium on pages of an app. The first one asks for edits. What the second one shows is
// recorded in the history of the shop.
type tabs struct {
	s     *shop
	first context.Context // chromedp's handle of a tab
	saves chan saving
	close func() // closes the browser

	mu    sync.Mutex
	shown map[string]int       // the stock of each product in the second tab
	at    map[string]time.Time // since when
	texts int                  // how many it has shown
}

// A saving is an edit that the first tab has asked for, and waits for.
type saving struct {
	at   time.Time
	done chan struct{}
}

// inTab is what both tabs run before the scripts of the page. A text that the page shows is reported with the logical
// time at which the refresh before it began. To know that time, a refresh waits for an answer of the test. A tab whose
// times are measured does not wait, and reports the time at which it was opened.
const inTab = `(() => {
  const at = %q, second = %t, measured = %t, real = window.fetch.bind(window);
  const now = () => performance.timeOrigin + performance.now();
  const send = (path, body) => real(at + path, { method: "POST", body: JSON.stringify(body) });
  let start = %d, last = "";
  window.fetch = async (input, init) => {
    if (!second || measured || !String(input.url ?? input).includes("_rsc=")) return real(input, init);
    const began = Number(await (await real(at + "/now")).text());
    const answer = await real(input, init);
    start = began;
    return answer;
  };
  const look = () => {
    const text = document.querySelector("p")?.textContent ?? "";
    if (text === last) return;
    last = text;
    void send("/shown", { start, at: now(), text });
  };
  if (second) {
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  }
  window.save = () => void send("/save", { at: now() });
})()`

// openTabs opens two tabs of one browser. If their times are measured, the second one does not ask when its refreshes
// begin.
func (s *shop) openTabs(first, second string, measured bool) *tabs {
	s.Helper()
	path := program(s.T, "chromium", "chromium")
	w := &tabs{s: s, saves: make(chan saving), shown: map[string]int{}, at: map[string]time.Time{}}
	server := httptest.NewServer(w)
	s.Cleanup(server.Close)
	profile, err := os.MkdirTemp("", "vitrine-browser-*")
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { _ = os.RemoveAll(profile) }) // the browser's last process may still be writing to it
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.UserDataDir(profile), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"))
	ctx, cancel := chromedp.NewExecAllocator(context.WithoutCancel(s.Context()), options...)
	w.close = cancel
	s.Cleanup(cancel)
	browser, cancel := chromedp.NewContext(ctx)
	s.Cleanup(cancel)
	if err := chromedp.Do(browser); err != nil {
		s.Fatalf("start %s: %v", path, err)
	}
	open := func(url string, second bool) context.Context {
		tab, cancel := chromedp.NewContext(browser)
		s.Cleanup(cancel)
		script := page.AddScriptToEvaluateOnNewDocumentParams{
			Source: fmt.Sprintf(inTab, server.URL, second, measured, s.history.Now())}
		if _, err := chromedp.Call(tab, page.AddScriptToEvaluateOnNewDocument, script); err != nil {
			s.Fatal(err)
		}
		if err := chromedp.Do(tab, chromedp.Navigate(url)); err != nil {
			s.Fatalf("open %s: %v", url, err)
		}
		return tab
	}
	w.first = open(first, false)
	open(second, true)
	testkit.Until(s.T, "the second tab shows products", func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		return w.texts > 0
	})
	return w
}

func (w *tabs) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	rw.Header().Set("Access-Control-Allow-Origin", "*")
	if r.URL.Path == "/now" {
		_, _ = fmt.Fprint(rw, w.s.history.Now()) // the tab may be closed
		return
	}
	var said struct {
		Start history.Time
		At    float64 // milliseconds since 1970
		Text  string
	}
	if err := json.NewDecoder(r.Body).Decode(&said); err != nil {
		w.s.Errorf("a tab sends %s: %v", r.URL.Path, err)
		return
	}
	at := time.UnixMicro(int64(said.At * 1000))
	if r.URL.Path == "/save" {
		done := make(chan struct{})
		select {
		case w.saves <- saving{at, done}:
		case <-r.Context().Done():
			return
		}
		select {
		case <-done:
		case <-r.Context().Done():
		}
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.texts++
	for _, m := range shown.FindAllStringSubmatch(said.Text, -1) {
		amount, err := strconv.Atoi(m[2])
		if err != nil {
			w.s.Error(err)
			return
		}
		w.s.saw("the second tab", said.Start, m[1], amount)
		if amount > w.shown[m[1]] {
			w.shown[m[1]], w.at[m[1]] = amount, at
		}
	}
}

// save lets the first tab ask for an edit. It returns when it did, and what to close once the edit is committed.
func (w *tabs) save() (at time.Time, done chan<- struct{}) {
	w.s.Helper()
	if _, err := chromedp.Run(w.first, chromedp.Evaluate[bool]("(save(), true)")); err != nil {
		w.s.Fatal(err)
	}
	select {
	case one := <-w.saves:
		return one.at, one.done
	case <-time.After(testkit.Patience):
		w.s.Fatal("the first tab asks for no edit")
	}
	return at, done
}

// until waits until the second tab shows a stock of a product, and returns since when it does.
func (w *tabs) until(slug string, amount int) (at time.Time) {
	w.s.Helper()
	testkit.Until(w.s.T, fmt.Sprintf("the second tab shows %d of %s", amount, slug), func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		at = w.at[slug]
		return w.shown[slug] >= amount
	})
	return at
}
