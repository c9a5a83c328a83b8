package openapi

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/catalog"
)

const root = "../.."

func TestTheDocumentMatchesTheCode(t *testing.T) {
	t.Parallel()
	file := filepath.Join(root, "internal", "api", "openapi.json")
	got, err := JSON(root)
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("VITRINE_GOLDEN") == "write" {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("no document: run `make golden` and review the result: %v", err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("the document does not match the code; run `make golden` and review the difference (-want +got):\n%s", diff)
	}
}

func TestEverythingHasADescription(t *testing.T) {
	t.Parallel()
	doc, err := Build(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range doc.Tags {
		if tag.Description == "" {
			t.Errorf("the module %s has no comment", tag.Name)
		}
	}
	for _, name := range doc.Components.Schemas.Names() {
		s := doc.Components.Schemas.Get(name)
		if s.Description == "" {
			t.Errorf("%s has no comment", name)
		}
		for _, field := range s.Properties.Names() {
			p := s.Properties.Get(field)
			if p.Description == "" && p.Ref == "" && len(p.AnyOf) == 0 {
				t.Errorf("%s.%s has no comment", name, field)
			}
		}
	}
	for v := range catalog.Views() {
		if v.Doc == "" || len(v.Plan().Params) > 0 && v.Example == "" {
			t.Errorf("%s needs a Doc and, for its path parameter, an Example", v.Path)
		}
		if v.Across && v.LimitDoc == "" {
			t.Errorf("%s needs a LimitDoc", v.Path)
		}
		for _, f := range v.Accept {
			if f.Doc == "" || f.Example == "" {
				t.Errorf("%s: the filter %s needs a Doc and an Example", v.Path, f.Name)
			}
		}
	}
}

func TestOperationsHaveNamesOfTheirOwn(t *testing.T) {
	t.Parallel()
	doc, err := Build(root)
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]string{}
	for _, path := range doc.Paths.Names() {
		for _, op := range doc.Paths.Get(path).All() {
			if other, ok := at[op.OperationID]; ok {
				t.Errorf("%s and %s have the same operation id %s", other, path, op.OperationID)
			}
			at[op.OperationID] = path
		}
	}
}
