package hottest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

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
