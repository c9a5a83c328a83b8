package main

import (
	"archive/tar"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/static"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// The image runs as this user, by number: Kubernetes checks runAsNonRoot only against numbers.
const (
	user    = 65532
	dataDir = "/var/lib/vitrine"
	repo    = "vitrine" // name of the image in tarballs
)

// Media types of what stands beside an image.
const (
	sbomType       = "application/vnd.cyclonedx+json"
	provenanceType = "application/vnd.in-toto+json"
)

// image writes the OCI layout, the tarballs, and beside them bill of materials and provenance of each image.
func (r *release) image(ctx context.Context) error {
	dir := filepath.Join(r.Dir, "image")
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	var index v1.ImageIndex = mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	var beside []mutate.IndexAddendum
	for _, t := range r.Targets {
		path, err := r.program(ctx, t)
		if err != nil {
			return err
		}
		img, err := r.imageOf(path, t)
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: img, Descriptor: v1.Descriptor{
			Platform: &v1.Platform{OS: t.OS, Architecture: t.Arch}}})
		more, err := r.documents(path, t, img)
		if err != nil {
			return err
		}
		beside = append(beside, more...)
		tag, err := name.NewTag(repo + ":" + r.Version)
		if err != nil {
			return fmt.Errorf("name the image: %w", err)
		}
		file := r.file(t, "tar")
		if err := tarball.WriteToFile(file, tag, img); err != nil {
			return fmt.Errorf("write %s: %w", file, err)
		}
		if err := r.report(file, img); err != nil {
			return err
		}
	}
	index = mutate.Annotations(index, r.annotations()).(v1.ImageIndex)
	whole := mutate.AppendManifests(empty.Index, mutate.IndexAddendum{Add: index, Descriptor: v1.Descriptor{
		Annotations: map[string]string{"org.opencontainers.image.ref.name": r.Version}}})
	if _, err := layout.Write(dir, mutate.AppendManifests(whole, beside...)); err != nil {
		return fmt.Errorf("write the layout: %w", err)
	}
	digest, err := index.Digest()
	if err != nil {
		return err
	}
	fmt.Fprintf(r.Out, "%s  OCI layout, %s\n", dir, digest)
	return nil
}

// file names a file about the image of a target.
func (r *release) file(t target, ext string) string {
	return filepath.Join(r.Dir, fmt.Sprintf("vitrine_%s_%s_%s.%s", r.Version, t.OS, t.Arch, ext))
}

// imageOf makes the image of a program.
func (r *release) imageOf(program string, t target) (v1.Image, error) {
	root, err := r.layer(r.root)
	if err != nil {
		return nil, err
	}
	bin, err := r.layer(func(w *tar.Writer) error { return addFile(w, "usr/local/bin/vitrine", program, r.Date) })
	if err != nil {
		return nil, err
	}
	created := v1.Time{Time: r.Date}
	img, err := mutate.ConfigFile(mutate.MediaType(empty.Image, types.OCIManifestSchema1), &v1.ConfigFile{
		OS: t.OS, Architecture: t.Arch, Created: created, RootFS: v1.RootFS{Type: "layers"},
		Config: v1.Config{
			User: fmt.Sprintf("%d:%d", user, user), WorkingDir: dataDir,
			Entrypoint: []string{"/usr/local/bin/vitrine"}, Cmd: []string{"help"},
			Env: []string{"PATH=/usr/local/bin", "VITRINE_DATA_DIR=" + dataDir, "VITRINE_ENV=production",
				"VITRINE_ADDR=:8080"},
			ExposedPorts: map[string]struct{}{"8080/tcp": {}, "8079/tcp": {}, "8085/tcp": {}},
			StopSignal:   "SIGTERM", Labels: r.annotations(),
		},
	})
	if err != nil {
		return nil, err
	}
	img, err = mutate.Append(mutate.ConfigMediaType(img, types.OCIConfigJSON),
		mutate.Addendum{Layer: root, History: v1.History{Created: created, CreatedBy: "users and folders"}},
		mutate.Addendum{Layer: bin, History: v1.History{Created: created, CreatedBy: "vitrine " + r.Version}})
	if err != nil {
		return nil, fmt.Errorf("make the image for %s: %w", t, err)
	}
	return mutate.Annotations(img, r.annotations()).(v1.Image), nil
}

