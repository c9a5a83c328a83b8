package check

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/elf"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
)

const (
	commit  = "0123456789abcdef0123456789abcdef01234567"
	version = "9.8.7"
	nobody  = 65534
	largest = 40e6 // bytes, compressed
)

// A blob is a reference in an OCI layout.
type blob struct {
	MediaType    string            `json:"mediaType"`
	Digest       string            `json:"digest"`
	Size         int               `json:"size"`
	ArtifactType string            `json:"artifactType"`
	Annotations  map[string]string `json:"annotations"`
	Platform     struct{ OS, Architecture string }
}

// A manifest is an index or an image.
type manifest struct {
	Manifests []blob
	Config    blob
	Layers    []blob
	Subject   *blob
}

// An ociLayout is a folder with an image. It is read here without the library that wrote it.
type ociLayout struct {
	t   *testing.T
	dir string
}

// blob returns the bytes of a reference, which must be what the digest says.
func (l ociLayout) blob(ref blob) []byte {
	l.t.Helper()
	name, sum, _ := strings.Cut(ref.Digest, ":")
	content, err := os.ReadFile(filepath.Join(l.dir, "blobs", name, sum))
	if err != nil {
		l.t.Fatal(err)
	}
	if got := fmt.Sprintf("%x", sha256.Sum256(content)); got != sum || len(content) != ref.Size {
		l.t.Fatalf("%s has the digest %s and %d bytes, want %d", ref.Digest, got, len(content), ref.Size)
	}
	return content
}

func (l ociLayout) manifest(ref blob) (m manifest) {
	l.t.Helper()
	decode(l.t, l.blob(ref), &m)
	return m
}

func decode(t *testing.T, text []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%v in %.200s", err, text)
	}
}

func TestTheImageRunsAsAnOrdinaryUser(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("SKIPPED: images are for Linux")
	}
	dir := t.TempDir()
	release(t, "image", dir, "linux/"+runtime.GOARCH)
	l := ociLayout{t, filepath.Join(dir, "image")}
	top, err := os.ReadFile(filepath.Join(l.dir, "index.json"))
	if err != nil {
		t.Fatal(err)
	}
	var index manifest
	decode(t, top, &index)
	images := l.manifest(index.Manifests[0])
	if got := index.Manifests[0].Annotations["org.opencontainers.image.ref.name"]; got != version {
		t.Errorf("the layout names the image %q, want %s", got, version)
	}
	ref := images.Manifests[0]
	if ref.Platform.OS != "linux" || ref.Platform.Architecture != runtime.GOARCH {
		t.Errorf("the image is for %+v", ref.Platform)
	}
	img := l.manifest(ref)
	checkConfig(t, l.blob(img.Config))
	l.checkReferrers(index, ref)

	root := filepath.Join(dir, "root")
	var size int
	for _, layer := range img.Layers {
		size += layer.Size
		unpack(t, l.blob(layer), root)
	}
	if size > largest {
		t.Errorf("the image has %d bytes, want at most %d", size, int(largest))
	}
	t.Logf("%d bytes compressed", size)
	checkStatic(t, filepath.Join(root, "usr/local/bin/vitrine"))
	checkRuns(t, root)
}

