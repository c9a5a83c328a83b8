// Command release builds what users install: an OCI image for linux/amd64 and linux/arm64, and archives with checksums.
// It needs no container daemon, and it makes the same bytes from the same commit.
//
//	go run . image     writes DIR/image, an OCI layout, and a tarball for docker load for each processor
//	go run . archives  writes DIR/dist, archives with manual page and completions, and checksums.txt
//
// In reading order: main.go reads the flags, compile.go builds the programs, image.go makes layers, images and the
// index, archive.go makes archives, sbom.go lists the modules of a program as CycloneDX, and provenance.go says what it
// was built from, as SLSA provenance. Both stand beside the image, and in the layout as referrers of it.
package main
