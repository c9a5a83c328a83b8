package web

import (
	"errors"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/api"
)

// maxDepth is how deep a body may nest. Our bodies nest four deep.
const maxDepth = 16

// Decode parses one JSON value strictly. encoding/json ignores the case of names and keeps the last duplicate, so a
// filter in front of the service could read a body differently. Decode requires exact names, and rejects duplicate and
// unknown members, a second value, and invalid UTF-8.
func Decode(body []byte, v any) error {
	if tooDeep(body) {
		return api.Errorf(400, api.InvalidRequest, "The body nests deeper than %d levels.", maxDepth)
	}
	err := json.Unmarshal(body, v, json.RejectUnknownMembers(true))
	if err == nil {
		return nil
	}
	var twice *jsontext.SyntacticError
	if errors.As(err, &twice) {
		if errors.Is(err, jsontext.ErrDuplicateName) {
			return api.Conflict(member(twice.JSONPointer), "A member of the body may be given once.")
		}
		return api.Errorf(400, api.InvalidRequest, "The body is not a valid JSON object.")
	}
	var wrong *json.SemanticError
	if errors.As(err, &wrong) {
		field := member(wrong.JSONPointer)
		if errors.Is(err, json.ErrUnknownName) {
			return Wrong(field, "This member is unknown.")
		}
		return Wrong(field, "This member has the wrong type.")
	}
	return api.Errorf(400, api.InvalidRequest, "The body is not a valid JSON object.")
}

// tooDeep reports whether brackets nest deeper than maxDepth.
func tooDeep(body []byte) bool {
	depth, quoted, escaped := 0, false, false
	for _, c := range body {
		switch {
		case escaped:
			escaped = false
		case quoted:
			escaped = c == '\\'
			quoted = c != '"'
		case c == '"':
			quoted = true
		case c == '{' || c == '[':
			if depth++; depth > maxDepth {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}

// maxMember is how many characters of a client's member name an error repeats.
const maxMember = 60

// member writes a JSON pointer with dots: contact.mobileNumber.0.areaCode. Its length is bounded.
func member(p jsontext.Pointer) string {
	var parts []string
	for token := range p.Tokens() {
		parts = append(parts, token)
	}
	name := strings.Join(parts, ".")
	if r := []rune(name); len(r) > maxMember {
		name = string(r[:maxMember]) + "…"
	}
	if name == "" {
		return "body"
	}
	return name
}

// Wrong returns a 400 for one member of the body. It never repeats the value, which may be a secret.
func Wrong(field, why string) error {
	return &api.Error{Status: 400, Code: api.InvalidParameter, Message: field + ": " + why,
		Fields: []api.Field{{Field: field, Code: "INVALID", Message: why}}}
}
