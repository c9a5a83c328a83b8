package algolia

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine/gateway/widget"
	"vitrine/internal/api"
)

// params are the parameters of one search. A value is JSON, or a text that may hold JSON: version 4 sends a URL-encoded
// text, in which lists are JSON.
type params map[string]any

// merge adds the parameters of a text or an object, which replace others of the same name.
func (p params) merge(v any) error {
	switch v := v.(type) {
	case nil:
		return nil
	case map[string]any:
		for name, value := range v {
			p[name] = value
		}
		return nil
	case string:
		values, err := url.ParseQuery(v)
		if err != nil {
			return api.Errorf(400, api.InvalidParameter, "params is not a URL-encoded text.")
		}
		for name, all := range values {
			p[name] = all[len(all)-1]
		}
		return nil
	}
	return api.Errorf(400, api.InvalidParameter, "params is neither a text nor an object.")
}

// invalid is the error for a parameter of the wrong form.
func invalid(name, expected string) error {
	return api.Errorf(400, api.InvalidParameter, "%s is not valid: expected %s.", name, expected)
}

// text reads a text.
func (p params) text(name string) (string, error) {
	switch v := p[name].(type) {
	case nil:
		return "", nil
	case string:
		return v, nil
	case json.Number:
		return v.String(), nil
	}
	return "", invalid(name, "a text")
}

// whole reads a whole number between two bounds.
func (p params) whole(name string, otherwise, least, most int) (int, error) {
	var n int
	var err error
	switch v := p[name].(type) {
	case nil:
		return otherwise, nil
	case json.Number:
		n, err = strconv.Atoi(v.String())
	case string:
		if v == "" {
			return otherwise, nil
		}
		n, err = strconv.Atoi(v)
	default:
		return 0, invalid(name, "a whole number")
	}
	if err != nil || n < least || n > most {
		return 0, invalid(name, "a whole number from "+strconv.Itoa(least)+" to "+strconv.Itoa(most))
	}
	return n, nil
}

// list reads a list of texts: as such, as a text of JSON, or separated by commas. given is false for none, and for
// null.
func (p params) list(name string, most int) (all []string, given bool, err error) {
	v := p[name]
	if s, ok := v.(string); ok {
		if s = strings.TrimSpace(s); strings.HasPrefix(s, "[") {
			if err := decode(s, &v); err != nil {
				return nil, false, invalid(name, "a list in JSON")
			}
		} else {
			for part := range strings.SplitSeq(s, ",") {
				if part = strings.TrimSpace(part); part != "" {
					all = append(all, part)
				}
			}
			return all, true, tooMany(name, len(all), most)
		}
	}
	switch v := v.(type) {
	case nil:
		return nil, false, nil
	case []any:
		for _, item := range v {
			s, ok := item.(string)
			if !ok {
				return nil, false, invalid(name, "a list of texts")
			}
			all = append(all, s)
		}
		return all, true, tooMany(name, len(all), most)
	}
	return nil, false, invalid(name, "a text or a list of texts")
}

func tooMany(name string, n, most int) error {
	if n > most {
		return invalid(name, "at most "+strconv.Itoa(most)+" items")
	}
	return nil
}

// sorted reads a list whose order has no meaning.
func (p params) sorted(name string, most int) ([]string, error) {
	all, _, err := p.list(name, most)
	slices.Sort(all)
	return slices.Compact(all), err
}

// tag reads a highlight tag. It is data: whatever it is, it is returned as text in JSON.
func (p params) tag(name, otherwise string) (string, error) {
	if p[name] == nil {
		return otherwise, nil
	}
	s, err := p.text(name)
	if len(s) > widget.MaxTag {
		return "", invalid(name, "at most "+strconv.Itoa(widget.MaxTag)+" bytes")
	}
	return s, err
}
