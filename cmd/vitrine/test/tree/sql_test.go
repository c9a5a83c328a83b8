package tree

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/catalog"
)

func TestEveryQueryNamesTheTenantFirst(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	tables := h.Tables(t)
	for _, res := range catalog.All {
		for i := range res.Views {
			v := &res.Views[i]
			if first := res.As + ".tenant_id = $1"; v.Plan().Base != first && !strings.HasPrefix(v.Plan().Base, first+" AND ") {
				t.Errorf("%s: its rows are chosen by %q, want %s first", v.Path, v.Plan().Base, first)
			}
			for _, fault := range tenantFaults(wholeQuery(v), tables) {
				t.Errorf("%s: %s", v.Path, fault)
			}
		}
	}
	for where, sql := range gatewaySQL(t) {
		for _, fault := range tenantFaults(sql, tables) {
			t.Errorf("%s: %s", where, fault)
		}
	}
}

func TestTenantFaultsAreFound(t *testing.T) {
	t.Parallel()
	tables := map[string]bool{"product": true, "brand": true, "tenant": true}
	f := func(sql string, faults int) {
		t.Helper()
		if got := tenantFaults(sql, tables); len(got) != faults {
			t.Errorf("%s: %d faults %q, want %d", sql, len(got), got, faults)
		}
	}
	f("SELECT 1 FROM product p WHERE p.tenant_id = $1 AND p.slug = $3", 0)
	f("SELECT 1 FROM product WHERE tenant_id = $1", 0)
	f("SELECT 1 FROM tenant t WHERE t.id = $1", 0)
	f("SELECT 1 FROM product p LEFT JOIN brand b ON b.tenant_id = $1 AND b.id = p.brand_id WHERE (p.tenant_id = $1)", 0)
	f("WITH x AS (SELECT 1 FROM brand b WHERE b.tenant_id = $1) SELECT 1 FROM x JOIN product p ON p.tenant_id = $1 AND "+
		"p.id = x.id", 0)
	f("SELECT 1 FROM product p WHERE p.slug = $3 AND p.tenant_id = $1", 1)
	f("SELECT 1 FROM product p", 1)
	f("SELECT 1 FROM product p WHERE b.tenant_id = $1", 1)
	f("SELECT 1 FROM product p WHERE p.tenant_id = $1 OR true", 1)
	f("SELECT 1 FROM product p JOIN brand b ON b.id = p.brand_id WHERE p.tenant_id = $1", 1)
	f("SELECT (SELECT name FROM brand b WHERE b.id = p.brand_id) FROM product p WHERE p.tenant_id = $1", 1)
	f("SELECT 1 FROM product p, brand b WHERE p.tenant_id = $1", 1)
}

var (
	tokenRE = regexp.MustCompile(`[A-Za-z_][A-Za-z_0-9]*(?:\.[A-Za-z_][A-Za-z_0-9]*)?|\$[0-9]+|'[^']*'|\S`)
	aliased = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
)

// tenantFaults lists the tables of a statement without the tenant as first condition: in WHERE for tables in FROM, in
// ON for joined ones. SQL keywords must be in capitals, names in lower case.
func tenantFaults(sql string, tables map[string]bool) []string {
	var faults []string
	tokens := tokenRE.FindAllString(sql, -1)
	word := func(i int) string {
		if i < len(tokens) {
			return tokens[i]
		}
		return ""
	}
	for i, tok := range tokens {
		if tok != "FROM" && tok != "JOIN" && tok != "," || !tables[word(i+1)] {
			continue
		}
		table, name := word(i+1), ""
		next := i + 2
		if aliased.MatchString(word(next)) {
			name = word(next) + "."
			next++
		}
		if tok == "," && name == "" {
			continue // a column in a list
		}
		column := name + "tenant_id"
		if table == "tenant" {
			column = name + "id"
		}
		at := next
		if tok == "JOIN" {
			if word(at) != "ON" {
				faults = append(faults, fmt.Sprintf("%s is joined without ON", table))
				continue
			}
		} else {
			at = whereOf(tokens, next)
		}
		cond := tokens[min(at+1, len(tokens)):]
		for len(cond) > 0 && cond[0] == "(" {
			cond = cond[1:]
		}
		if len(cond) < 3 || cond[0] != column || cond[1] != "=" || cond[2] != "$1" || len(cond) > 3 && cond[3] == "OR" {
			faults = append(faults, fmt.Sprintf("%s %s is not narrowed by %s = $1 first but by %q", tok, table, column,
				strings.Join(cond[:min(8, len(cond))], " ")))
		}
	}
	return faults
}

// whereOf finds the WHERE of the FROM before from, or the end of the tokens.
func whereOf(tokens []string, from int) int {
	depth := 0
	for i := from; i < len(tokens); i++ {
		switch tokens[i] {
		case "(":
			depth++
		case ")":
			if depth--; depth < 0 {
				return len(tokens)
			}
		case "WHERE":
			if depth == 0 {
				return i
			}
		}
	}
	return len(tokens)
}

// gatewaySQL lists the SQL statements in the gateway's sources by their position. Parts that are not literals, such as
// a view's columns, become a capital X.
func gatewaySQL(t *testing.T) map[string]string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(filepath.Join("..", "..", "..", "..", "gateway"),
		func(path string, _ fs.DirEntry, err error) error {
			if strings.HasSuffix(path, ".go") {
				files = append(files, path)
			}
			return err
		})
	if err != nil || len(files) == 0 {
		t.Fatalf("no files of the gateway: %v", err)
	}
	out := map[string]string{}
	fset := token.NewFileSet()
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			e, ok := n.(ast.Expr)
			if !ok {
				return true
			}
			sql, ok := spelled(e)
			if !ok {
				return true
			}
			if regexp.MustCompile(`\b(FROM|JOIN) `).MatchString(sql) {
				out[fset.Position(e.Pos()).String()] = sql
			}
			return false // its parts are included
		})
	}
	if len(out) < 5 {
		t.Fatalf("only %d statements found in the gateway", len(out))
	}
	return out
}

// spelled returns the text of a string literal, or of a sum that contains one.
func spelled(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		x, okX := spelled(e.X)
		y, okY := spelled(e.Y)
		if e.Op != token.ADD || !okX && !okY {
			return "", false
		}
		return strings.Join(slices.DeleteFunc([]string{x, y}, func(s string) bool { return s == "" }), ""), true
	default:
		return "X", false
	}
}
