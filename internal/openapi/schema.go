package openapi

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/internal/writeapi"
)

const (
	objectID = "^[0-9a-f]{24}$"
	tenantID = "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$" // as in the table tenant
)

// schemaNames are the names of types whose Go name does not suit the document.
var schemaNames = map[reflect.Type]string{
	reflect.TypeFor[api.ErrorBody](): "Error",
	reflect.TypeFor[api.Field]():     "ErrorField",
}

// schema describes a Go type as encoding/json writes it. A struct becomes a component; schema returns a reference to
// it.
func (b *builder) schema(t reflect.Type) *Schema {
	switch t {
	case reflect.TypeFor[catalog.Money](), reflect.TypeFor[writeapi.Money]():
		return &Schema{Type: "number", Description: b.about(t)}
	case reflect.TypeFor[catalog.Time](), reflect.TypeFor[time.Time]():
		return &Schema{Type: "string", Format: "date-time"}
	case reflect.TypeFor[catalog.HTML]():
		return &Schema{Type: "string", ContentMediaType: "text/html", Description: b.about(t)}
	case reflect.TypeFor[catalog.Items]():
		return &Schema{Type: "array", Items: &Schema{}, Description: b.about(t)}
	case reflect.TypeFor[catalog.Object]():
		return &Schema{Type: "object", AdditionalProperties: ptr(true), Description: b.about(t)}
	case reflect.TypeFor[writeapi.Number]():
		return &Schema{Type: []any{"number", "string"}, Description: b.about(t)}
	case reflect.TypeFor[api.Code]():
		s := &Schema{Type: "string"}
		for _, c := range b.api.Codes {
			s.Enum = append(s.Enum, c.Code)
		}
		return s
	}
	switch t.Kind() {
	case reflect.Pointer:
		return b.schema(t.Elem())
	case reflect.String:
		return &Schema{Type: "string"}
	case reflect.Bool:
		return &Schema{Type: "boolean"}
	case reflect.Int, reflect.Int64:
		return &Schema{Type: "integer"}
	case reflect.Float64:
		return &Schema{Type: "number"}
	case reflect.Slice:
		return &Schema{Type: "array", Items: b.schema(t.Elem())}
	case reflect.Map:
		return &Schema{Type: "object", AdditionalProperties: ptr(true)}
	case reflect.Struct:
		return b.component(t)
	default:
		panic(fmt.Sprintf("openapi: %s has no schema", t))
	}
}

// component returns a reference to a struct's schema, and creates the schema on first use.
func (b *builder) component(t reflect.Type) *Schema {
	name := schemaNames[t]
	if name == "" {
		name = t.Name()
	}
	ref := &Schema{Ref: "#/components/schemas/" + name}
	if of, ok := b.named[name]; ok {
		if of != t {
			panic(fmt.Sprintf("openapi: %s and %s have the same name %s", of, t, name))
		}
		return ref
	}
	b.named[name] = t
	s := &Schema{Description: b.about(t), Type: "object"}
	b.schemas[name] = s // before its fields, which may refer to it
	b.fields(s, t)
	return ref
}

// fields adds a struct's fields and those of embedded structs to its schema. A field without omitempty is required; a
// required pointer may be null.
func (b *builder) fields(s *Schema, t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		tag := strings.Split(f.Tag.Get("json"), ",")
		if f.Anonymous && tag[0] == "" {
			b.fields(s, f.Type)
			continue
		}
		if tag[0] == "-" {
			continue
		}
		p := b.schema(f.Type)
		if enum := f.Tag.Get("enum"); enum != "" {
			p.Enum = strings.Split(enum, ",")
		}
		if def := f.Tag.Get("default"); def != "" {
			p.Default = def
		}
		if p.Type == "string" && (tag[0] == "id" || tag[0] == "_id") {
			p.Pattern = objectID
		}
		p.Description = b.meaning(t, f, tag[0], p)
		if !slices.Contains(tag[1:], "omitempty") {
			s.Required = append(s.Required, tag[0])
			if f.Type.Kind() == reflect.Pointer {
				p = orNull(p)
			}
		}
		s.Properties.Add(tag[0], p)
	}
}

// meaning returns the description of a field: its own comment or the one of its name in words, then the description of
// its type, without that of a plain array or object.
func (b *builder) meaning(t reflect.Type, f reflect.StructField, name string, p *Schema) string {
	own := b.comments(t).Fields[t.Name()+"."+f.Name]
	if own == "" {
		own = words[name]
	}
	if own != "" && (p.Type == "array" || p.Type == "object") {
		return own
	}
	return strings.TrimSpace(own + " " + p.Description)
}

// orNull lets a value be null as well.
func orNull(s *Schema) *Schema {
	if s.Ref != "" {
		return &Schema{Description: s.Description, AnyOf: []*Schema{{Ref: s.Ref}, {Type: "null"}}}
	}
	s.Type = []any{s.Type, "null"}
	return s
}

// about returns the comment of a type.
func (b *builder) about(t reflect.Type) string { return b.comments(t).Types[t.Name()] }

func (b *builder) comments(t reflect.Type) *Comments {
	if t.PkgPath() == reflect.TypeFor[api.Error]().PkgPath() {
		return b.api
	}
	if t.PkgPath() == reflect.TypeFor[writeapi.User]().PkgPath() {
		return b.write
	}
	return b.catalog
}

func ptr[T any](v T) *T { return &v }
