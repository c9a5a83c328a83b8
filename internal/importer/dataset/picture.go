package dataset

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"vitrine/internal/importer/load"
	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
)

// lists are the columns that hold several pictures, and pictures those that hold one.
var (
	lists    = []string{"images", "gallery"}
	pictures = []string{"thumbnail", "featured_image", "cover_image", "image", "banner", "logo", "meta_image"}
)

// Pictures fills a column with a list of pictures: a JSON list, or addresses separated by commas, semicolons, bars or
// white space.
func Pictures(column string) load.Target {
	return func(p *load.Plan) (load.Put, error) {
		inner, err := To(column)(p)
		if err != nil {
			return nil, err
		}
		return func(d *load.Draft, v any) error {
			list, err := readable(d, column, v)
			switch {
			case err != nil:
				return err
			case list == nil:
				return inner(d, nil)
			}
			return inner(d, list)
		}, nil
	}
}

// readable returns the pictures that a value names. Items of a list that name none are left out, unless all do.
func readable(d *load.Draft, column string, v any) ([]any, error) {
	list, err := addresses(v)
	if err == nil {
		return list, nil
	}
	err = fmt.Errorf("%s: %w", column, err)
	if list == nil {
		return nil, err
	}
	return list, d.LeaveOut(err)
}

// Picture fills a column with the first of the pictures in a field. If the field holds lists of pictures, or several in
// some of the first records, all of them go to the column for several pictures, unless the record fills that otherwise.
func Picture(column string) load.Target {
	return func(p *load.Plan) (load.Put, error) {
		at, err := p.Main.Use(column)
		if err != nil {
			return nil, err
		}
		several := slices.ContainsFunc(p.Texts(), holdsList)
		all := -1
		for _, name := range lists {
			if all < 0 && p.Main.Table.Column(name) != nil {
				if all, err = p.Main.UseSpare(name); err != nil {
					return nil, err
				}
			}
		}
		return func(d *load.Draft, v any) error {
			v = source.Embedded(v)
			list, err := readable(d, column, v)
			if err != nil {
				return err
			}
			d.Main.Cells[at] = load.Null
			if len(list) > 0 {
				if err := d.Main.Set(d, at, list[0]); err != nil {
					return err
				}
			}
			_, listed := v.([]any)
			if (several || listed || len(list) > 1) && all >= 0 && d.Main.Cells[all].IsAbsent() {
				return d.Main.Set(d, all, append([]any{}, list...))
			}
			return nil
		}, nil
	}
}

// holdsList reports whether a text is a list of pictures, or several of them.
func holdsList(v string) bool {
	if _, ok := source.Embedded(v).([]any); ok {
		return true
	}
	list, _ := addresses(v)
	return len(list) > 1
}

// Shown fills all columns for pictures of a product.
func Shown() load.Target {
	return All(Picture("thumbnail"), Picture("featured_image"), Pictures("images"))
}

// addresses returns the pictures that a value names; nil for none. The error is the first item that names none.
func addresses(v any) (found []any, bad error) {
	v = source.Embedded(v)
	if s, ok := v.(string); ok {
		if wasCut(strings.TrimSpace(s)) {
			return nil, fmt.Errorf("expected addresses of pictures, got JSON that cannot be read: %s", source.Describe(s))
		}
		return split(s), nil
	}
	list, ok := v.([]any)
	if !ok && v != nil {
		list = []any{v}
	}
	for _, e := range list {
		switch e := e.(type) {
		case nil:
		case string:
			if e = strings.TrimSpace(e); !table.IsNothing(e) {
				found = append(found, e)
			}
		case source.Object:
			if a := address(e); a != "" {
				found = append(found, a)
			} else if bad == nil {
				bad = errors.New("expected the address of a picture, got an object without src, url, href or link")
			}
		default:
			if bad == nil {
				bad = fmt.Errorf("expected the address of a picture, got %s", source.Describe(e))
			}
		}
	}
	return found, bad
}

// wasCut reports whether a text begins as a list or an object in JSON and lacks the end of it.
func wasCut(s string) bool {
	for begin, end := range map[string]string{`["`: "]", "[{": "]", `{"`: "}"} {
		if strings.HasPrefix(s, begin) && !strings.Contains(s, end) {
			return true
		}
	}
	return false
}

// address returns the address of a picture that an object describes, as {"src": …}; empty if it has none.
func address(o source.Object) string {
	for _, name := range []string{"src", "url", "href", "link"} {
		if v, ok := o.Get(name); ok {
			if s, ok := v.(string); ok && strings.TrimSpace(s) != "" {
				return strings.TrimSpace(s)
			}
		}
	}
	return ""
}

var (
	absolute  = regexp.MustCompile(`(?i)(?:^|[\s,;|])\s*(?:https?:)?//`)
	quotes    = regexp.MustCompile(`'\s*,\s*'`)
	separated = regexp.MustCompile(`\s*[,;|\n]\s*`)
	isPicture = regexp.MustCompile(`(?i)^[^,;|]+\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?|heic|ico)(?:[?#]\S*)?$`)
)

// split divides a text into the addresses of pictures. Between absolute addresses, a separator is one that the
// beginning of another address follows: a comma or a bar may be part of an address. Names of files are divided only if
// each part is one.
func split(s string) []any {
	s = strings.TrimSpace(s)
	if inner, ok := strings.CutPrefix(s, "['"); ok && strings.HasSuffix(inner, "']") { // a list as Python prints it
		s = quotes.ReplaceAllString(strings.TrimSuffix(inner, "']"), "\n")
	}
	if table.IsNothing(s) {
		return nil
	}
	var parts []string
	if starts := absolute.FindAllStringIndex(s, -1); len(starts) > 0 && starts[0][0] == 0 {
		for i, at := range starts {
			end := len(s)
			if i+1 < len(starts) {
				end = starts[i+1][0]
			}
			parts = append(parts, s[at[0]:end])
		}
	} else if parts = separated.Split(s, -1); !allPictures(parts) {
		if parts = strings.Fields(s); !allPictures(parts) {
			parts = []string{s}
		}
	}
	var list []any
	for _, part := range parts {
		if part = strings.Trim(part, " \t\r\n,;|"); part != "" {
			list = append(list, part)
		}
	}
	return list
}

func allPictures(parts []string) bool {
	other := func(p string) bool { return p != "" && !isPicture.MatchString(p) }
	return len(parts) > 1 && !slices.ContainsFunc(parts, other)
}
