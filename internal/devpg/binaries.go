package devpg

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// least is the oldest major version of Postgres with ON DELETE SET NULL (column).
const least = 15

// extensions are the extensions that the migrations create.
var extensions = []string{"hstore", "pg_trgm", "unaccent"}

// ErrNoPostgres is returned if there are no binaries, or no user to run them as.
var ErrNoPostgres = errors.New("no Postgres")

// Binaries are a folder with initdb and postgres of one version.
type Binaries struct {
	Dir     string
	Version string // 15.18
	Major   int
}

// Find returns the binaries for a new cluster and downloads them if necessary, unless cfg.Bin is BinInstalled. It uses
// Bin, Log and Progress of cfg only.
func Find(ctx context.Context, cfg Config) (Binaries, error) {
	cfg = cfg.filled()
	a, err := currentAccount()
	if err != nil {
		return Binaries{}, err
	}
	return findBinaries(ctx, a, 0, cfg)
}

// folders are the places of Postgres outside the PATH.
var folders = []string{
	"/usr/lib/postgresql/*/bin",       // Debian, Ubuntu
	"/usr/pgsql-*/bin",                // RPMs of postgresql.org
	"/usr/libexec/postgresql*",        // Alpine
	"/usr/local/pgsql/bin",            // built from source
	"/opt/homebrew/opt/postgres*/bin", // Homebrew
	"/usr/local/opt/postgres*/bin",
	"/home/linuxbrew/.linuxbrew/opt/postgres*/bin",
	"/Applications/Postgres.app/Contents/Versions/*/bin",
}

// findBinaries returns binaries of the wanted major version. If it is 0, the newest installed ones come first and the
// download second.
func findBinaries(ctx context.Context, a account, want int, cfg Config) (Binaries, error) {
	fits := func(b Binaries) bool { return b.Major == want || want == 0 && b.Major >= least }

	var passed []string // reasons why installed binaries are not usable
	switch cfg.Bin {
	case BinDownload:
	case "", BinInstalled:
		for _, b := range installed(ctx, a) {
			if !fits(b) {
				passed = append(passed, fmt.Sprintf("%s is version %s", b.Dir, b.Version))
			} else if missing := lacks(ctx, a, b); len(missing) > 0 {
				passed = append(passed, fmt.Sprintf("%s has no extension %s (install postgresql-contrib)", b.Dir,
					strings.Join(missing, ", ")))
			} else {
				return b, nil
			}
		}
	default:
		b, err := probe(ctx, a, cfg.Bin)
		if err == nil && !fits(b) {
			err = fmt.Errorf("it is version %s, wanted is %s", b.Version, wanted(want))
		}
		if err != nil {
			return Binaries{}, fmt.Errorf("%w in %s: %w", ErrNoPostgres, cfg.Bin, err)
		}
		return b, nil
	}

	if cfg.Bin == BinInstalled {
		return Binaries{}, fmt.Errorf("%w of %s is installed%s", ErrNoPostgres, wanted(want),
			said([]byte(strings.Join(passed, "; "))))
	}
	for _, reason := range passed {
		cfg.Log.Info("installed postgres not used", "reason", reason)
	}
	b, err := fetch(ctx, a, want, cfg)
	if err != nil {
		tried := strings.Join(append(passed, err.Error()), "; ")
		return Binaries{}, fmt.Errorf("%w: install %s (apt install postgresql, brew install postgresql@17) or set "+
			"VITRINE_DATABASE_URL; what was tried: %s",
			ErrNoPostgres, wanted(want), tried)
	}
	return b, nil
}

func wanted(major int) string {
	if major == 0 {
		return fmt.Sprintf("version %d or newer", least)
	}
	return fmt.Sprintf("version %d", major)
}