// release runs the command that builds images.
func release(t *testing.T, what, dir, targets string) {
	t.Helper()
	cmd := exec.Command("go", "run", ".", what, "-version", version, "-commit", commit, "-date", "2026-01-02T03:04:05Z",
		"-dir", dir, "-targets", targets)
	cmd.Dir = filepath.Join("..", "release")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

func checkConfig(t *testing.T, text []byte) {
	t.Helper()
	var c struct {
		Config struct {
			User       string
			Env        []string
			Entrypoint []string
			Labels     map[string]string
		}
	}
	decode(t, text, &c)
	if c.Config.User != "65532:65532" || !slices.Contains(c.Config.Env, "VITRINE_ENV=production") ||
		!slices.Equal(c.Config.Entrypoint, []string{"/usr/local/bin/vitrine"}) ||
		c.Config.Labels["org.opencontainers.image.revision"] != commit {
		t.Errorf("the configuration of the image is %s", text)
	}
}

// checkReferrers checks bill of materials and provenance: the image is their subject, and they name what is in it.
func (l ociLayout) checkReferrers(index manifest, image blob) {
	l.t.Helper()
	var kinds []string
	for _, ref := range index.Manifests[1:] {
		m := l.manifest(ref)
		if m.Subject == nil || m.Subject.Digest != image.Digest || len(m.Layers) != 1 {
			l.t.Errorf("%s is not about the image: %+v", ref.Digest, m)
			continue
		}
		kinds = append(kinds, m.Layers[0].MediaType)
		text := string(l.blob(m.Layers[0]))
		wants := []string{"pkg:golang/github.com/jackc/pgx/v5@", "pkg:golang/std@", `"specVersion": "1.6"`, "urn:uuid:"}
		if strings.Contains(ref.ArtifactType, "in-toto") {
			wants = []string{strings.TrimPrefix(image.Digest, "sha256:"), commit, "pkg:golang/github.com/jackc/pgx/v5@",
				"https://slsa.dev/provenance/v1"}
		}
		for _, want := range wants {
			if !strings.Contains(text, want) {
				l.t.Errorf("%s lacks %s:\n%.2000s", ref.ArtifactType, want, text)
			}
		}
	}
	slices.Sort(kinds)
	want := []string{"application/vnd.cyclonedx+json", "application/vnd.in-toto+json"}
	if diff := cmp.Diff(want, kinds); diff != "" {
		l.t.Errorf("beside the image (-want +got):\n%s", diff)
	}
}

// unpack extracts a layer.
func unpack(t *testing.T, layer []byte, root string) {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(layer))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(root, h.Name) //nolint:gosec // made by this test
		if h.Typeflag == tar.TypeDir {
			err = os.MkdirAll(path, 0o755)
		} else {
			if err = os.MkdirAll(filepath.Dir(path), 0o755); err == nil {
				content, readErr := io.ReadAll(r)
				if readErr != nil {
					t.Fatal(readErr)
				}
				err = os.WriteFile(path, content, fs.FileMode(h.Mode))
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		if mode := fs.FileMode(h.Mode); mode&0o022 != 0 && h.Name != "tmp/" {
			t.Errorf("%s may be written by others: %v", h.Name, mode)
		}
		if os.Getuid() == 0 {
			if err := os.Chown(path, nobody, nobody); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// checkStatic checks that a program needs no loader and no library.
func checkStatic(t *testing.T, path string) {
	t.Helper()
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			t.Error("the program needs a loader")
		}
	}
	if libs, err := f.ImportedLibraries(); err != nil || len(libs) > 0 {
		t.Errorf("the program needs the libraries %v (%v)", libs, err)
	}
}

// checkRuns starts a gateway. Root sees nothing but the files of the image, and becomes another user.
func checkRuns(t *testing.T, root string) {
	t.Helper()
	db, bus := schematest.Open(t), testkit.StartBus(t)
	addr := testkit.FreeAddr(t)
	command := func(args ...string) (*exec.Cmd, *testkit.Buffer) {
		cmd, out := exec.Command(filepath.Join(root, "usr/local/bin/vitrine"), args...), &testkit.Buffer{}
		cmd.Dir, cmd.Stdout, cmd.Stderr = filepath.Join(root, "var/lib/vitrine"), out, out
		cmd.Env = []string{"VITRINE_ENV=production", "VITRINE_DATABASE_URL=" + db.URL, "VITRINE_ADDR=" + addr,
			"VITRINE_DATA_DIR=" + cmd.Dir, "VITRINE_NATS_URL=" + bus.Connect().ConnectedUrl()}
		if os.Getuid() == 0 {
			cmd.Path, cmd.Dir, cmd.Env[3] = "/usr/local/bin/vitrine", "/var/lib/vitrine", "VITRINE_DATA_DIR=/var/lib/vitrine"
			cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		}
		return cmd, out
	}
	cmd, out := command("version")
	if err := cmd.Run(); err != nil || !strings.Contains(out.String(), "vitrine "+version+" (commit "+commit) {
		t.Fatalf("version: %v: %s", err, out.String())
	}
	cmd, out = command("gateway")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	for _, path := range []string{"/healthz", "/readyz"} {
		testkit.Until(t, "the gateway answers "+path, func() bool {
			select {
			case err := <-ended:
				t.Fatalf("the gateway ended: %v\n%s", err, out.String())
			default:
			}
			res, err := http.Get("http://" + addr + path)
			if err != nil {
				return false
			}
			res.Body.Close()
			return res.StatusCode == http.StatusOK
		})
	}
	testkit.Until(t, "the gateway says that it is ready", func() bool { return strings.Contains(out.String(), "ready\n") })
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Errorf("after SIGTERM the gateway ended: %v\n%s", err, out.String())
	}
}
