package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// made lists the code that exists for one optimisation alone: folders, files, and declarations in other files, as
// file:Name or file:Type.Method. The few lines that call this code are not counted.
var made = map[string][]string{
	"event-loop": {"gateway/accept/listener_linux.go", "gateway/accept/loop_linux.go", "gateway/accept/handoff_linux.go",
		"gateway/accept/socket_linux.go"},
	"record-batching": {"gateway/read/batch.go", "gateway/read/request.go:Reader.readOn",
		"gateway/read/request.go:Reader.readBatch", "gateway/read/request.go:Reader.readTogether",
		"internal/catalog/headed.go:View.HeadedEach", "internal/catalog/headed.go:View.headedEach",
		"internal/catalog/headed.go:View.ScanHeadedEach"},
	"page-assembly": {"gateway/read/assemble.go", "gateway/read/assemble_facets.go", "gateway/read/fragment.go",
		"gateway/read/facets.go:facetKey", "internal/catalog/row.go:Row.Keep", "internal/catalog/row.go:Row.Kept"},
	"refresh-ahead": {"gateway/refresh"},
	"price-bands": {"internal/catalog/band.go", "internal/catalog/band_list.go", "cache/bands.go",
		"gateway/read/facets.go:rangeBands", "internal/catalog/row.go:Row.Values"},
	"held-answers": {"gateway/read/held.go", "gateway/read/fill.go:Reader.readPosted", "search/held.go",
		"search/memory/follow.go:Engine.Follow", "search/memory/follow.go:Engine.runBehind",
		"search/memory/follow.go:Engine.catchUp"},
	"inlined-record": {"gateway/read/inline.go", "ingest/capture/wakeup.go:Relay.poll", "ingest/capture/wakeup.go:record",
		"ingest/capture/wakeup.go:Relay.readRecord", "ingest/capture/wakeup.go:wakeup.inlined",
		"internal/catalog/headed.go:BySlug", "internal/catalog/headed.go:View.shownBySlug",
		"internal/catalog/headed.go:View.Form", "internal/catalog/headed.go:View.form", "internal/wire/change.go:Inlined"},
	"warm-start": {"gateway/hottest", "internal/wire/hottest.go"},
	"admission": {"gateway/admit", "gateway/accept/presence.go", "gateway/refuse.go",
		"gateway/read/reader.go:Reader.Refuse"},
	"change-buffer": {"ingest/announce/buffer.go"},
}

// linesOf counts the lines of an optimisation, with comments and blank lines, without tests. root is the repository.
func linesOf(root, name string) (int, error) {
	sum := 0
	for _, place := range made[name] {
		path, declaration, _ := strings.Cut(place, ":")
		path = filepath.Join(root, path)
		files := []string{path}
		if !strings.HasSuffix(path, ".go") {
			all, err := filepath.Glob(filepath.Join(path, "*.go"))
			if err != nil {
				return 0, fmt.Errorf("list %s: %w", path, err)
			}
			files = slices.DeleteFunc(all, func(f string) bool { return strings.HasSuffix(f, "_test.go") })
		}
		n := 0
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return 0, fmt.Errorf("count lines: %w", err)
			}
			if declaration == "" {
				n += strings.Count(string(text), "\n")
			} else if n, err = linesOfDeclaration(text, declaration); err != nil {
				return 0, fmt.Errorf("count lines of %s: %w", file, err)
			}
		}
		if n == 0 {
			return 0, fmt.Errorf("%s does not exist", place)
		}
		sum += n
	}
	return sum, nil
}

// linesOfDeclaration counts the lines of one declaration with its comment, 0 if there is none of that name.
func linesOfDeclaration(text []byte, name string) (int, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", text, parser.ParseComments)
	if err != nil {
		return 0, fmt.Errorf("parse: %w", err)
	}
	for _, d := range file.Decls {
		named, doc := "", (*ast.CommentGroup)(nil)
		switch d := d.(type) {
		case *ast.FuncDecl:
			if named, doc = d.Name.Name, d.Doc; d.Recv != nil {
				of := d.Recv.List[0].Type
				if star, ok := of.(*ast.StarExpr); ok {
					of = star.X
				}
				named = fmt.Sprint(of) + "." + named
			}
		case *ast.GenDecl:
			if spec, ok := d.Specs[0].(*ast.TypeSpec); ok {
				named, doc = spec.Name.Name, d.Doc
			}
		}
		if named != name {
			continue
		}
		from := d.Pos()
		if doc != nil {
			from = doc.Pos()
		}
		return set.Position(d.End()).Line - set.Position(from).Line + 1, nil
	}
	return 0, nil
}
