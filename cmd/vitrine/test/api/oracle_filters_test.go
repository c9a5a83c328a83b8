package api

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// An oracleList is a list as the documents describe it.
type oracleList struct {
	path, table string
	shown       func(*oracle, oracleRow) bool
	order       []oracleKey
	sorts       map[string]oracleKey
	filters     []oracleFilter
	searched    bool
	fixed       bool // a search keeps the order
	whole       bool // not paginated
}

// An oracleKey is a sort key. Rows without it come last, unless first is set.
type oracleKey struct {
	of          func(oracleRow) any
	desc, first bool
}

func by(column string) oracleKey { return oracleKey{of: func(r oracleRow) any { return r[column] }} }

func down(column string) oracleKey { return by(column).down() }

func (k oracleKey) down() oracleKey {
	k.desc = true
	return k
}

func (k oracleKey) compare(a, b oracleRow) int {
	x, y := k.of(a), k.of(b)
	switch {
	case x == nil && y == nil:
		return 0
	case x == nil || y == nil:
		if (x == nil) == k.first {
			return -1
		}
		return 1
	case k.desc:
		return oracleCompare(y, x)
	default:
		return oracleCompare(x, y)
	}
}

// An oracleFilter is a query parameter: the rows that it keeps, and values to try, in all their spellings.
type oracleFilter struct {
	name    string
	keeps   func(o *oracle, values []string) func(oracleRow) bool
	try     func(o *oracle, r *rand.Rand, near oracleRow) []string // some of the values keep the row near
	several bool                                                   // may be repeated
	commas  bool                                                   // … and separated by commas
}

// Visibility rules.
func published(_ *oracle, r oracleRow) bool { return r["status"] != "DRAFT" }

func publishedNow(o *oracle, r oracleRow) bool { return r["status"] != "DRAFT" && r.within(o.now) }

func onTheMap(r oracleRow) bool { return r["lat"] != nil && r["lng"] != nil }

// Sorts that several modules have.
var (
	byName  = map[string]oracleKey{"name": by("name"), "createdAt": by("created_at")}
	byTitle = map[string]oracleKey{"name": by("title"), "createdAt": by("created_at")}
)

// oracleLists are the lists that the oracle answers: all but the random and the similar ones.
var oracleLists = func() []*oracleList {
	var all []*oracleList
	for _, c := range moduleCases {
		for _, v := range c.views {
			if v.oracle != nil {
				v.oracle.path = v.path
				all = append(all, v.oracle)
			}
		}
	}
	return all
}()

const nobody = "ffffffffffffffffffffffff" // an id that no record has

// inCategories keeps rows in one of the categories or below.
func inCategories(table string) oracleFilter {
	links := table + "_category"
	return oracleFilter{name: "category", several: true, commas: true,
		keeps: func(o *oracle, values []string) func(oracleRow) bool {
			in := o.below(values)
			return func(r oracleRow) bool {
				return slices.ContainsFunc(o.parts[links][r.id()], func(l oracleRow) bool { return in[l.text("category_id")] })
			}
		},
		try: func(o *oracle, r *rand.Rand, near oracleRow) []string {
			return someOf(r, 3, func() string {
				c := anyOf(r, o.rows["category"])
				// a category of the row, or one above
				if used := anyOf(r, o.parts[links][near.id()]); used != nil && r.IntN(4) > 0 {
					c = o.byID["category "+used.text("category_id")]
					for up := c; up != nil && r.IntN(2) > 0; up = o.byID["category "+up.text("parent_id")] {
						c = up
					}
				}
				return anyOf(r, []string{c.id(), c.text("slug"), c.id(), c.text("slug"), nobody, "no-such-category"}[:4+r.IntN(3)])
			})
		}}
}

// referring keeps rows that refer to one of the records of another table, given by id or, if it is visible, by slug.
func referring(other, table, column string) oracleFilter {
	return oracleFilter{name: other, several: true, commas: true,
		keeps: func(o *oracle, values []string) func(oracleRow) bool {
			return func(r oracleRow) bool {
				x := o.byID[other+" "+r.text(column)]
				return r.isAny(column, values) || x != nil && x["status"] != "DRAFT" && x.isAny("slug", values)
			}
		},
		try: func(o *oracle, r *rand.Rand, near oracleRow) []string {
			return someOf(r, 4, func() string {
				id := anyOf(r, []oracleRow{near, anyOf(r, o.rows[table])}).text(column)
				if x := o.byID[other+" "+id]; x != nil && r.IntN(2) == 0 {
					return orNot(r, x.text("slug"), "no-such-slug")
				}
				return orNot(r, id, nobody)
			})
		}}
}

// ofOther keeps rows of a visible record with one of the ids or slugs.
func ofOther(name, table, column, other string) oracleFilter {
	return oracleFilter{name: name, several: true, commas: true,
		keeps: func(o *oracle, values []string) func(oracleRow) bool {
			return func(r oracleRow) bool {
				x := o.byID[other+" "+r.text(column)]
				return x != nil && x["status"] != "DRAFT" && (x.isAny("id", values) || x.isAny("slug", values))
			}
		},
		try: func(o *oracle, r *rand.Rand, near oracleRow) []string {
			return someOf(r, 3, func() string {
				x := anyOf(r, o.rows[other])
				if own := o.byID[other+" "+near.text(column)]; own != nil && r.IntN(2) == 0 {
					x = own
				}
				return orNot(r, anyOf(r, []string{x.id(), x.text("slug")}), nobody)
			})
		}}
}

