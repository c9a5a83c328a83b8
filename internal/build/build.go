// Package build says which build of Vitrine a program is.
package build

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"
)

// The linker sets these: make build and make release pass -X vitrine/internal/build.version=….
var (
	version string // such as 1.4.0, or 1.4.0-12-gabc1234 for the twelfth commit after it
	commit  string
	date    string // of the commit, in RFC 3339: a build can be repeated byte for byte
)

// Info describes a build.
type Info struct {
	Version string `json:"version"` // "dev" if the linker did not set it
	Commit  string `json:"commit"`  // "unknown" if neither the linker nor the go command knows it
	Date    string `json:"date"`    // of the commit, in RFC 3339; "unknown" as Commit
	Changed bool   `json:"changed"` // the sources differed from the commit; known to the go command only
	Go      string `json:"go"`
	System  string `json:"system"` // operating system and processor, such as linux/amd64
}

// Read returns the description of the running program.
func Read() Info {
	info, _ := debug.ReadBuildInfo()
	return read(info)
}

// read prefers what the linker was given to what the go command recorded.
func read(recorded *debug.BuildInfo) Info {
	out := Info{Version: "dev", Commit: "unknown", Date: "unknown", Go: runtime.Version(),
		System: runtime.GOOS + "/" + runtime.GOARCH}
	if recorded != nil {
		for _, s := range recorded.Settings {
			switch s.Key {
			case "vcs.revision":
				out.Commit = s.Value
			case "vcs.time":
				out.Date = s.Value
			case "vcs.modified":
				out.Changed, _ = strconv.ParseBool(s.Value) // the go command writes true or false
			}
		}
	}
	if version != "" {
		out.Version = version
	}
	if commit != "" {
		out.Commit = commit
	}
	if _, err := time.Parse(time.RFC3339, date); err == nil {
		out.Date = date
	}
	return out
}

// String returns one line for people.
func (i Info) String() string {
	changed := ""
	if i.Changed {
		changed = ", with changes"
	}
	return fmt.Sprintf("vitrine %s (commit %s of %s%s; %s, %s)", i.Version, i.Commit, i.Date, changed, i.Go, i.System)
}
