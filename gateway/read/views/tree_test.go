package views

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/catalog"
)

// shape writes a tree as "a(b(c) d)".
func shape(nodes []*catalog.CategoryNode) string {
	s := ""
	for i, n := range nodes {
		if i > 0 {
			s += " "
		}
		s += n.ID
		if len(n.Children) > 0 {
			s += "(" + shape(n.Children) + ")"
		}
	}
	return s
}

func TestCategoriesNestUnderAnyParents(t *testing.T) {
	t.Parallel()
	f := func(want string, pairs ...string) {
		t.Helper()
		var nodes []*catalog.CategoryNode
		for _, p := range pairs {
			nodes = append(nodes, &catalog.CategoryNode{ID: p[:1], ParentID: p[1:]})
		}
		if diff := cmp.Diff(want, shape(nest(nodes))); diff != "" {
			t.Errorf("%q (-want +got):\n%s", pairs, diff)
		}
	}
	f("")
	f("a", "a")
	f("a(b(c) d)", "a", "ba", "cb", "da")
	f("b(c) a", "bx", "a", "cb")                    // x does not exist
	f("a", "aa")                                    // its own parent
	f("a(b)", "ab", "ba")                           // each is the parent of the other
	f("a(b(c))", "cb", "ba", "ac")                  // a cycle is cut at the smallest id
	f("a(b(d c(e)))", "db", "cb", "ba", "ac", "ec") // and keeps its other children
	f("a(b) c(d)", "ab", "ba", "cd", "dc")
}

// An editor can make a chain as long as the bound of the tree, so the work must not be quadratic.
func TestALongChainOfCategoriesNests(t *testing.T) {
	t.Parallel()
	const n = 10_000
	nodes := make([]*catalog.CategoryNode, n)
	for i := range nodes {
		nodes[i] = &catalog.CategoryNode{ID: fmt.Sprintf("%024x", i), ParentID: fmt.Sprintf("%024x", i+1)}
	}
	begun := time.Now()
	top := nest(nodes)
	if took := time.Since(begun); took > 2*time.Second {
		t.Errorf("%d categories in a chain took %s", n, took)
	}
	depth := 0
	for at := top; len(at) == 1; at = at[0].Children {
		depth++
	}
	if len(top) != 1 || depth != n {
		t.Errorf("%d at the top, %d deep; want 1 and %d", len(top), depth, n)
	}
}

func TestTreeSurvivesCyclesAndOrphans(t *testing.T) {
	t.Parallel()
	node := func(id, parent string) *catalog.CategoryNode {
		return &catalog.CategoryNode{ID: id, ParentID: parent, Children: []*catalog.CategoryNode{}}
	}
	var shape func(ns []*catalog.CategoryNode) string
	shape = func(ns []*catalog.CategoryNode) string {
		var parts []string
		for _, n := range ns {
			s := n.ID
			if len(n.Children) > 0 {
				s += "(" + shape(n.Children) + ")"
			}
			parts = append(parts, s)
		}
		return strings.Join(parts, " ")
	}
	f := func(want string, nodes ...*catalog.CategoryNode) {
		t.Helper()
		if diff := cmp.Diff(want, shape(nest(nodes))); diff != "" {
			t.Error(diff)
		}
	}
	f("")
	f("a(b(c)) d", node("a", ""), node("b", "a"), node("c", "b"), node("d", ""))
	f("a", node("a", "gone"))
	f("a", node("a", "a"))
	f("a(b)", node("a", "b"), node("b", "a"))
	f("a(c(b(d)))", node("d", "b"), node("a", "b"), node("b", "c"), node("c", "a"))
}