// one keeps rows with a value.
func one(name string) oracleFilter {
	return oracleFilter{name: name,
		keeps: func(_ *oracle, values []string) func(oracleRow) bool {
			return func(r oracleRow) bool { return r.isAny(name, values) }
		},
		try: func(o *oracle, r *rand.Rand, near oracleRow) []string {
			return []string{orNot(r, near.text(name), "nothing")}
		}}
}

// costing keeps rows with a price on one side of a bound, the bound included: above for side 1, below for side -1.
func costing(name, table string, side int) oracleFilter {
	return oracleFilter{name: name,
		keeps: func(_ *oracle, values []string) func(oracleRow) bool {
			bound, _ := new(big.Rat).SetString(values[0])
			return func(r oracleRow) bool {
				amount, ok := r["amount"].(*big.Rat)
				return ok && amount.Cmp(bound)*side >= 0
			}
		},
		try: func(o *oracle, r *rand.Rand, near oracleRow) []string {
			amount, ok := anyOf(r, []oracleRow{near, anyOf(r, o.rows[table])})["amount"].(*big.Rat)
			if !ok {
				return []string{anyOf(r, []string{"0", "0.00", "99999999999999", "100", "19.9"})}
			}
			next := new(big.Rat).Add(amount, big.NewRat(1, 100)).FloatString(2)
			s := amount.FloatString(2)
			asked := anyOf(r, []string{s, s, next, s + "0", "00" + s, s + "01", s + "00000001", s + "000000001",
				s + "0000000001", strings.TrimSuffix(s, ".00")})
			return []string{asked[:min(len(asked), 20)]} // longer ones are refused
		}}
}

func ofYear(year oracleKey) oracleFilter {
	return oracleFilter{name: "year",
		keeps: func(_ *oracle, values []string) func(oracleRow) bool {
			want, _ := strconv.ParseInt(values[0], 10, 64)
			return func(r oracleRow) bool { return year.of(r) == any(want) }
		},
		try: func(o *oracle, r *rand.Rand, near oracleRow) []string {
			y, _ := year.of(near).(int64)
			return []string{strconv.FormatInt(y, 10)}
		}}
}

// inLanguage keeps rows in a language or in none.
var inLanguage = oracleFilter{name: "language",
	keeps: func(_ *oracle, values []string) func(oracleRow) bool {
		return func(r oracleRow) bool { return r["language"] == nil || r.isAny("language", values) }
	},
	try: func(o *oracle, r *rand.Rand, near oracleRow) []string {
		return []string{orNot(r, near.text("language"), anyOf(r, []string{"tr", "en", "de", "TR", "xx"}))}
	}}

// inBox keeps rows within a box on the map, its edges included. A box whose west edge is east of its east edge crosses
// the 180th meridian.
func inBox(table string) oracleFilter {
	return oracleFilter{name: "bbox",
		keeps: func(_ *oracle, values []string) func(oracleRow) bool {
			var edge [4]float64
			for i, s := range strings.Split(values[0], ",") {
				edge[i], _ = strconv.ParseFloat(s, 64)
			}
			return func(r oracleRow) bool {
				lng, east := r["lng"].(float64)
				lat, north := r["lat"].(float64)
				if !east || !north || lat < edge[1] || lat > edge[3] {
					return false
				}
				if edge[0] > edge[2] {
					return lng >= edge[0] || lng <= edge[2]
				}
				return lng >= edge[0] && lng <= edge[2]
			}
		},
		try: func(o *oracle, r *rand.Rand, near oracleRow) []string {
			a, b := near, anyOf(r, o.rows[table])
			degrees := func(row oracleRow, column string, otherwise float64) float64 {
				if f, ok := row[column].(float64); ok && r.IntN(5) > 0 {
					return f
				}
				return otherwise
			}
			south, north := degrees(a, "lat", -90), degrees(b, "lat", 90)
			if south > north {
				south, north = north, south
			}
			edges := []float64{degrees(a, "lng", -180), south, degrees(b, "lng", 180), north}
			spelled := make([]string, len(edges))
			for i, e := range edges {
				spelled[i] = strconv.FormatFloat(e, 'f', -1, 64)
			}
			return []string{strings.Join(spelled, ",")}
		}}
}

// anyOf picks one item, or the zero value from an empty list.
func anyOf[T any](r *rand.Rand, all []T) (one T) {
	if len(all) == 0 {
		return one
	}
	return all[r.IntN(len(all))]
}

// someOf picks up to most items, each less likely than the one before.
func someOf(r *rand.Rand, most int, pick func() string) []string {
	some := []string{pick()}
	for len(some) < most && r.IntN(most) > 0 {
		some = append(some, pick())
	}
	return some
}

// orNot returns the value in most cases. If it is empty, and sometimes otherwise, it returns the other.
func orNot(r *rand.Rand, value, other string) string {
	if value == "" || r.IntN(10) == 0 {
		return other
	}
	return value
}
