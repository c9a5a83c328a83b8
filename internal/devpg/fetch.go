package devpg

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/xi2/xz"
)

// central is the source of the bundles of github.com/fergusstrange/embedded-postgres, built by zonkyio, about 30 MB
// each. That library downloads and starts in one step, never as root and without a deadline. This package downloads
// them and starts them like any other Postgres.
const central = "https://repo1.maven.org/maven2/io/zonky/test/postgres"

// bundled are the versions of the bundles by major version. A new cluster gets 17.
var bundled = map[int]string{15: "15.19.0", 16: "16.15.0", 17: "17.11.0", 18: "18.6.0"}

const bundledDefault = 17

// digests are the SHA-256 digests of the default version's bundles. Other bundles are checked against the digest next
// to them.
var digests = map[string]string{
	"linux-amd64-17.11.0":        "0dd7b72b6f335b8ecfb355fa24c5781e8a93edd09880bb77eb52ebbf29b3e96d",
	"linux-arm64v8-17.11.0":      "8b042e0ea418b1927d95399207950da0734d27fe01e29503ade3bdc464ad4c2b",
	"linux-amd64-alpine-17.11.0": "ace9a6f95b1c98ce84c9841267cd04ebee5d7de5dc7b8fea148ead44f145afbd",
	"darwin-amd64-17.11.0":       "d464ff178e9860ba204662ac23fa547504b7fd392392ff2fb92e3fd73b5bdb64",
	"darwin-arm64v8-17.11.0":     "a1c2786acb0c398f9b2d76806fc52f5dc8b222cbc8e9383a9b9702084daaf3a5",
}

const (
	bundleLimit = 200 << 20 // bytes of a download, and of each file in it
	stallLimit  = 30 * time.Second
)

// fetch returns the bundle of a major version (0: the default) and downloads it if necessary.
func fetch(ctx context.Context, a account, major int, cfg Config) (Binaries, error) {
	if major == 0 {
		major = bundledDefault
	}
	version, ok := bundled[major]
	if !ok {
		return Binaries{}, fmt.Errorf("no download of Postgres %d exists", major)
	}
	name := platform() + "-" + version
	base, err := bundleFolder(a)
	if err != nil {
		return Binaries{}, err
	}
	dir := filepath.Join(base, name)

	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		if err := download(ctx, dir, name, version, cfg.Progress); err != nil {
			return Binaries{}, fmt.Errorf("download Postgres %s: %w", version, err)
		}
	}
	b, err := probe(ctx, a, filepath.Join(dir, "bin"))
	if err != nil {
		return Binaries{}, fmt.Errorf("the Postgres downloaded to %s does not run here: %w", dir, err)
	}
	if missing := lacks(ctx, a, b); len(missing) > 0 {
		return Binaries{}, fmt.Errorf("the Postgres downloaded to %s has no extension %s", dir, strings.Join(missing, ", "))
	}
	return b, nil
}

// platform returns the platform as in the names of the bundles.
func platform() string {
	arch := runtime.GOARCH
	if arch == "arm64" {
		arch = "arm64v8"
	}
	if _, err := os.Stat("/etc/alpine-release"); err == nil {
		arch += "-alpine"
	}
	return runtime.GOOS + "-" + arch
}

// bundleFolder returns the folder for bundles. It is outside the data folder, because all data folders share it.
func bundleFolder(a account) (string, error) {
	var bases []string
	if cache, err := os.UserCacheDir(); err == nil && !a.drop { // other users cannot read root's
		bases = append(bases, filepath.Join(cache, "vitrine", "postgres"))
	}
	if a.drop {
		bases = append(bases, "/var/lib/vitrine/bin")
	}
	bases = append(bases, filepath.Join(os.TempDir(), fmt.Sprintf("vitrine-bin-%d", os.Geteuid())))

	var tried []error
	for _, base := range bases {
		err := os.MkdirAll(base, 0o755)
		if err == nil && !a.canEnter(base) {
			err = fmt.Errorf("user %s cannot enter %s", a.name, base)
		}
		if err == nil {
			err = oursAlone(base)
		}
		if err == nil {
			return base, nil
		}
		tried = append(tried, err)
	}
	return "", fmt.Errorf("no folder for the downloaded Postgres: %w", errors.Join(tried...))
}

// oursAlone reports an error for a folder that other users can write to.
func oursAlone(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if owner, err := ownerAccount(info); err != nil || owner.uid != os.Geteuid() || info.Mode().Perm()&0o022 != 0 {
		return errors.Join(fmt.Errorf("others can write to %s", dir), err)
	}
	return nil
}

