package cli

import (
	"fmt"
	"slices"
	"strings"
)

// Shells are the shells for which [Program.Completion] writes a script.
var Shells = []string{"bash", "zsh", "fish"}

// Completion returns a script that completes the words, flags and fixed arguments of all commands in a shell. Other
// arguments are completed as file names.
func (p *Program) Completion(shell string) (string, error) {
	switch shell {
	case "bash":
		return p.bash(), nil
	case "zsh":
		return p.zsh(), nil
	case "fish":
		return p.fish(), nil
	}
	return "", Usagef("unknown shell %q; the shells are %s", shell, strings.Join(Shells, ", "))
}

// A choice is a word that may come next, and what it means.
type choice struct{ word, about string }

// A place is a point in a command line after some words of command names.
type place struct {
	words string   // "tenant webhook"; "" for the beginning
	next  []choice // further words of names, and the fixed values of an argument
	flags []choice // of the command that ends here, if one does
	taken []string // those of the flags that a value follows
}

// places returns all points, the beginning first. A point has the words that may follow in the order of the manual.
func (p *Program) places() []place {
	all := []place{{next: []choice{{"help", "List the commands"}}}}
	at := func(words string) *place {
		i := slices.IndexFunc(all, func(x place) bool { return x.words == words })
		if i < 0 {
			i = len(all)
			all = append(all, place{words: words})
		}
		return &all[i]
	}
	for _, g := range p.Groups {
		for i := range g.Commands {
			cmd := &g.Commands[i]
			words := strings.Fields(cmd.Name)
			for n, word := range words {
				about := cmd.Summary
				if n < len(words)-1 {
					about = "Commands that begin with " + word
				}
				before := at(strings.Join(words[:n], " "))
				before.add(choice{word, about}, n == len(words)-1)
			}
			here := at(cmd.Name)
			for _, value := range cmd.values() {
				here.add(choice{value, ""}, false)
			}
			here.flags = append(here.flags, choice{"--help", "Explain the command"})
			flags := cmd.flags()
			if !cmd.NoSettings {
				flags = append(flags, settingsFlags()...)
			}
			for _, f := range flags {
				name, value, _ := strings.Cut(f.form, " ")
				here.flags = append(here.flags, choice{name, f.usage})
				if value != "" {
					here.taken = append(here.taken, name)
				}
			}
		}
	}
	return all
}

// add adds a word once. A command's own summary replaces the line for its group.
func (x *place) add(c choice, own bool) {
	i := slices.IndexFunc(x.next, func(old choice) bool { return old.word == c.word })
	switch {
	case i < 0:
		x.next = append(x.next, c)
	case own:
		x.next[i].about = c.about
	}
}

// values are the fixed values of the first argument, which Args lists as bash|zsh|fish.
func (cmd *Command) values() []string {
	first, _, _ := strings.Cut(cmd.Args, " ")
	if !strings.Contains(first, "|") {
		return nil
	}
	return strings.Split(strings.Trim(first, "[]"), "|")
}

func words(all []choice) string {
	out := make([]string, len(all))
	for i, c := range all {
		out[i] = c.word
	}
	return strings.Join(out, " ")
}

// bash walks the words of the line as long as they are words of names, and offers what may follow there.
func (p *Program) bash() string {
	var b strings.Builder
	fmt.Fprintf(&b, `# bash completion for %[1]s: source <(%[1]s completion bash)

_%[1]s() {
  local cur=${COMP_WORDS[COMP_CWORD]} at="" next="" flags="" taken="" i word
  for ((i = 1; i <= COMP_CWORD; i++)); do
    next="" flags="" taken=""
    case "$at" in
`, p.Name)
	for _, x := range p.places() {
		fmt.Fprintf(&b, "      %q) next=%q", x.words, words(x.next))
		if len(x.flags) > 0 {
			fmt.Fprintf(&b, " flags=%q taken=%q", words(x.flags), strings.Join(x.taken, " "))
		}
		b.WriteString(" ;;\n")
	}
	fmt.Fprintf(&b, `    esac
    word=${COMP_WORDS[i]}
    if [[ $i -eq $COMP_CWORD || $word == -* || " $next " != *" $word "* ]]; then break; fi
    at=${at:+$at }$word
  done
  COMPREPLY=()
  if [[ $COMP_CWORD -gt 1 && " $taken " == *" ${COMP_WORDS[COMP_CWORD - 1]} "* ]]; then return; fi
  if [[ $cur == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$cur")
  elif [[ $i -eq $COMP_CWORD ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$next" -- "$cur")
  fi
}

complete -o bashdefault -o default -F _%[1]s %[1]s
`, p.Name)
	return b.String()
}

