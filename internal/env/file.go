package env

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"

	"vitrine/internal/edits"
)

// Files are the configuration files that OS looks for. The first one that exists is read, and no other.
var Files = []string{"vitrine.toml", "/etc/vitrine/vitrine.toml"}

const (
	maxFile   = 64 << 10 // bytes; a file with all settings and their comments has a third of it
	maxNames  = 200      // names in a file; there are fewer settings
	maxErrors = 20       // errors of a file that are reported
)

// A file is a configuration file that was read.
type file struct {
	path   string // "": there is none
	values map[string]string
	lines  map[string]int
	errs   []error
}

// Load reads the configuration file: the one that is named, else that of VITRINE_CONFIG, else the first of Files that
// exists. It returns one error for each mistake. Values without a mistake are used nevertheless, for diagnosis.
func (r *Reader) Load(named string) []error {
	path, ours := named, false
	if path == "" {
		path = r.Get(ConfigFile)
	}
	for _, place := range r.places {
		if path == "" {
			if _, err := os.Lstat(place); !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
				path, ours = place, !filepath.IsAbs(place)
			}
		}
	}
	r.file = file{}
	if path == "" {
		return nil
	}
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	r.file = file{path: path, values: map[string]string{}, lines: map[string]int{}}
	text, mode, err := readFile(path, ours)
	if err != nil {
		r.file.errs = []error{err}
	} else {
		r.file.parse(text)
		r.file.guard(mode)
	}
	return r.file.errs
}

// File returns the path of the configuration file, "" if there is none, and its mistakes.
func (r *Reader) File() (path string, mistakes []error) { return r.file.path, r.file.errs }

// readFile reads a file. If it is ours, it must belong to this user or to root: somebody else may have put it into the
// working folder.
func readFile(path string, ours bool) (text []byte, mode fs.FileMode, err error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe must not hold up the start
	if err != nil {
		return nil, 0, fmt.Errorf("read the configuration file: %w", err)
	}
	defer func() { _ = f.Close() }() // it was only read
	info, err := f.Stat()
	if err != nil {
		return nil, 0, fmt.Errorf("read the configuration file: %w", err)
	}
	owner, known := info.Sys().(*syscall.Stat_t)
	switch {
	case info.IsDir():
		return nil, 0, fmt.Errorf("%s is a folder: name the configuration file in it", path)
	case !info.Mode().IsRegular():
		return nil, 0, fmt.Errorf("%s is no regular file, which a configuration file must be", path)
	case info.Mode().Perm()&0o002 != 0:
		return nil, 0, fmt.Errorf("%s can be changed by every user of this machine: run chmod o-w on it", path)
	case ours && known && owner.Uid != 0 && int(owner.Uid) != os.Geteuid():
		return nil, 0, fmt.Errorf("%s belongs to another user: to use it, name it with --config", path)
	}
	text, err = io.ReadAll(io.LimitReader(f, maxFile+1))
	switch {
	case err != nil:
		return nil, 0, fmt.Errorf("read the configuration file: %w", err)
	case len(text) > maxFile:
		return nil, 0, fmt.Errorf("%s has more than %d bytes, the limit of a configuration file", path, maxFile)
	}
	return bytes.TrimPrefix(text, []byte("\uFEFF")), info.Mode(), nil // some editors write U+FEFF first
}

// parse reads the settings of the file. Messages name line and key, and no value of a secret.
func (f *file) parse(text []byte) {
	if !utf8.Valid(text) {
		valid := 0
		for {
			r, size := utf8.DecodeRune(text[valid:])
			if r == utf8.RuneError && size <= 1 {
				break
			}
			valid += size
		}
		f.wrong(1+bytes.Count(text[:valid], []byte("\n")), "the text is not UTF-8")
		return
	}
	settings := map[string]any{}
	var broken *toml.DecodeError
	if err := toml.Unmarshal(text, &settings); errors.As(err, &broken) {
		line, column := broken.Position()
		why := strings.TrimPrefix(broken.Error(), "toml: ")
		if why, _, _ = strings.Cut(why, ": "); len(broken.Key()) > 0 { // what follows may be a part of a value
			f.wrong(line, "the key %s is there twice", shown(broken.Key()))
			return
		}
		f.wrong(line, "not TOML at column %d: %s; a line is NAME = VALUE, with text in quotation marks", column, why)
		return
	} else if err != nil {
		f.errs = append(f.errs, fmt.Errorf("%s: %w", f.path, err))
		return
	}
	if names(settings) > maxNames {
		f.errs = append(f.errs, fmt.Errorf("%s has more than %d names, and there are fewer settings", f.path, maxNames))
		return
	}
	// No key has a place in an empty struct, so the decoder lists all of them with their lines.
	var keys *toml.StrictMissingError
	if err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&struct{}{}); !errors.As(err, &keys) {
		return
	}
	for i := range keys.Errors {
		line, _ := keys.Errors[i].Position()
		if len(f.errs) == maxErrors {
			f.wrong(line, "further mistakes are not listed")
			return
		}
		f.setting(line, keys.Errors[i].Key(), settings)
	}
}

