package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// parse parses the flags, which may stand anywhere, and returns the arguments.
func (cmd *Command) parse(f *flag.FlagSet, program string, words []string) (args []string, err error) {
	f.SetOutput(io.Discard)
	f.Usage = func() {}
	for {
		if err := f.Parse(words); err != nil {
			if rest := f.Args(); isNumber(words[len(words)-len(rest)-1]) && undefined(err) {
				args, words = append(args, words[len(words)-len(rest)-1]), rest // a negative number is an argument
				continue
			}
			return nil, Usagef("%s: %w; see %s %s --help", cmd.Name, flagError(err, words), program, cmd.Name)
		}
		if words = f.Args(); len(words) == 0 {
			break
		}
		args, words = append(args, words[0]), words[1:]
	}
	least, most := cmd.arity()
	switch {
	case len(args) < least:
		return nil, Usagef("%s: missing argument %s; usage: %s", cmd.Name, cmd.required()[len(args)], cmd.usage(program))
	case most >= 0 && len(args) > most:
		return nil, Usagef("%s: unexpected argument %q; usage: %s", cmd.Name, args[most], cmd.usage(program))
	}
	return args, nil
}

const notDefined = "flag provided but not defined: -" // from package flag

func undefined(err error) bool { return strings.HasPrefix(err.Error(), notDefined) }

// isNumber reports whether a word begins like a negative number.
func isNumber(word string) bool {
	return len(word) > 1 && word[0] == '-' && (word[1] == '.' || word[1] >= '0' && word[1] <= '9')
}

// flagError rewords the errors of package flag, which writes flags with one hyphen.
func flagError(err error, words []string) error {
	if errors.Is(err, flag.ErrHelp) { // Execute has handled plain --help
		i := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(strings.TrimLeft(w, "-"), "h") })
		return errors.New("unknown flag " + words[max(i, 0)])
	}
	text := err.Error()
	if name, ok := strings.CutPrefix(text, notDefined); ok {
		return errors.New("unknown flag --" + name)
	}
	if name, ok := strings.CutPrefix(text, "flag needs an argument: -"); ok {
		return errors.New("the flag --" + name + " needs a value")
	}
	if m := invalidValue.FindStringSubmatch(text); m != nil {
		if strings.HasPrefix(m[3], "--"+m[2]+" ") {
			return errors.New(m[3]) // it names the flag and the value itself
		}
		return fmt.Errorf("invalid value %s for flag --%s: %s", m[1], m[2], m[3])
	}
	return err
}

// invalidValue matches the error of package flag about the value of a flag.
var invalidValue = regexp.MustCompile(`(?s)^invalid (?:boolean )?value ("(?:[^"\\]|\\.)*") for (?:flag )?-(\S+): (.*)$`)

// required returns the arguments that must be there.
func (cmd *Command) required() (names []string) {
	for _, name := range strings.Fields(cmd.Args) {
		if !strings.HasPrefix(name, "[") {
			names = append(names, name)
		}
	}
	return names
}

// arity returns the number of arguments, -1 for any number.
func (cmd *Command) arity() (least, most int) {
	all := strings.Fields(cmd.Args)
	if strings.Contains(cmd.Args, "...") {
		return len(cmd.required()), -1
	}
	return len(cmd.required()), len(all)
}
