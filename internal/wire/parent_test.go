package wire_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"time"

	"vitrine/internal/wire"
)

func TestAnAnswerComesBackAsItWasWritten(t *testing.T) {
	t.Parallel()
	until := time.Date(2026, 3, 14, 9, 26, 53, 589793000, time.UTC)
	for _, a := range []wire.Answer{
		{Epoch: "e", Read: 7, Valid: 9, Tags: []string{"product:1", "a|\n\"b"}, Body: []byte("{\"a\":\"line\\n\"}\n\n")},
		{Epoch: "e", Read: 7, Valid: 5, Until: &until, Engine: "meilisearch", Tags: []string{}, Body: []byte{}},
		{Epoch: "e", Read: 7, Valid: 7, Tags: []string{"x"}, Missing: true},
	} {
		var b bytes.Buffer
		if err := a.Encode(&b); err != nil {
			t.Fatal(err)
		}
		got, err := wire.DecodeAnswer(&b)
		if err != nil || !reflect.DeepEqual(got, a) {
			t.Errorf("got %+v, %v, want %+v", got, err, a)
		}
	}
	for _, bad := range []string{"", "{}", "{\"e\":", "[]\nbody", "{\"r\":-1}\n"} {
		if a, err := wire.DecodeAnswer(strings.NewReader(bad)); err == nil {
			t.Errorf("%q: %+v", bad, a)
		}
	}
}

func TestAQuestionComesBackAsItWasWritten(t *testing.T) {
	t.Parallel()
	w := wire.Wanted{Head: wire.Head{Tenant: "demo", Epoch: "e-1", Seq: 1 << 63}, Path: "/product?search=a%26b&x=ü+1",
		Kept: true}
	if got, err := wire.ParseWanted(w.Query()); err != nil || got != w {
		t.Errorf("got %+v, %v", got, err)
	}
	for _, lacks := range []string{"tenant", "epoch", "seq", "path"} {
		q := w.Query()
		q.Del(lacks)
		if got, err := wire.ParseWanted(q); err == nil {
			t.Errorf("without %s: %+v", lacks, got)
		}
	}
}
