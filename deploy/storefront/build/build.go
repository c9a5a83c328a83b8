package build

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Prefix is the path of all files that pages load.
const Prefix = "/assets/"

var (
	scripts = []string{"shop", "editor"}
	pages   = []string{"index.html", "landing.html", "live.html"}
)

// Build returns the files of dist by name. The names of scripts and the style sheet contain a hash, so that browsers
// keep them. dir is deploy/storefront.
func Build(dir string) (map[string][]byte, error) {
	options := api.BuildOptions{
		AbsWorkingDir: dir, EntryPoints: []string{"src/style.css"}, Outdir: filepath.Join(dir, "dist"),
		EntryNames: "[name]-[hash]", Bundle: true, MinifySyntax: true, MinifyWhitespace: true, MinifyIdentifiers: true,
		Format: api.FormatESModule, Target: api.ES2022, Charset: api.CharsetUTF8, LegalComments: api.LegalCommentsNone,
		LogLevel: api.LogLevelSilent, Plugins: []api.Plugin{fonts()},
	}
	for _, name := range scripts {
		options.EntryPoints = append(options.EntryPoints, "src/"+name+".ts")
	}
	made := api.Build(options)
	if len(made.Errors) > 0 {
		return nil, errors.New(strings.Join(api.FormatMessages(made.Errors, api.FormatMessagesOptions{}), "\n"))
	}
	files := map[string][]byte{}
	var hashed []string // old name, new name
	for _, f := range made.OutputFiles {
		name := filepath.Base(f.Path)
		files[name] = f.Contents
		plain := name[:strings.LastIndexByte(name, '-')] + filepath.Ext(name)
		hashed = append(hashed, Prefix+plain, Prefix+name)
	}
	for _, name := range []string{"inter.woff2", "newsreader.woff2"} { // pages load them early
		body, err := os.ReadFile(filepath.Join(dir, "fonts", name))
		if err != nil {
			return nil, fmt.Errorf("read a font: %w", err)
		}
		hashed = append(hashed, Prefix+name, Prefix+HashedName(name, body))
	}
	for _, page := range pages {
		text, err := os.ReadFile(filepath.Join(dir, page))
		if err != nil {
			return nil, fmt.Errorf("read a page: %w", err)
		}
		files[page] = []byte(strings.NewReplacer(hashed...).Replace(string(text)))
	}
	return files, nil
}

// fonts leaves the fonts where they are, and writes their addresses into the style sheet.
func fonts() api.Plugin {
	return api.Plugin{Name: "fonts", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `\.woff2$`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			body, err := os.ReadFile(filepath.Join(a.ResolveDir, a.Path))
			if err != nil {
				return api.OnResolveResult{}, err
			}
			return api.OnResolveResult{Path: Prefix + HashedName(filepath.Base(a.Path), body), External: true}, nil
		})
	}}
}

// HashedName puts the hash of a file's content into its name.
func HashedName(name string, body []byte) string {
	sum := sha256.Sum256(body)
	ext := filepath.Ext(name)
	return strings.TrimSuffix(name, ext) + "-" + hex.EncodeToString(sum[:4]) + ext
}
