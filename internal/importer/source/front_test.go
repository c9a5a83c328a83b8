package source

import (
	"fmt"
	"strings"
	"testing"
)

func TestFrontMatterInTOML(t *testing.T) {
	f := func(content string, want ...string) {
		t.Helper()
		got, _ := read(t, "x.md", []byte(content), Options{})
		same(t, fmt.Sprintf("%.60q", content), got, want)
	}
	f(`+++
title = "It's \"open\""
date = 2026-03-01T10:00:00+03:00
lastmod = 2026-03-02
published = 2026-03-02T08:30:00
opens = 08:30:00
price = 12.50
sold = 1_000
draft = false
tags = ["a", "b"]
inf = inf

[params]
author = "Ada"
[params.deep]
x.y = 1

[[links]]
url = "/a"
[[links]]
url = "/b"
+++

The *text*.
`, `1: file="x.md" date="2026-03-01T10:00:00+03:00" draft=false inf="+Inf" lastmod="2026-03-02" `+
		`links=[{"url":"/a"},{"url":"/b"}] opens="08:30:00" params={"author":"Ada","deep":{"x":{"y":1}}} price=12.5 `+
		`published="2026-03-02T08:30:00" sold=1000 tags=["a","b"] title="It's \"open\"" slug="x" body="\nThe *text*.\n"`)
	f("+++\r\ntitle = 'T'\r\n+++\r\ntext\r\n", `1: file="x.md" title="T" slug="x" body="text\n"`)
	f("+++\n+++\ntext", `1: file="x.md" slug="x" body="text"`)
	f("+++\ntitle = 'T'\n---\ntext", "1! x.md: the front matter does not end: a line of three plus signs is missing")
	f("+++\na = 1\na = 2\n+++\n", "1! x.md: invalid TOML in the front matter: line 2: key a is already defined")
	f("+++\na = "+strings.Repeat("[", 100)+strings.Repeat("]", 100)+"\n+++\n",
		"1! x.md: the front matter: nested deeper than 64 levels")
	f("+++\n"+strings.Repeat("x.", 30_000)+"x = 1\n+++\n", "1! x.md: the front matter: nested deeper than 64 levels")
	f("+++\na = "+strings.Repeat("[", 60_000)+strings.Repeat("]", 60_000)+"\n+++\n",
		"1! x.md: the front matter is longer than 64 KB; move long texts below it")
	f("+++ a = 1", `1: file="x.md" slug="x" body="+++ a = 1"`)
}

func TestFrontMatterBelowEmptyLines(t *testing.T) {
	f := func(content string, want ...string) {
		t.Helper()
		got, _ := read(t, "x.md", []byte(content), Options{})
		same(t, fmt.Sprintf("%.60q", content), got, want)
	}
	f("\n+++\ntitle = 'T'\n+++\ntext", `1: file="x.md" title="T" slug="x" body="text"`)
	f("\r\n \n--- \nlayout: post\ntitle: T\n---\ntext", `1: file="x.md" layout="post" title="T" slug="x" body="text"`)
	f("---\t\ntitle: T\n---\ntext", `1: file="x.md" title="T" slug="x" body="text"`)
	f("\n---\nNote: a rule\n\n---\ntext", `1: file="x.md" slug="x" body="\n---\nNote: a rule\n\n---\ntext"`)
	f("\n---\ntitle: no end\n", `1: file="x.md" slug="x" body="\n---\ntitle: no end\n"`)
}
