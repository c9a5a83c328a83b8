package openapi

import (
	"bytes"
	"encoding/json"
)

// Document is the root of an OpenAPI 3.1 document. The types below have the members that Vitrine uses, in the order of
// the document.
type Document struct {
	OpenAPI    string             `json:"openapi"`
	Info       Info               `json:"info"`
	Servers    []Server           `json:"servers"`
	Tags       []Tag              `json:"tags"`
	Paths      Ordered[*PathItem] `json:"paths"`
	Components Components         `json:"components"`
}

// Info describes the API.
type Info struct {
	Title       string `json:"title"`
	Version     string `json:"version"`
	Summary     string `json:"summary"`
	Description string `json:"description"`
}

// Server is a base that paths are relative to.
type Server struct {
	URL         string             `json:"url"`
	Description string             `json:"description,omitempty"`
	Variables   Ordered[*Variable] `json:"variables,omitzero"`
}

// Variable is a variable of a server's URL.
type Variable struct {
	Default     string `json:"default"`
	Description string `json:"description"`
}

// Tag is a group of operations.
type Tag struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}

// PathItem holds the operations of a path.
type PathItem struct {
	Servers []Server   `json:"servers,omitempty"`
	Get     *Operation `json:"get,omitempty"`
	Put     *Operation `json:"put,omitempty"`
	Post    *Operation `json:"post,omitempty"`
	Delete  *Operation `json:"delete,omitempty"`
	Patch   *Operation `json:"patch,omitempty"`
}

// Operation is one request.
type Operation struct {
	OperationID string             `json:"operationId"`
	Tags        []string           `json:"tags"`
	Summary     string             `json:"summary"`
	Description string             `json:"description,omitempty"`
	Parameters  []*Parameter       `json:"parameters,omitempty"`
	RequestBody *RequestBody       `json:"requestBody,omitempty"`
	Responses   Ordered[*Response] `json:"responses"`

	Security []map[string][]string `json:"security,omitempty"` // alternatives
}

// RequestBody is the body of a request.
type RequestBody struct {
	Required bool                `json:"required,omitempty"`
	Content  Ordered[*MediaType] `json:"content"`
}

// SecurityScheme is a way to authenticate.
type SecurityScheme struct {
	Type         string `json:"type"`
	Name         string `json:"name,omitempty"` // of a header
	In           string `json:"in,omitempty"`
	Scheme       string `json:"scheme,omitempty"`
	BearerFormat string `json:"bearerFormat,omitempty"`
	Description  string `json:"description"`
}

// Parameter is a parameter in the path, the query or the headers. With Ref it is a reference to a component.
type Parameter struct {
	Ref         string  `json:"$ref,omitempty"`
	Name        string  `json:"name,omitempty"`
	In          string  `json:"in,omitempty"`
	Description string  `json:"description,omitempty"`
	Required    bool    `json:"required,omitempty"`
	Style       string  `json:"style,omitempty"`
	Explode     *bool   `json:"explode,omitempty"`
	Schema      *Schema `json:"schema,omitempty"`
	Example     any     `json:"example,omitempty"`
}

// Response is a response. With Ref it is a reference to a component.
type Response struct {
	Ref         string              `json:"$ref,omitempty"`
	Description string              `json:"description,omitempty"`
	Headers     Ordered[*Header]    `json:"headers,omitzero"`
	Content     Ordered[*MediaType] `json:"content,omitzero"`
}

// Header is a response header. With Ref it is a reference to a component.
type Header struct {
	Ref         string  `json:"$ref,omitempty"`
	Description string  `json:"description,omitempty"`
	Required    bool    `json:"required,omitempty"`
	Schema      *Schema `json:"schema,omitempty"`
}

// MediaType is the form of a body.
type MediaType struct {
	Schema  *Schema         `json:"schema"`
	Example json.RawMessage `json:"example,omitempty"`
}

// Schema is a JSON Schema (2020-12). Type is a string, or several as []string.
type Schema struct {
	Ref                  string           `json:"$ref,omitempty"`
	Description          string           `json:"description,omitempty"`
	Type                 any              `json:"type,omitempty"`
	Const                string           `json:"const,omitempty"`
	Enum                 []string         `json:"enum,omitempty"`
	Format               string           `json:"format,omitempty"`
	ContentMediaType     string           `json:"contentMediaType,omitempty"`
	Pattern              string           `json:"pattern,omitempty"`
	MinLength            int              `json:"minLength,omitempty"`
	MaxLength            int              `json:"maxLength,omitempty"`
	Minimum              *float64         `json:"minimum,omitempty"`
	Maximum              *float64         `json:"maximum,omitempty"`
	MinItems             int              `json:"minItems,omitempty"`
	MaxItems             int              `json:"maxItems,omitempty"`
	Default              any              `json:"default,omitempty"`
	Items                *Schema          `json:"items,omitempty"`
	AnyOf                []*Schema        `json:"anyOf,omitempty"`
	Required             []string         `json:"required,omitempty"`
	Properties           Ordered[*Schema] `json:"properties,omitzero"`
	AdditionalProperties *bool            `json:"additionalProperties,omitempty"`
}

// Components are the shared parts of the document.
type Components struct {
	Schemas    Ordered[*Schema]    `json:"schemas"`
	Responses  Ordered[*Response]  `json:"responses"`
	Parameters Ordered[*Parameter] `json:"parameters"`
	Headers    Ordered[*Header]    `json:"headers"`

	SecuritySchemes Ordered[*SecurityScheme] `json:"securitySchemes"`
}

// Ordered is a JSON object whose members keep the order in which they were added.
type Ordered[T any] struct {
	names  []string
	values map[string]T
}

// Add appends a member, or replaces the member of that name.
func (o *Ordered[T]) Add(name string, value T) {
	if o.values == nil {
		o.values = map[string]T{}
	}
	if _, ok := o.values[name]; !ok {
		o.names = append(o.names, name)
	}
	o.values[name] = value
}

// Get returns a member by name, the zero T if there is none.
func (o Ordered[T]) Get(name string) T { return o.values[name] }

// Names returns the names of the members, in order.
func (o Ordered[T]) Names() []string { return o.names }

// IsZero reports whether the object is empty.
func (o Ordered[T]) IsZero() bool { return len(o.names) == 0 }

// MarshalJSON writes the members in order.
func (o Ordered[T]) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, name := range o.names {
		if i > 0 {
			b.WriteByte(',')
		}
		for _, v := range []any{name, o.values[name]} {
			if v != any(name) {
				b.WriteByte(':')
			}
			text, err := json.Marshal(v)
			if err != nil {
				return nil, err
			}
			b.Write(text)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