func (r *release) annotations() map[string]string {
	return map[string]string{
		"org.opencontainers.image.title":       "Vitrine",
		"org.opencontainers.image.description": "Storefront read gateway",
		"org.opencontainers.image.version":     r.Version,
		"org.opencontainers.image.revision":    r.Commit,
		"org.opencontainers.image.created":     r.Date.Format(time.RFC3339),
		"org.opencontainers.image.licenses":    "Apache-2.0",
	}
}

// root writes the files that a program expects of a system: users, a folder for temporary files, one for data.
// Certificates of authorities and time zones are part of the program.
func (r *release) root(w *tar.Writer) error {
	for _, d := range []struct {
		name  string
		mode  int64
		owner int
	}{{"etc/", 0o755, 0}, {"tmp/", 0o1777, 0}, {"var/", 0o755, 0}, {"var/lib/", 0o755, 0},
		{"var/lib/vitrine/", 0o750, user}} {
		if err := w.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: d.name, Mode: d.mode, Uid: d.owner, Gid: d.owner,
			ModTime: r.Date}); err != nil {
			return err
		}
	}
	for _, f := range [][2]string{
		{"etc/passwd", fmt.Sprintf("root:x:0:0:root:/root:/sbin/nologin\nvitrine:x:%d:%d::%s:/sbin/nologin\n", user, user,
			dataDir)},
		{"etc/group", fmt.Sprintf("root:x:0:\nvitrine:x:%d:\n", user)},
	} {
		if err := addBytes(w, f[0], []byte(f[1]), 0o644, r.Date); err != nil {
			return err
		}
	}
	return nil
}

// layer makes a layer from what a function writes.
func (r *release) layer(write func(*tar.Writer) error) (v1.Layer, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	if err := write(w); err != nil {
		return nil, fmt.Errorf("write a layer: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b.Bytes())), nil },
		tarball.WithMediaType(types.OCILayer), tarball.WithCompressionLevel(9), tarball.WithCompressedCaching)
}

func addFile(w *tar.Writer, as, path string, at time.Time) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return addBytes(w, as, content, 0o755, at)
}

func addBytes(w *tar.Writer, as string, content []byte, mode int64, at time.Time) error {
	if err := w.WriteHeader(&tar.Header{Name: as, Mode: mode, Size: int64(len(content)), ModTime: at}); err != nil {
		return err
	}
	_, err := w.Write(content)
	return err
}

// documents writes bill of materials and provenance of an image beside it, and returns them as its referrers.
func (r *release) documents(program string, t target, img v1.Image) ([]mutate.IndexAddendum, error) {
	digest, err := img.Digest()
	if err != nil {
		return nil, err
	}
	size, err := img.Size()
	if err != nil {
		return nil, err
	}
	mods, err := modules(program)
	if err != nil {
		return nil, err
	}
	sbom, err := r.sbom(mods, t)
	if err != nil {
		return nil, err
	}
	provenance, err := r.provenance(mods, t, repo, digest.Hex)
	if err != nil {
		return nil, err
	}
	var all []mutate.IndexAddendum
	for _, d := range []struct {
		mediaType, ext string
		content        []byte
	}{{sbomType, "cdx.json", sbom}, {provenanceType, "intoto.json", provenance}} {
		if err := os.WriteFile(r.file(t, d.ext), d.content, 0o644); err != nil { //nolint:gosec // for everyone
			return nil, err
		}
		// An artifact of OCI 1.1: a manifest whose subject is the image, with one layer.
		artifact, err := mutate.AppendLayers(mutate.MediaType(empty.Image, types.OCIManifestSchema1),
			static.NewLayer(d.content, types.MediaType(d.mediaType)))
		if err != nil {
			return nil, err
		}
		artifact = mutate.ConfigMediaType(artifact, types.MediaType(d.mediaType))
		artifact = mutate.Subject(artifact, v1.Descriptor{MediaType: types.OCIManifestSchema1, Digest: digest, Size: size}).(v1.Image)
		all = append(all, mutate.IndexAddendum{Add: artifact, Descriptor: v1.Descriptor{ArtifactType: d.mediaType}})
	}
	return all, nil
}

// report prints the size of an image as a registry sends it.
func (r *release) report(file string, img v1.Image) error {
	layers, err := img.Layers()
	if err != nil {
		return err
	}
	var size int64
	for _, l := range layers {
		n, err := l.Size()
		if err != nil {
			return err
		}
		size += n
	}
	fmt.Fprintf(r.Out, "%s  %.1f MB compressed\n", file, float64(size)/1e6)
	return nil
}