// names counts the names and tables in a document.
func names(value any) (n int) {
	switch x := value.(type) {
	case map[string]any:
		for _, each := range x {
			n += 1 + names(each)
		}
	case []any:
		for _, each := range x {
			if _, table := each.(map[string]any); table {
				n += 1 + names(each)
			}
		}
	}
	return n
}

// setting takes a setting of the file if it exists and has an accepted value.
func (f *file) setting(line int, key toml.Key, settings map[string]any) {
	v, err := find(strings.Join(key, "."))
	if err != nil {
		f.wrong(line, "%w", err)
		return
	}
	value, ok := v.text(settings[v.Key()])
	switch {
	case !ok:
		f.wrong(line, "%s: expected %s", v.Key(), v.toml())
	case strings.ContainsFunc(value, unicode.IsControl):
		f.wrong(line, "%s: the value has a control character", v.Key())
	case value != "" && v.check(value) != nil:
		f.wrong(line, "%s = %q: expected %s", v.Key(), v.masked(value), v.accepts)
	default:
		f.values[v.Name], f.lines[v.Name] = value, line
	}
}

// guard reports secrets in a file that every user of the machine may read. The name of a file is no secret.
func (f *file) guard(mode fs.FileMode) {
	if mode.Perm()&0o004 == 0 {
		return
	}
	for _, v := range All() {
		if value := f.values[v.Name]; v.Secret && value != "" && !strings.HasPrefix(value, "file:") {
			f.wrong(f.lines[v.Name], "%s is a secret, and every user of this machine may read the file: run chmod o-r on it",
				v.Key())
		}
	}
}

func (f *file) wrong(line int, format string, args ...any) {
	f.errs = append(f.errs, fmt.Errorf("%s:%d: "+format, append([]any{f.path, line}, args...)...))
}

// find returns the variable of a key. The error suggests a similar key.
func find(key string) (Var, error) {
	var keys []string
	for _, v := range All() {
		switch {
		case v.Key() != key:
		case v.outside:
			return v, fmt.Errorf("%s is read from the environment only: set %s", key, v.Name)
		default:
			return v, nil
		}
		if !v.outside {
			keys = append(keys, v.Key())
		}
	}
	plain := strings.ToLower(strings.NewReplacer(".", "_", "-", "_").Replace(key))
	similar := ""
	if plain = strings.TrimPrefix(plain, strings.ToLower(prefix)); slices.Contains(keys, plain) {
		similar = plain
	} else if len(plain) < maxKey {
		similar = edits.Similar(plain, keys)
	}
	if similar == "" {
		return Var{}, fmt.Errorf("unknown setting %s; vitrine env lists the settings", shown(toml.Key{key}))
	}
	return Var{}, fmt.Errorf("unknown setting %s (did you mean %s?)", shown(toml.Key{key}), similar)
}

const maxKey = 60 // bytes of a key that are printed

// shown returns a key for a message.
func shown(key toml.Key) string {
	text := strings.Join(key, ".")
	if len(text) > maxKey {
		text = text[:maxKey] + "…"
	}
	return strconv.Quote(text)
}

// text converts a value of TOML to the text of the variable. ok is false if it has the wrong type.
func (v Var) text(value any) (text string, ok bool) {
	switch x := value.(type) {
	case string:
		return x, v.kind == aText || v.kind == aSize
	case int64:
		return strconv.FormatInt(x, 10), v.kind == aNumber || v.kind == aSize || v.kind == aRatio
	case float64:
		return strconv.FormatFloat(x, 'g', -1, 64), v.kind == aRatio
	case bool:
		return strconv.FormatBool(x), v.kind == aBoolean
	case []any:
		parts := make([]string, len(x))
		for i := range x {
			part, isText := x[i].(string)
			if !isText || strings.TrimSpace(part) == "" || strings.Contains(part, ",") {
				return "", false
			}
			parts[i] = part
		}
		return strings.Join(parts, ","), v.kind == aList
	}
	return "", false
}

// toml says of which type the variable's value is in TOML.
func (v Var) toml() string {
	switch v.kind {
	case aNumber:
		return "a whole number without quotation marks"
	case aRatio:
		return "a number without quotation marks"
	case aBoolean:
		return "true or false without quotation marks"
	case aSize:
		return "a number of bytes, or a text such as \"256MB\""
	case aList:
		return "a list of texts, such as [\"a\", \"b\"]"
	}
	return "a text in quotation marks"
}
