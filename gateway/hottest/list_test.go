package hottest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"vitrine/cache"
	"vitrine/internal/wire"
)

func numbered(from, to int) (list wire.Hottest) {
	for i := from; i < to; i++ {
		list.Answers = append(list.Answers, wire.HotAnswer{Tenant: "t", Path: fmt.Sprintf("/product?limit=%d", i)})
	}
	return list
}

func TestASavedListIsReadBack(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "gateway", "hottest.json")
	if list, err := saved(file); err != nil || len(list.Answers) > 0 {
		t.Errorf("before the first list was saved: %v, %v", list, err)
	}
	for _, want := range []wire.Hottest{numbered(0, 3), numbered(7, 9)} {
		if err := save(file, want); err != nil {
			t.Fatal(err)
		}
		got, err := saved(file)
		if err != nil || !slices.Equal(got.Answers, want.Answers) {
			t.Errorf("read %v, %v, want %v", got, err, want)
		}
	}
	left, err := os.ReadDir(filepath.Dir(file))
	if err != nil || len(left) != 1 {
		t.Errorf("files beside the list: %v, %v", left, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the list may be read by others: %v, %v", info.Mode(), err)
	}
}

func TestListsAreBounded(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(numbered(0, 3*maxAnswers))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := decode(text); err != nil || len(got.Answers) != maxAnswers {
		t.Errorf("a list has %d answers, %v", len(got.Answers), err)
	}
	for _, bad := range []string{"", "{", `{"answers":7}`} {
		if _, err := decode([]byte(bad)); err == nil {
			t.Errorf("%q is a list", bad)
		}
	}
	file := filepath.Join(t.TempDir(), "list")
	if err := os.WriteFile(file, make([]byte, 16*maxBytes), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := saved(file); err == nil {
		t.Error("a file without a list is one")
	}
}

func TestTheListOfAnotherGatewayComesFirst(t *testing.T) {
	t.Parallel()
	got := merge(numbered(2, 4), numbered(0, 3))
	want := slices.Concat(numbered(2, 4).Answers, numbered(0, 2).Answers)
	if !slices.Equal(got.Answers, want) {
		t.Errorf("merged %v, want %v", got.Answers, want)
	}
	if got := merge(numbered(0, maxAnswers), numbered(maxAnswers, 2*maxAnswers)); len(got.Answers) != maxAnswers {
		t.Errorf("%d answers", len(got.Answers))
	}
}

// The cache has fewer places for recent entries than entries, and two with the same hash share one.
func TestEveryAnswerThatWasRequestedIsListed(t *testing.T) {
	t.Parallel()
	c, err := cache.New(cache.Config{Bytes: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	const requested = 1500
	at := cache.Snapshot{Epoch: "e1"}
	tenant := c.NewTenant("t", at)
	keep := func(name, engine string, requests int) {
		e := &cache.Entry{Key: cache.AppendKey(nil, "t", []byte(name)), Body: []byte("{}"), Engine: engine}
		e.Replaces(c.Peek(e.Key))
		if !c.Keep(tenant, at, e) {
			t.Fatalf("%s is not kept", name)
		}
		c.Wait()
		for range requests {
			if c.Get(e.Key, time.Now()) != e {
				t.Fatalf("%s is not found", name)
			}
		}
	}
	for i := range requested {
		keep(fmt.Sprint("/product?limit=", i), "", 1+i%3)
	}
	for i := 0; i < requested; i += 10 { // read anew after a change, and not requested since
		keep(fmt.Sprint("/product?limit=", i), "", 0)
	}
	keep("/product?limit=never", "", 0)
	keep("/product?search=secret", "memory", 3)
	keep("posted", "", 3)
	list := listOf(c, tenant.Entries())
	seen := map[string]bool{}
	for _, a := range list.Answers {
		if a.Tenant != "t" || seen[a.Path] {
			t.Errorf("%v is listed twice, or of another tenant", a)
		}
		seen[a.Path] = true
	}
	for i := range requested {
		if path := fmt.Sprint("/product?limit=", i); !seen[path] {
			t.Errorf("%s is not listed", path)
		}
	}
	if len(seen) != requested {
		t.Errorf("%d answers are listed, want %d", len(seen), requested)
	}
}
