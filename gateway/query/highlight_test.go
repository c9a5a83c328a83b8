package query

import (
	"net/url"
	"strings"
	"testing"
)

func TestHighlight(t *testing.T) {
	t.Parallel()
	f := func(params, want string) {
		t.Helper()
		q, err := NewRouter(true).ResolveURL("/v1/brand?" + params)
		var got string
		if err != nil {
			got = err.Error()
		} else {
			got = string(q.AppendURL(nil))
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", params, got, want)
		}
	}
	f("search=x&highlight=name,description&highlight[]=name", "/brand?highlight=description&highlight=name&search=x")
	f("search=x&snippet=description:5,name", "/brand?search=x&snippet=description%3A5&snippet=name%3A30")
	f("search=x&highlight=name&highlightTag=mark", "/brand?highlight=name&search=x")
	f("search=x&highlight=name&highlightTag=em", "highlightTag=em")
	f("search=x&highlightTag=em", "/brand?search=x")
	f("highlightTag=mark", "/brand") // the default, which tools send
	f("search=x&highlight=&snippet=", "/brand?search=x")
	for _, hostile := range []string{"script", "<b>", "b onclick=x", "MARK", "b\u202e", strings.Repeat("b", 5000),
		"../b"} {
		f("search=x&highlight=name&highlightTag="+url.QueryEscape(hostile), "one of mark, b, em")
		f("search=x&highlight="+url.QueryEscape(hostile), "one of ")
		f("search=x&snippet="+url.QueryEscape(hostile), "one of ")
	}
	f("search=x&highlight=name&highlightTag=b&highlightTag=i", "once")
	f("search=x&snippet=name:0", "whole number from 1 to 100")
	f("search=x&snippet=name:101", "whole number from 1 to 100")
	f("search=x&snippet=name:", "whole number from 1 to 100")
	f("search=x&snippet=name:-1:2", "whole number from 1 to 100")
	f("highlight=name", "highlight needs search")
	f("snippet=name", "snippet needs search")
	f("search=x&highlight=name%00", "NUL")
	f("search=x&highlight="+strings.Repeat("name,", 101), "at most 100 values")
}
