package boot

import (
	"bufio"
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

func TestNATSKeepsItsMessagesAndItsAddress(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := busIn(t, dir)
	busPublish(t, first.Conn, 100)
	first.stop()
	first.stop()

	again := busIn(t, dir)
	if again.URL != first.URL {
		t.Errorf("address %s, was %s", again.URL, first.URL)
	}
	if got := busMessages(t, again.Conn); got != 100 {
		t.Errorf("%d messages, want 100", got)
	}
}

func TestOtherProcessesNeedThePassword(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	b := busIn(t, dir)
	busPublish(t, b.Conn, 3)

	address, err := NATSURL(dir)
	if err != nil {
		t.Fatal(err)
	}
	nc, err := nats.Connect(address)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	if got := busMessages(t, nc); got != 3 {
		t.Errorf("%d messages over TCP, want 3", got)
	}

	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	if nc, err := nats.Connect("nats://" + u.Host); err == nil {
		nc.Close()
		t.Error("connected without the password")
	}
	if info, err := os.Stat(filepath.Join(dir, "nats", "url")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode of the file with the password: %v, %v", info.Mode(), err)
	}
}

func TestASecondServerOnTheSameFolderIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	busIn(t, dir)
	_, err := startNATS(t.Context(), dir, discardLog)
	if err == nil || !strings.Contains(err.Error(), "another process runs the NATS server") {
		t.Errorf("got %v", err)
	}
}

func TestNATSMovesWhenItsPortIsTaken(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	b := busIn(t, dir)
	busPublish(t, b.Conn, 5)
	u, err := url.Parse(b.URL)
	if err != nil {
		t.Fatal(err)
	}
	b.stop()
	// Another process may take the server's port once it is free, so the server gets the port of a listener instead.
	squatter, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer squatter.Close()
	u.Host = squatter.Addr().String()
	if err := os.WriteFile(filepath.Join(dir, "nats", "url"), []byte(u.String()), 0o600); err != nil {
		t.Fatal(err)
	}

	b = busIn(t, dir)
	if strings.Contains(b.URL, u.Host) {
		t.Errorf("says that it is at %s, which is taken", u.Host)
	}
	if got := busMessages(t, b.Conn); got != 5 {
		t.Errorf("%d messages, want 5", got)
	}
}

func TestNATSSurvivesAKill(t *testing.T) {
	if dir := os.Getenv("VITRINE_TEST_NATS_CHILD"); dir != "" {
		b := busIn(t, dir) // This is the child process.
		for i := 1; ; i++ {
			busPublish(t, b.Conn, 1)
			fmt.Println("acknowledged", i)
		}
	}
	t.Parallel()
	dir := t.TempDir()
	for round := range 3 {
		child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestNATSSurvivesAKill$")
		child.Env = append(os.Environ(), "VITRINE_TEST_NATS_CHILD="+dir)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		acknowledged := 0
		for lines := bufio.NewScanner(out); acknowledged < 50 && lines.Scan(); {
			fmt.Sscanf(lines.Text(), "acknowledged %d", &acknowledged)
		}
		child.Process.Kill()
		child.Wait()
		if acknowledged < 50 {
			t.Fatalf("round %d: the child ended after %d messages", round, acknowledged)
		}
	}
	b := busIn(t, dir)
	if got := busMessages(t, b.Conn); got < 150 {
		t.Errorf("%d messages, want the 150 acknowledged ones: a kill is no power cut", got)
	}
}

func TestABrokenStoreIsReplaced(t *testing.T) {
	t.Parallel()
	garbage := []byte(strings.Repeat("\x00\xffnonsense", 100))
	for name, harm := range map[string]func(t *testing.T, path string, d fs.DirEntry) error{
		"garbage in every file": func(t *testing.T, path string, d fs.DirEntry) error {
			return os.WriteFile(path, garbage, 0o600)
		},
		"every file cut off": func(t *testing.T, path string, d fs.DirEntry) error {
			return os.Truncate(path, 0)
		},
		"the stream's description is garbage": func(t *testing.T, path string, d fs.DirEntry) error {
			if strings.HasPrefix(d.Name(), "meta.") {
				return os.WriteFile(path, garbage, 0o600)
			}
			return nil
		},
		"the stream's description is gone": func(t *testing.T, path string, d fs.DirEntry) error {
			if strings.HasPrefix(d.Name(), "meta.") {
				return os.Remove(path)
			}
			return nil
		},
		"the messages are garbage": func(t *testing.T, path string, d fs.DirEntry) error {
			if strings.HasSuffix(d.Name(), ".blk") {
				return os.WriteFile(path, garbage, 0o600)
			}
			return nil
		},
		"the messages are gone": func(t *testing.T, path string, d fs.DirEntry) error {
			if strings.HasSuffix(d.Name(), ".blk") {
				return os.Remove(path)
			}
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			b := busIn(t, dir)
			busPublish(t, b.Conn, 100)
			b.stop()
			harmed := 0
			err := filepath.WalkDir(filepath.Join(dir, "nats", "store"), func(path string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				harmed++
				return harm(t, path, d)
			})
			if err != nil || harmed == 0 {
				t.Fatalf("harmed %d files: %v", harmed, err)
			}

			b = busIn(t, dir)
			before := uint64(0)
			if js, err := jetstream.New(b.Conn); err == nil {
				if s, err := js.Stream(t.Context(), busStream.Name); err == nil {
					before = s.CachedInfo().State.Msgs
				}
			}
			busPublish(t, b.Conn, 10)
			if got := busMessages(t, b.Conn); got != before+10 {
				t.Errorf("%d messages, want %d and the 10 new ones", got, before)
			}
		})
	}
	t.Run("a file where the store should be", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		if err := os.MkdirAll(filepath.Join(dir, "nats"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "nats", "store"), garbage, 0o600); err != nil {
			t.Fatal(err)
		}
		busPublish(t, busIn(t, dir).Conn, 1)
	})
	t.Run("garbage where the address should be", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		if err := os.MkdirAll(filepath.Join(dir, "nats"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "nats", "url"), garbage, 0o600); err != nil {
			t.Fatal(err)
		}
		busPublish(t, busIn(t, dir).Conn, 1)
	})
}

var discardLog = slog.New(slog.DiscardHandler)

var busStream = jetstream.StreamConfig{Name: "CHANGES", Subjects: []string{"change.*"}, Storage: jetstream.FileStorage,
	MaxBytes: 16 << 20}

func busIn(t *testing.T, dir string) *natsServer {
	t.Helper()
	b, err := startNATS(t.Context(), dir, discardLog)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.stop)
	return b
}

// busPublish creates the stream if it is missing, and publishes n messages, each acknowledged.
func busPublish(t *testing.T, nc *nats.Conn, n int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.CreateOrUpdateStream(ctx, busStream); err != nil {
		t.Fatalf("make the stream: %v", err)
	}
	for i := range n {
		if _, err := js.Publish(ctx, "change.1", fmt.Append(nil, i)); err != nil {
			t.Fatalf("publish: %v", err)
		}
	}
}

// busMessages counts the messages that can be read.
func busMessages(t *testing.T, nc *nats.Conn) (n uint64) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	s, err := js.Stream(ctx, busStream.Name)
	if err != nil {
		t.Fatal(err)
	}
	state := s.CachedInfo().State
	for seq := state.FirstSeq; seq <= state.LastSeq && state.Msgs > 0; seq++ {
		if _, err := s.GetMsg(ctx, seq); err == nil {
			n++
		}
	}
	return n
}
