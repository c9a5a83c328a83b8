package tree

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// comparisons are the files that compare in constant time without internal/secret, and why an empty secret cannot
// match.
var comparisons = map[string]string{
	"gateway/stream/postgres.go":           "two SHA-256 hashes",
	"writesvc/auth/code/code.go":           "two HMACs",
	"writesvc/auth/password/hash.go":       "two hashes of a fixed length",
	"writesvc/auth/token/token.go":         "two HMACs",
	"writesvc/payment/idempotency/keys.go": "two HMACs",
}

// Keys of signatures come from internal/secret, which refuses empty ones. Elsewhere nothing is signed or compared.
func TestNothingIsSignedWithAnUncheckedKey(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..", "..", "..")
	found := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "node_modules" || name == "bench" ||
			name == "deploy") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		file := filepath.ToSlash(rel)
		parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil || strings.HasPrefix(file, "internal/secret/") {
			return err
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := sel.X.(*ast.Ident)
			switch {
			case !ok:
			case pkg.Name == "hmac" && sel.Sel.Name == "New":
				t.Errorf("%s makes an HMAC: use secret.MAC, which refuses an empty key", file)
			case pkg.Name == "hmac" && sel.Sel.Name == "Equal", pkg.Name == "subtle" && sel.Sel.Name == "ConstantTimeCompare":
				found[file] = true
				if comparisons[file] == "" {
					t.Errorf("%s compares secrets: use secret.Equal, which an empty one does not equal", file)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for file := range comparisons {
		if !found[file] {
			t.Errorf("%s compares nothing", file)
		}
	}
}
