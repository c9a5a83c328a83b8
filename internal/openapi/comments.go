package openapi

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Comments are the comments of a package's types, fields, modules and error codes.
type Comments struct {
	Types   map[string]string // by name
	Fields  map[string]string // by Type.Field
	Modules map[string]string // the comment of a catalog.Resource, by the resource's Name
	Codes   []CodeComment     // the constants of type Code, in order
}

// CodeComment is an error code and its comment: "400: the header is missing".
type CodeComment struct {
	Code   string
	Status int
	About  string
	Write  bool // only the write service returns it; its file is writeCodes
}

// writeCodes is the file of the codes that only the write service returns.
const writeCodes = "error_write.go"

// readComments reads the source of one package.
func readComments(dir string) (*Comments, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, fmt.Errorf("find the source: %w", err)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no Go source in %s", dir)
	}
	c := &Comments{Types: map[string]string{}, Fields: map[string]string{}, Modules: map[string]string{}}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			return nil, fmt.Errorf("read comments: %w", err)
		}
		known := len(c.Codes)
		for _, d := range f.Decls {
			if d, ok := d.(*ast.GenDecl); ok {
				c.read(d)
			}
		}
		for i := known; i < len(c.Codes); i++ {
			c.Codes[i].Write = filepath.Base(file) == writeCodes
		}
	}
	return c, nil
}

func (c *Comments) read(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			c.Types[spec.Name.Name] = sentence(spec.Name.Name, firstOf(spec.Doc, d.Doc))
			if s, ok := spec.Type.(*ast.StructType); ok {
				c.readFields(spec.Name.Name, s)
			}
		case *ast.ValueSpec:
			c.readValue(spec, d.Doc)
		}
	}
}

func (c *Comments) readFields(name string, s *ast.StructType) {
	for _, f := range s.Fields.List {
		for _, n := range f.Names {
			c.Fields[name+"."+n.Name] = sentence(n.Name, firstOf(f.Doc, f.Comment))
		}
	}
}

// codeRE is the comment of an error code.
var codeRE = regexp.MustCompile(`^(\d{3})(?:: (.*))?$`)

func (c *Comments) readValue(spec *ast.ValueSpec, doc *ast.CommentGroup) {
	if len(spec.Values) != 1 {
		return
	}
	switch v := spec.Values[0].(type) {
	case *ast.CompositeLit: // var Product = Resource{Name: "product", …
		if of, ok := v.Type.(*ast.Ident); !ok || of.Name != "Resource" {
			return
		}
		for _, e := range v.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok && fmt.Sprint(kv.Key) == "Name" {
				if name, ok := kv.Value.(*ast.BasicLit); ok {
					c.Modules[unquote(name)] = sentence(spec.Names[0].Name, firstOf(spec.Doc, doc))
				}
			}
		}
	case *ast.BasicLit: // NotFound Code = "NOT_FOUND" // 404: not found
		if of, ok := spec.Type.(*ast.Ident); !ok || of.Name != "Code" {
			return
		}
		m := codeRE.FindStringSubmatch(firstOf(spec.Comment, nil))
		if m == nil {
			return
		}
		status, _ := strconv.Atoi(m[1]) // three digits
		c.Codes = append(c.Codes, CodeComment{Code: unquote(v), Status: status, About: m[2]})
	}
}

func unquote(lit *ast.BasicLit) string {
	s, err := strconv.Unquote(lit.Value)
	if err != nil {
		return lit.Value
	}
	return s
}

// firstOf returns the first paragraph of the first comment.
func firstOf(groups ...*ast.CommentGroup) string {
	for _, g := range groups {
		if g != nil {
			text, _, _ := strings.Cut(strings.TrimSpace(g.Text()), "\n\n")
			return strings.Join(strings.Fields(text), " ")
		}
	}
	return ""
}

// sentence turns a Go comment into a description without the name: "ProductCard is a product in a list." becomes
// "A product in a list."
func sentence(name, text string) string {
	for _, article := range []string{"", "A ", "An "} {
		if rest, ok := strings.CutPrefix(text, article+name+" is "); ok {
			text = rest
			break
		}
		if rest, ok := strings.CutPrefix(text, article+name+" are "); ok {
			text = rest
			break
		}
		if rest, ok := strings.CutPrefix(text, article+name+" "); ok {
			text = rest
			break
		}
	}
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return string(unicode.ToUpper(first)) + text[size:]
}
