package web

import (
	"errors"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/api"
)

// maxDepth is how deep a body may nest. Ours nest four deep.
const maxDepth = 16

// Decode reads one JSON value. encoding/json would match names whatever their case and let the last of two win, so that a filter before us
// and we could read the same body differently: here names match to the letter, a name given twice, an unknown one, a second value and
// text that is not UTF-8 are refused.
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
		return api.Errorf(400, api.InvalidRequest, "The body is no JSON object as it should be.")
	}
	var wrong *json.SemanticError
	if errors.As(err, &wrong) {
		field := member(wrong.JSONPointer)
		if errors.Is(err, json.ErrUnknownName) {
			return Wrong(field, "There is no such member.")
		}
		return Wrong(field, "The member is not of the type it should be.")
	}
	return api.Errorf(400, api.InvalidRequest, "The body is no JSON object as it should be.")
}

// tooDeep reports whether brackets nest deeper than any body of ours.
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

// maxMember bounds what an error repeats of a name that a client made up.
const maxMember = 60

// member is a JSON pointer as people write it: contact.mobileNumber.0.areaCode. What it repeats of the client's is bounded.
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

// Wrong is a 400 for one member of the body. It never repeats the value, which may be a secret.
func Wrong(field, why string) error {
	return &api.Error{Status: 400, Code: api.InvalidParameter, Message: field + ": " + why,
		Fields: []api.Field{{Field: field, Code: "INVALID", Message: why}}}
}
