package env

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// TOML returns a configuration file with every setting as a comment that shows its default.
func TOML() string {
	var b strings.Builder
	b.WriteString(`# Settings of Vitrine. Remove the # in front of a setting to change it.
#
# A flag --setting NAME=VALUE comes first, then the environment variable, then this file, then the default. The
# variable of a setting is its name in capitals, after VITRINE_. An empty value counts as not set. A path is relative
# to the working folder. With a secret in it, the file must not be readable for every user of the machine.
`)
	for _, g := range Groups() {
		fmt.Fprintf(&b, "\n# ==== %s ====\n", g.Title)
		if g.Intro != "" {
			fmt.Fprintf(&b, "#\n%s\n", wrap("# "+g.Intro, "# "))
		}
		for _, v := range g.Vars {
			if !v.outside {
				v.tomlEntry(&b)
			}
		}
	}
	return b.String()
}

func (v Var) tomlEntry(b *strings.Builder) {
	fmt.Fprintf(b, "\n%s\n", wrap(strings.TrimSpace("# "+title(v.Help)+". "+v.About), "# "))
	fmt.Fprintf(b, "%s\n", wrap("# Accepts: "+v.accepts+".", "# "))
	if v.Default == "" {
		fmt.Fprintf(b, "%s\n", wrap("# Without it: "+cmp.Or(v.Unset, "none")+".", "# "))
	}
	value := strconv.Quote(v.Default)
	switch v.kind {
	case aList:
		value = "[]"
	case aNumber, aRatio, aBoolean:
		value = v.Default
	}
	fmt.Fprintf(b, "#%s = %s\n", v.Key(), value)
}