// download unpacks a bundle into a temporary folder and renames it, so that dir is complete or absent.
func download(ctx context.Context, dir, name, version string, progress func(string)) error {
	url := fmt.Sprintf("%s/embedded-postgres-binaries-%s/%s/embedded-postgres-binaries-%s.jar", central,
		strings.TrimSuffix(name, "-"+version), version, name)
	label := "downloading Postgres " + version

	progress(label)
	want, ok := digests[name]
	if !ok {
		sum, err := get(ctx, url+".sha256", 1<<10, nil)
		if err != nil {
			return err
		}
		want = strings.TrimSpace(string(sum))
	}
	jar, err := get(ctx, url, bundleLimit, func(percent int64) { progress(fmt.Sprintf("%s: %d %%", label, percent)) })
	if err != nil {
		return err
	}
	if sum := sha256.Sum256(jar); hex.EncodeToString(sum[:]) != want {
		return fmt.Errorf("%s has the SHA-256 %x, want %s", url, sum, want)
	}

	progress("unpacking Postgres " + version)
	removeOld(filepath.Join(filepath.Dir(dir), "unpack-*"))
	tmp, err := os.MkdirTemp(filepath.Dir(dir), "unpack-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(tmp) }()
	if err := unpack(jar, tmp); err != nil {
		return fmt.Errorf("unpack: %w", err)
	}
	if err := os.Chmod(tmp, 0o755); err != nil { //nolint:gosec // programs that another user runs
		return err
	}
	err = os.Rename(tmp, dir)
	if errors.Is(err, fs.ErrExist) { // another process was faster
		return nil
	}
	return err
}

// removeOld removes leftovers of killed runs, but not folders in use.
func removeOld(pattern string) {
	left, _ := filepath.Glob(pattern) // The patterns are well-formed.
	for _, path := range left {
		if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > time.Hour {
			_ = os.RemoveAll(path)
		}
	}
}

// get reads a URL of at most limit bytes. It fails if no data arrives for stallLimit.
func get(ctx context.Context, url string, limit int64, percent func(int64)) ([]byte, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watchdog := time.AfterFunc(stallLimit, func() { cancel(fmt.Errorf("no data for %s", stallLimit)) })
	defer watchdog.Stop()

	rq, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	rs, err := http.DefaultClient.Do(rq)
	if err != nil {
		return nil, errors.Join(err, context.Cause(ctx))
	}
	defer func() { _ = rs.Body.Close() }()
	if rs.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", url, rs.Status)
	}

	var body bytes.Buffer
	for last := int64(0); ; {
		n, err := io.CopyN(&body, rs.Body, 256<<10)
		if n > 0 {
			watchdog.Reset(stallLimit)
		}
		if p := int64(body.Len()) * 100 / max(rs.ContentLength, 1); percent != nil && rs.ContentLength > 0 && p >= last+10 {
			last = p
			percent(p)
		}
		switch {
		case errors.Is(err, io.EOF):
			return body.Bytes(), nil
		case err != nil:
			return nil, fmt.Errorf("%s: %w", url, errors.Join(err, context.Cause(ctx)))
		case int64(body.Len()) > limit:
			return nil, fmt.Errorf("%s: longer than %d bytes", url, limit)
		}
	}
}

// unpack writes the tar.xz in a jar to dir, and nothing outside dir.
func unpack(jar []byte, dir string) error {
	zr, err := zip.NewReader(bytes.NewReader(jar), int64(len(jar)))
	if err != nil {
		return err
	}
	for _, file := range zr.File {
		if !strings.HasSuffix(file.Name, ".txz") {
			continue
		}
		packed, err := file.Open()
		if err != nil {
			return err
		}
		defer func() { _ = packed.Close() }()
		plain, err := xz.NewReader(packed, 0)
		if err != nil {
			return err
		}
		return untar(tar.NewReader(plain), dir)
	}
	return errors.New("no archive inside")
}

func untar(tr *tar.Reader, dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	for {
		h, err := tr.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		name := filepath.Clean(h.Name)
		if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		switch h.Typeflag {
		case tar.TypeDir:
			err = root.MkdirAll(name, 0o755)
		case tar.TypeSymlink:
			err = root.Symlink(h.Linkname, name)
		case tar.TypeReg:
			err = writeFile(root, name, fs.FileMode(h.Mode).Perm()&0o755|0o444, tr)
		}
		if err != nil {
			return err
		}
	}
}

func writeFile(root *os.Root, name string, mode fs.FileMode, from io.Reader) error {
	f, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	n, err := io.Copy(f, io.LimitReader(from, bundleLimit))
	if err == nil && n == bundleLimit {
		err = fmt.Errorf("%s is too large", name)
	}
	return errors.Join(err, f.Close())
}
