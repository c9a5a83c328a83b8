package edge

import (
	"iter"
	"slices"
	"strings"

	"vitrine/internal/catalog"
)

// Tags are the opaque tags of one answer: the tenant's tag first, then the tags of each kind of record.
type Tags struct {
	tenant string
	kinds  []kindTags // those with most tags first
}

// kindTags are the tags of one kind of record.
type kindTags struct {
	kind, any string   // the kind's tag, which bulk changes carry, and the one that every change of a record carries
	finer     []string // sorted
	coarse    bool     // any stands for finer
}

// TagsOf returns the opaque tags of an answer that depends on these tags.
//
// Every answer carries its tenant's tag, and the tag of each kind that it depends on, so that a purge may use either in
// place of finer tags.
func TagsOf(tenant string, tags iter.Seq[string]) *Tags {
	byKind := map[string][]string{}
	for tag := range tags {
		tag = catalog.Unbanded(tag)
		if kind := catalog.KindOf(tag); kind != "" {
			byKind[kind] = append(byKind[kind], tag)
		}
	}
	t := &Tags{tenant: catalog.PublicTag(tenant, catalog.TenantTag), kinds: make([]kindTags, 0, len(byKind))}
	for kind, all := range byKind {
		k := kindTags{kind: catalog.PublicTag(tenant, catalog.KindTag(kind)),
			any: catalog.PublicTag(tenant, catalog.AnyTag(kind))}
		slices.Sort(all)
		for _, tag := range slices.Compact(all) {
			if tag != catalog.KindTag(kind) {
				k.finer = append(k.finer, catalog.PublicTag(tenant, tag))
			}
		}
		slices.Sort(k.finer)
		t.kinds = append(t.kinds, k)
	}
	slices.SortFunc(t.kinds, func(a, b kindTags) int {
		if d := len(b.finer) - len(a.finer); d != 0 {
			return d
		}
		return strings.Compare(a.kind, b.kind)
	})
	return t
}

// Fit lists the tags in a format. While they exceed a limit of the format, the kind with most tags is represented by
// the tag that every change of its records carries. It reports false if even that is too much.
func (t *Tags) Fit(f Format) ([]string, bool) {
	for i := range t.kinds {
		t.kinds[i].coarse = false
	}
	for at := 0; ; at++ {
		if n, bytes := t.size(f); (f.MaxTags == 0 || n <= f.MaxTags) && (f.MaxBytes == 0 || bytes <= f.MaxBytes) {
			return t.list(), true
		}
		if at == len(t.kinds) {
			return nil, false
		}
		t.kinds[at].coarse = true
	}
}

// list lists the tags.
func (t *Tags) list() []string {
	all := []string{t.tenant}
	for _, k := range t.kinds {
		all = append(all, k.kind)
		if k.coarse {
			all = append(all, k.any)
		} else {
			all = append(all, k.finer...)
		}
	}
	return all
}

// size is the number of tags, and the length of the header's value.
func (t *Tags) size(f Format) (n, bytes int) {
	n = 1
	for _, k := range t.kinds {
		if n++; k.coarse {
			n++
		} else {
			n += len(k.finer)
		}
	}
	each := len(t.tenant) + len(f.Separator)
	if f.Quoted {
		each += len(`""`)
	}
	return n, n*each - len(f.Separator)
}

// append appends the tags in a format.
func (f Format) append(dst []byte, tags []string) []byte {
	for i, tag := range tags {
		if i > 0 {
			dst = append(dst, f.Separator...)
		}
		if f.Quoted {
			dst = append(append(append(dst, '"'), tag...), '"')
		} else {
			dst = append(dst, tag...)
		}
	}
	return dst
}
