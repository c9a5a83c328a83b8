package schematest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"vitrine/internal/devpg"
)

// settings make the private server fast. Its data does not outlive it.
var settings = map[string]string{
	"fsync":                      "off",
	"full_page_writes":           "off",
	"synchronous_commit":         "off",
	"shared_buffers":             "128MB",
	"max_connections":            "300",
	"max_wal_size":               "256MB",
	"log_min_duration_statement": "-1",
	"wal_level":                  "logical", // for tests of replication
}

// leftAge is the age at which unused seeds (60 MB each, recreated in two seconds) and leftovers of killed processes are
// removed.
const leftAge = 2 * time.Hour

// startPrivate starts the server of this process from the seed and returns its URL. The server ends with the process.
func startPrivate(ctx context.Context, fingerprint string) (string, error) {
	base := filepath.Join(os.TempDir(), fmt.Sprintf("vitrine-schematest-%d", os.Geteuid()))
	if err := ownFolder(base); err != nil {
		return "", err
	}
	sweepFolder(ctx, base)

	bin, err := devpg.Find(ctx, devpg.Config{})
	if err != nil {
		return "", err
	}
	seed, err := makeSeed(ctx, filepath.Join(base, "seed-"+bin.Version+"-"+fingerprint), bin, fingerprint)
	if err != nil {
		return "", fmt.Errorf("create the seed of test servers: %w", err)
	}

	run, err := os.MkdirTemp(base, "run-*")
	if err != nil {
		return "", err
	}
	if err := os.Chmod(run, 0o755); err != nil { //nolint:gosec // Postgres may run as another user
		return "", err
	}
	srv, err := devpg.Start(ctx, devpg.Config{Dir: run, Bin: bin.Dir, Settings: settings, Seed: seed, Throwaway: true})
	if err != nil {
		return "", fmt.Errorf("start the test server: %w", err)
	}
	return srv.URL(), nil
}

// makeSeed returns the home of a cleanly stopped cluster with a migrated template. One process creates it, others wait.
func makeSeed(ctx context.Context, dir string, bin devpg.Binaries, fingerprint string) (home string, err error) {
	lock, err := os.OpenFile(dir+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return "", err
	}
	defer func() { _ = lock.Close() }()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return "", err
	}

	// The modification time of the lock is the last use of the seed.
	now := time.Now()
	if err := os.Chtimes(lock.Name(), now, now); err != nil {
		return "", err
	}
	ready := filepath.Join(dir, "ready") // written last: the folder is complete
	if b, err := os.ReadFile(ready); err == nil {
		home = strings.TrimSpace(string(b))
		if _, err := os.Stat(filepath.Join(home, "data", "PG_VERSION")); err == nil { //nolint:gosec // the operator chose it
			return home, nil
		}
	}
	if err := errors.Join(devpg.Remove(ctx, dir), os.RemoveAll(dir)); err != nil {
		return "", err
	}
	srv, err := devpg.Start(ctx, devpg.Config{Dir: dir, Bin: bin.Dir, Settings: settings})
	if err != nil {
		return "", err
	}
	defer func() {
		err = errors.Join(err, srv.Stop())
		if err == nil {
			err = os.WriteFile(ready, []byte(srv.Home()+"\n"), 0o600)
		}
	}()
	admin, err := connect(ctx, srv.URL())
	if err != nil {
		return "", err
	}
	defer admin.admin.Close()
	return srv.Home(), admin.makeTemplate(ctx, fingerprint)
}

// ownFolder creates a folder in the temporary folder and checks its owner, because other users can guess its name.
func ownFolder(dir string) error {
	if err := os.Mkdir(dir, 0o755); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if st := info.Sys().(*syscall.Stat_t); !info.IsDir() || int(st.Uid) != os.Geteuid() || info.Mode().Perm()&0o022 != 0 {
		return fmt.Errorf("%s is not a private folder of this user: remove it", dir)
	}
	return nil
}

// sweepFolder removes unused seeds and leftovers of runs. It ignores errors; the next run tries again.
func sweepFolder(ctx context.Context, base string) {
	locks, _ := filepath.Glob(filepath.Join(base, "seed-*.lock")) // the patterns are well-formed
	for _, lock := range locks {
		if older(lock, leftAge) && removeAll(ctx, strings.TrimSuffix(lock, ".lock")) {
			_ = os.Remove(lock)
		}
	}
	runs, _ := filepath.Glob(filepath.Join(base, "run-*"))
	for _, dir := range runs {
		if older(dir, leftAge) {
			removeAll(ctx, dir)
		}
	}
}

// removeAll removes a folder unless a server runs in it.
func removeAll(ctx context.Context, dir string) bool {
	return devpg.Remove(ctx, dir) == nil && os.RemoveAll(dir) == nil
}

func older(path string, age time.Duration) bool {
	info, err := os.Stat(path)
	return err == nil && time.Since(info.ModTime()) > age
}
