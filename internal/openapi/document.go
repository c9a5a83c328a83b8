package openapi

import (
	"bytes"
	"encoding/json"
)

// Document is the root of an OpenAPI 3.1 document. The types below have what Vitrine uses of it, in the order it is written in.
type Document struct {
	OpenAPI    string             `json:"openapi"`
	Info       Info               `json:"info"`
	Servers    []Server           `json:"servers"`
	Tags       []Tag              `json:"tags"`
	Paths      Ordered[*PathItem] `json:"paths"`
	Components Components         `json:"components"`
}

// Info says what the API is.
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

// Variable is a part of a server's URL.
type Variable struct {
	Default     string `json:"default"`
	Description string `json:"description"`
}

// Tag is a group of operations.
type Tag struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}

// PathItem is what can be done at one address.
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

	Security []map[string][]string `json:"security,omitempty"` // one of them is needed
}

// RequestBody is what a request carries.
type RequestBody struct {
	Required bool                `json:"required,omitempty"`
	Content  Ordered[*MediaType] `json:"content"`
}

// SecurityScheme is a way to prove who asks.
type SecurityScheme struct {
	Type         string `json:"type"`
	Scheme       string `json:"scheme"`
	BearerFormat string `json:"bearerFormat,omitempty"`
	Description  string `json:"description"`
}

// Parameter is a part of a request: of its path, its query or its headers. With Ref it is one of the components.
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

// Response is an answer. With Ref it is one of the components.
type Response struct {
	Ref         string              `json:"$ref,omitempty"`
	Description string              `json:"description,omitempty"`
	Headers     Ordered[*Header]    `json:"headers,omitzero"`
	Content     Ordered[*MediaType] `json:"content,omitzero"`
}

// Header is a header of an answer. With Ref it is one of the components.
type Header struct {
	Ref         string  `json:"$ref,omitempty"`
	Description string  `json:"description,omitempty"`
	Required    bool    `json:"required,omitempty"`
	Schema      *Schema `json:"schema,omitempty"`
}

// MediaType is a body.
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

// Components are parts that are used in several places.
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

// Add appends a member, or replaces the one of that name in its place.
func (o *Ordered[T]) Add(name string, value T) {
	if o.values == nil {
		o.values = map[string]T{}
	}
	if _, ok := o.values[name]; !ok {
		o.names = append(o.names, name)
	}
	o.values[name] = value
}

// Get is the member of a name, the zero T where there is none.
func (o Ordered[T]) Get(name string) T { return o.values[name] }

// Names lists the members.
func (o Ordered[T]) Names() []string { return o.names }

// IsZero reports whether there is no member.
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