// clusterBinaries returns the binaries for a place. An existing cluster needs the major version that created it.
func clusterBinaries(ctx context.Context, pl *place, cfg Config) (Binaries, error) {
	want, err := clusterMajor(pl)
	if err != nil {
		return Binaries{}, fmt.Errorf("read the database's version: %w", err)
	}
	if want == 0 && cfg.Seed != "" {
		if want, err = readMajor(filepath.Join(cfg.Seed, "data")); err != nil {
			return Binaries{}, fmt.Errorf("read the seed's version: %w", err)
		}
		return findBinaries(ctx, pl.account, want, cfg)
	}
	b, err := findBinaries(ctx, pl.account, want, cfg)
	if err != nil && want != 0 {
		err = fmt.Errorf("the database in %s was made by Postgres %d and needs its binaries, or to be carried over with "+
			"pg_upgrade, or to be removed to begin with an empty one: %w",
			pl.home, want, err)
	}
	return b, err
}

// clusterMajor returns the major version that an existing cluster needs, 0 if there is no cluster.
func clusterMajor(pl *place) (int, error) {
	major, err := readMajor(pl.data())
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	return major, err
}

func readMajor(data string) (int, error) {
	b, err := os.ReadFile(filepath.Join(data, "PG_VERSION"))
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(string(b)))
}

// installed lists the installed binaries, the newest first. Among equal versions the one in the PATH comes first.
func installed(ctx context.Context, a account) []Binaries {
	dirs := filepath.SplitList(os.Getenv("PATH"))
	for _, pattern := range folders {
		found, _ := filepath.Glob(pattern) // the patterns are well-formed
		dirs = append(dirs, found...)
	}

	var all []Binaries
	for _, dir := range dirs {
		b, err := probe(ctx, a, dir)
		if err == nil && !slices.Contains(all, b) {
			all = append(all, b)
		}
	}
	slices.SortStableFunc(all, func(a, b Binaries) int { return compareVersions(b.Version, a.Version) })
	return all
}

var versionLine = regexp.MustCompile(`\(PostgreSQL\) (\d+)(\.\d+)?`)

// probe reads the version of the binaries in a folder, as the account that will run them.
func probe(ctx context.Context, a account, dir string) (Binaries, error) {
	for _, name := range []string{"initdb", "postgres"} {
		if _, err := exec.LookPath(filepath.Join(dir, name)); err != nil {
			return Binaries{}, err
		}
	}
	out, err := a.command(ctx, "/", filepath.Join(dir, "postgres"), "--version").CombinedOutput()
	if err != nil {
		return Binaries{}, fmt.Errorf("run %s as user %s: %w%s", filepath.Join(dir, "postgres"), a.name, err, said(out))
	}
	m := versionLine.FindStringSubmatch(string(out))
	if m == nil {
		return Binaries{}, fmt.Errorf("unknown version %q", out)
	}
	major, err := strconv.Atoi(m[1])
	return Binaries{Dir: dir, Version: m[1] + m[2], Major: major}, err
}

// lacks lists the extensions that are not installed with the binaries. Some systems package them separately.
func lacks(ctx context.Context, a account, b Binaries) []string {
	out, err := a.command(ctx, "/", filepath.Join(b.Dir, "initdb"), "--show", "--pgdata=/nowhere").CombinedOutput()
	if err != nil {
		return nil // the migrations will report them
	}
	for line := range strings.Lines(string(out)) {
		share, ok := strings.CutPrefix(strings.TrimSpace(line), "share_path=")
		if !ok {
			continue
		}
		return slices.DeleteFunc(slices.Clone(extensions), func(name string) bool {
			_, err := os.Stat(filepath.Join(share, "extension", name+".control"))
			return err == nil
		})
	}
	return nil
}

// compareVersions orders 9.6 before 15.2 before 15.18.
func compareVersions(a, b string) int {
	parts := func(s string) (n []int) {
		for p := range strings.SplitSeq(s, ".") {
			i, _ := strconv.Atoi(p) // the regular expression accepts digits only
			n = append(n, i)
		}
		return n
	}
	return slices.Compare(parts(a), parts(b))
}