// zsh does the same, and shows what the words mean.
func (p *Program) zsh() string {
	var b strings.Builder
	fmt.Fprintf(&b, `#compdef %[1]s
# zsh completion for %[1]s: put this file as _%[1]s into a folder of $fpath.

_%[1]s() {
  local at="" word i
  local -a next flags taken
  for ((i = 2; i <= CURRENT; i++)); do
    next=() flags=() taken=()
    case "$at" in
`, p.Name)
	for _, x := range p.places() {
		fmt.Fprintf(&b, "      %s) next=(%s)", quoted(x.words), described(x.next))
		if len(x.flags) > 0 {
			fmt.Fprintf(&b, " flags=(%s) taken=(%s)", described(x.flags), strings.Join(x.taken, " "))
		}
		b.WriteString(" ;;\n")
	}
	fmt.Fprintf(&b, `    esac
    word=${words[i]}
    if ((i == CURRENT)) || [[ $word == -* || -z ${next[(r)$word(|:*)]} ]]; then break; fi
    at=${at:+$at }$word
  done
  if ((CURRENT > 2 && ${taken[(Ie)${words[CURRENT-1]}]})); then _files; return; fi
  if [[ ${words[CURRENT]} == -* ]]; then
    _describe -o flag flags
  elif ((i == CURRENT && $#next)); then
    _describe command next
  else
    _files
  fi
}

if [[ $funcstack[1] == _%[1]s ]]; then _%[1]s "$@"; else compdef _%[1]s %[1]s; fi
`, p.Name)
	return b.String()
}

// fish gives each word a condition: the words of names that stand before it.
func (p *Program) fish() string {
	var b strings.Builder
	fmt.Fprintf(&b, `# fish completion for %[1]s: %[1]s completion fish | source

function __%[1]s_at
    set -l words (commandline -opc)
    set -e words[1]
    test "$words[1..$argv[1]]" = "$argv[2]"; and test $argv[3] = any -o (count $words) = $argv[1]
end

complete -c %[1]s -e
`, p.Name)
	for _, x := range p.places() {
		n := len(strings.Fields(x.words))
		at := func(how string) string {
			return fmt.Sprintf(`"__%s_at %d '%s' %s"`, p.Name, n, x.words, how)
		}
		if n == 0 {
			at = func(string) string { return "__fish_use_subcommand" }
		}
		for _, c := range x.next {
			fmt.Fprintf(&b, "complete -c %s -f -n %s -a %s -d %s\n", p.Name, at("only"), c.word, quoted(c.about))
		}
		for _, c := range x.flags {
			value := ""
			if slices.Contains(x.taken, c.word) {
				value = " -r"
			}
			fmt.Fprintf(&b, "complete -c %s -n %s -l %s%s -d %s\n", p.Name, at("any"), c.word[2:], value, quoted(c.about))
		}
	}
	return b.String()
}

// described writes words for zsh's _describe, each in quotes with its meaning after a colon.
func described(all []choice) string {
	out := make([]string, len(all))
	for i, c := range all {
		out[i] = quoted(c.word + ":" + strings.ReplaceAll(c.about, ":", `\:`))
	}
	return strings.Join(out, " ")
}

// quoted puts a text into single quotes for zsh and fish.
func quoted(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'"'"'`) + "'"
}
