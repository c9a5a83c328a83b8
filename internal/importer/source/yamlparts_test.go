package source

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/metrics"
	"strings"
	"testing"
	"time"
)

// A YAML file that divides into records is read record by record: its length does not matter, and a wrong record costs
// only itself.
func TestYAMLRecordByRecord(t *testing.T) {
	f := func(content string, want ...string) {
		t.Helper()
		got, _ := read(t, "x.yaml", []byte(content), Options{MaxLine: 100})
		same(t, fmt.Sprintf("%.60q", content), got, want)
	}
	f("# list\n---\n\n- a: 1\n  b:\n  - x\n  - y: |\n     - z\n# end\n- a: \"- b\"\n\n-\n  a: 3\n...\n",
		`4: a=1 b=["x",{"y":"- z\n"}]`,
		`10: a="- b"`, "13: a=3")
	f("  - a: 1\n    b:\n    - 2\n  - a: 3\n", "1: a=1 b=[2]", "4: a=3")
	f("- a: 1\r\n- a: 2\r\n", "1: a=1", "2: a=2")
	f("- a: [\n- b: 2\n", "1! invalid YAML: line 1: did not find expected node content", "2: b=2")
	f("- a: 1\n- b: {\n- c: 3\n", "1: a=1", "2! invalid YAML: line 2: did not find expected node content", "3: c=3")
	f("- a: 1\nb: 2\n- c: 3\n", "1! invalid YAML: line 1: did not find expected '-' indicator", "3: c=3")
	f("- a: "+strings.Repeat("x", 100)+"\n- b: 2\n", "1! the record is longer than 100 bytes; --max-line raises the limit",
		"2: b=2")
	f("- &b {n: 1}\n- <<: *b\n", "1: n=1", "2: n=1")
	f("%YAML 1.1\n---\n- a: 1\n- a: 2\n", "3: a=1", "4: a=2")
	f("---\na: 1\n--- # two\nb: |\n  ---\n---\nc: [\n---\nd: 4\n...\n", "2: a=1", `4: b="---\n"`,
		"6! invalid YAML: line 7: did not find expected node content", "9: d=4")
	f("a: 1\n...\nb: 2\n", "invalid YAML: line 2: did not find expected <document start>")
	f("- [a]\n- ? [b]\n  : c\n", "1! expected a mapping of fields, got an array",
		"2! line 2: expected a name, got a list or mapping")
	f("- # nothing\n- a: 1\n", "1! expected a mapping of fields, got null", "2: a=1")
	f("products:\n- name: a\n---\n# the end\n", `2: name="a"`)
}

// The parser needs 300 bytes for each value, so the number of values that it reads at once is limited.
func TestYAMLNeedsLittleMemory(t *testing.T) {
	const large = "a document has more than 2000000 names and values; convert it to JSON Lines, which has no limit " +
		"(yq -o=json -I=0 '.[]')"
	most := map[string]uint64{}
	f := func(what, content string, want string) {
		t.Helper()
		path := filepath.Join(t.TempDir(), "x.yaml")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		stop := peakHeap(func(n uint64) { most[what] = n })
		got, _ := readPath(t, path, Options{MaxLine: 1 << 20})
		stop()
		same(t, what, Clip(got[len(got)-1], 200), want)
	}
	const n = 3 << 20
	f("flow list", "a: ["+strings.Repeat("1,", n)+"1]\n", large)
	f("block list", "a:\n"+strings.Repeat("- 1\n", n), large)
	f("flow mappings", "a: ["+strings.Repeat("{},", n)+"{}]\n", large)
	f("names", "a: "+strings.Repeat("\n b: ", n), large)
	f("one record", "- a: ["+strings.Repeat("1,", n)+"1]\n- b: 1\n", "2: b=1")
	f("documents", "%YAML 1.2\n"+strings.Repeat("--- a\n", n), large)
	f("anchors", "- &a b: 1\n"+strings.Repeat("- *a\n", n), large)
	f("at the limit", "name: x\nlist: ["+strings.Repeat("1,", maxNodes-9)+"1]\n", Clip(`1: name="x" list=[1`+
		strings.Repeat(",1", 100), 200))
	for what, bytes := range most {
		if t.Logf("%s: %d MB", what, bytes>>20); bytes > 700<<20 {
			t.Errorf("%s needs %d MB", what, bytes>>20)
		}
	}
}

// peakHeap measures the largest heap until stop is called, and passes its size to tell.
func peakHeap(tell func(n uint64)) (stop func()) {
	over, done := make(chan struct{}), make(chan struct{})
	most := uint64(0)
	go func() {
		defer close(done)
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		for {
			metrics.Read(sample)
			most = max(most, sample[0].Value.Uint64())
			select {
			case <-over:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	return func() {
		close(over)
		<-done
		tell(most)
	}
}
