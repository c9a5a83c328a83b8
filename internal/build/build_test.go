package build

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTheLinkerComesBeforeTheGoCommand(t *testing.T) {
	recorded := &debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"},
		{Key: "vcs.time", Value: "2026-01-02T03:04:05Z"}, {Key: "vcs.modified", Value: "true"}}}
	machine := Info{Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH}
	check := func(recorded *debug.BuildInfo, want Info) {
		t.Helper()
		want.Go, want.System = machine.Go, machine.System
		if diff := cmp.Diff(want, read(recorded)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	check(nil, Info{Version: "dev", Commit: "unknown", Date: "unknown"})
	check(recorded, Info{Version: "dev", Commit: "abc", Date: "2026-01-02T03:04:05Z", Changed: true})
	t.Cleanup(func() { version, commit, date = "", "", "" })
	version, commit, date = "1.4.0", "def", "2026-05-06T07:08:09+02:00"
	check(recorded, Info{Version: "1.4.0", Commit: "def", Date: date, Changed: true})
	date = "yesterday"
	check(nil, Info{Version: "1.4.0", Commit: "def", Date: "unknown"})
}

func TestOneLine(t *testing.T) {
	got := Info{Version: "1.4.0", Commit: "abc", Date: "2026-01-02T03:04:05Z", Changed: true, Go: "go1.26",
		System: "linux/arm64"}
	want := "vitrine 1.4.0 (commit abc of 2026-01-02T03:04:05Z, with changes; go1.26, linux/arm64)"
	if got.String() != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
