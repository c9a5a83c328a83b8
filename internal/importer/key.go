package importer

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/cli"
	"vitrine/internal/importer/dataset"
	"vitrine/internal/importer/identity"
	"vitrine/internal/importer/load"
	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
)

// A chooser chooses the key of an import: the one that earlier imports took, that of the command line, or else the best
// one that the file offers.
type chooser struct {
	o      Options
	p      *load.Plan
	reader *load.Reader
	conn   *pgx.Conn
	input  *input
	fields []string
	sample []source.Item
	ask    []identity.Key // the keys of the file that are worth a look

	memory   identity.Memory             // what earlier imports remember, or what their rows show
	verdicts map[string]identity.Verdict // by the names of the key
}

// A choice is the key of an import.
type choice struct {
	key     identity.Key
	rekey   bool                 // it replaces another key
	several bool                 // rows are found by other keys as well, because some may not have this one
	old     []identity.Key       // the other keys that the file has
	unsure  string               // why a record without a row is rejected; empty: it is new
	twice   *identity.Duplicates // the keys that several records of the file have; nil with several
	why     string               // a sentence for the report; may be empty
	base    string               // joined names of the key of rows that no import registered
	memory  identity.Memory      // what is remembered before the first write
}

// chooser makes a chooser of the key of the file, without a database.
func (r *run) chooser() *chooser {
	return &chooser{
		o: r.o, p: r.p, input: r.in, fields: r.fields, sample: r.sample, ask: offered(r.p, r.mapping, r.fields),
	}
}

// loose reports whether the ids of rows that no import registered derive from a key.
func (c choice) loose(k identity.Key) bool { return identity.Joined(k.Names) == c.base }

// choose chooses the key.
func (c *chooser) choose(ctx context.Context) (choice, error) {
	c.verdicts = map[string]identity.Verdict{}
	var wanted *identity.Key
	if len(c.o.Key) > 0 {
		wanted = new(c.p.KeyOf(c.o.Key))
	}
	var err error
	if c.memory, err = c.p.Series().Remembered(ctx, c.conn); err != nil {
		return choice{}, err
	}
	found, err := c.decide(ctx, wanted)
	if err != nil {
		return found, err
	}
	found.base = identity.Joined(c.memory.Names)
	if c.memory.Inherited != nil {
		found.base = *c.memory.Inherited
	}
	if !c.memory.Known {
		c.memory.Names, found.base = found.key.Names, identity.Joined(found.key.Names)
	}
	if err := c.findOlder(ctx, &found); err != nil {
		return found, err
	}
	if found.memory = c.memory; found.key.IsContent() || found.several { // duplicates are found by their rows
		return found, nil
	}
	verdicts, err := c.scan(ctx, found.key)
	if err != nil {
		return found, err
	}
	found.twice = verdicts[0].Twice
	return found, nil
}

// findOlder finds the other keys by which alone some rows may be known, and whether the file has them.
func (c *chooser) findOlder(ctx context.Context, found *choice) error {
	m := &c.memory
	if found.rekey {
		m.Add(m.Names) // an import that is broken off leaves rows of either key
		m.Add(found.key.Names)
		m.Settled = false
	} else {
		m.Names = found.key.Names
	}
	if len(m.Older) == 0 || found.key.IsContent() {
		return nil
	}
	own := identity.Joined(found.key.Names)
	available := []string{}
	var old []identity.Key
	for _, names := range m.Older {
		if k, ok := c.named(identity.Split(names)); ok && names != own {
			old, available = append(old, k), append(available, names)
		}
	}
	left, err := c.p.Series().Left(ctx, c.conn, c.p.Main.Table, found.key, *m, available)
	if err != nil {
		return err
	}
	if !found.rekey && (left.Rows == 0 || c.p.ByName(found.key)) {
		m.Older, m.Inherited, m.Settled = nil, nil, false
		return nil
	}
	found.several, found.old = true, old
	if left.Lost > 0 && !m.Settled && !c.o.TakeAsNew && !c.p.ByName(found.key) {
		found.unsure = fmt.Sprintf("%s rows of %s are known by %s only, and it may be one of them. A file that has both "+
			"finds it; --take-as-new inserts it", comma(left.Lost), c.p.Main.Table.Name, namesOf(left.Names))
	}
	return nil
}

// namesOf lists keys for a message.
func namesOf(joined []string) string {
	shown := make([]string, len(joined))
	for i, names := range joined {
		shown[i] = identity.Named(identity.Split(names))
	}
	return strings.Join(shown, " or ")
}

func (c *chooser) decide(ctx context.Context, wanted *identity.Key) (choice, error) {
	if !c.memory.Known {
		soft, err := c.infer(ctx, wanted)
		if err != nil {
			return choice{}, err
		}
		if soft { // the rows have no key of their own; a column may identify them
			return c.afterContent(ctx, wanted)
		}
	}
	if !c.memory.Known {
		if wanted != nil {
			return choice{key: *wanted}, nil
		}
		return c.best(ctx)
	}
	names := c.memory.Names
	if len(names) == 0 && len(c.memory.Older) > 0 && wanted == nil && !c.o.Rekey {
		return choice{}, cli.Usagef("an import that was to replace the key of %s of tenant %s, the whole row, was not "+
			"completed.\nRepeat it with --key and --rekey: rows are found by %s", c.p.Main.Table.Name, c.p.Tenant,
			namesOf(c.memory.Older))
	}
	same, there := c.named(names)
	switch {
	case wanted == nil && !c.o.Rekey && !there:
		return choice{}, cli.Usagef("%s of tenant %s is imported by %s, and no field of the file fills it.\nName "+
			"the field with --map FIELD=%s, or take another key: --key FIELD --rekey finds each row by both",
			c.p.Main.Table.Name, c.p.Tenant, byKey(names), strings.TrimSuffix(firstOf(names), "?"))
	case wanted == nil && !c.o.Rekey, wanted != nil && wanted.Same(names):
		if same.IsContent() {
			return choice{key: same, why: c.hint(true)}, nil
		}
		return choice{key: same}, nil
	case wanted != nil && !c.o.Rekey:
		return choice{}, cli.Usagef("%s of tenant %s is imported by %s, not by %s.\nLeave out --key, or add "+
			"--rekey: it finds each row by both keys, and later imports take %[4]s", c.p.Main.Table.Name, c.p.Tenant,
			byKey(names), inWords(wanted.Names))
	case wanted == nil:
		best, err := c.best(ctx)
		if err != nil || best.key.Same(names) {
			return best, err
		}
		wanted = &best.key
	}
	if wanted.IsContent() {
		return choice{}, cli.Usagef("--rekey: the file has no field that identifies each row; name one with --key FIELD")
	}
	return choice{key: *wanted, rekey: true, why: fmt.Sprintf("Until now, the key was %s.", inWords(names))}, nil
}

// byKey names a key in a sentence about what imports go by.
func byKey(names []string) string {
	if len(names) == 0 {
		return inWords(names)
	}
	return "the key " + inWords(names)
}

// inWords names a key in a sentence.
func inWords(names []string) string {
	text := identity.Named(names)
	if at := strings.LastIndex(text, ", "); at >= 0 && len(names) > 1 {
		text = text[:at] + " and" + text[at+1:]
	}
	return text
}

func firstOf(names []string) string {
	if len(names) == 0 {
		return "COLUMN"
	}
	return names[0]
}

// named finds the fields of this file for the names of a key. ok is false if a field is missing.
func (c *chooser) named(names []string) (k identity.Key, ok bool) {
	var fields []string
	for _, name := range names {
		name, optional := strings.CutSuffix(name, "?")
		field := ""
		for _, f := range c.fields {
			if c.p.KeyName(f) == name && (field == "" || c.p.Column(f) != "") {
				field = f
			}
		}
		if field == "" {
			return identity.Key{Names: names}, false
		}
		if optional {
			field += "?"
		}
		fields = append(fields, field)
	}
	return c.p.KeyOf(fields), true
}

// best returns the first key that is unique in the file. If there is none, it returns the key of the mapping, which may
// be the whole row.
func (c *chooser) best(ctx context.Context) (choice, error) {
	own := c.p.Key()
	if len(c.ask) == 0 {
		why := ""
		if own.IsContent() {
			why = c.hint(false)
		}
		return choice{key: own, why: why}, nil
	}
	verdicts, err := c.scan(ctx, c.ask...)
	if err != nil {
		return choice{}, err
	}
	var why []string
	for i, k := range c.ask {
		if verdicts[i].Unique() {
			return choice{key: k}, nil
		}
		why = append(why, c.notUnique(k, verdicts[i]))
	}
	if !own.IsContent() {
		if !slices.ContainsFunc(c.ask, func(k identity.Key) bool { return k.Same(own.Names) }) {
			why = nil // the key of the source, such as the file of a document
		}
		return choice{key: own, why: strings.Join(why, " ")}, nil
	}
	why = append(why, fmt.Sprintf("--key %s takes it anyway and rejects the other rows.", c.ask[0].Fields[0]),
		c.hint(false))
	return choice{key: own, why: strings.Join(why, " ")}, nil
}

func (c *chooser) notUnique(k identity.Key, v identity.Verdict) string {
	if v.Missing > 0 {
		return fmt.Sprintf("Line %d has no %s.", v.Missing, k)
	}
	return fmt.Sprintf("Lines %d and %d have the same %s.", v.Lines[0], v.Lines[1], k)
}

// hint says what it means that the whole row is the key, and which field may be a better one. earlier is set if rows
// have it already.
func (c *chooser) hint(earlier bool) string {
	const means = "A changed row becomes a second record."
	field, rekey := identity.Likely(c.p.Main.Table, c.fields, c.sample), ""
	if earlier {
		rekey = " --rekey"
	}
	if earlier && len(c.ask) > 0 {
		field = c.ask[0].Fields[0]
	}
	if field == "" || !earlier && slices.ContainsFunc(c.ask, func(k identity.Key) bool { return k.Fields[0] == field }) {
		return means
	}
	if strings.ContainsFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }) {
		field = strconv.Quote(field)
	}
	return fmt.Sprintf("%s If %s identifies the rows, --key %[2]s%s updates them by it.", means, field, rekey)
}

// expect returns the hint for the plan, which is shown before the file is read to its end, if the key of earlier
// imports or the first records show that the whole row will be the key.
func (c *chooser) expect() string {
	own := c.p.Key()
	switch m := c.memory; {
	case len(c.o.Key) > 0, c.o.Rekey, !own.IsContent() && !m.Known, m.Known && len(m.Names) > 0:
		return ""
	case !m.Known && slices.ContainsFunc(c.ask, func(k identity.Key) bool { return identity.Distinct(k, c.sample) }):
		return ""
	}
	return "The key is the whole row. " + c.hint(c.memory.Known)
}

// infer finds the key of imports by an older version, which did not remember it: the ids of their rows derive from it.
// soft is set if they derive from the whole rows.
func (c *chooser) infer(ctx context.Context, wanted *identity.Key) (soft bool, err error) {
	var some bool
	err = c.conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM "+c.p.Main.Table.Quoted()+" WHERE tenant_id = $1)",
		c.p.Tenant).Scan(&some)
	if err != nil {
		return false, fmt.Errorf("look for rows of %s: %w", c.p.Main.Table.Name, err)
	}
	if !some || len(c.ask) == 0 && wanted == nil {
		return false, nil
	}
	candidates := append([]identity.Key{c.p.Key()}, c.ask...)
	if wanted != nil {
		candidates = append(candidates, *wanted)
	}
	best := 0
	for _, k := range candidates {
		if k.IsContent() {
			continue
		}
		n, unregistered, err := c.hits(ctx, k)
		if err != nil {
			return false, err
		}
		if n > best {
			best = n
			c.memory.Known, c.memory.Names, c.memory.Inherited = true, k.Names, nil
			if unregistered {
				c.memory.Inherited = new(identity.Joined(k.Names))
			}
		}
	}
	if c.memory.Known || !c.p.Key().IsContent() && wanted == nil {
		return false, nil
	}
	n, _, err := c.hits(ctx, identity.Key{})
	return n > 0, err
}

// hits counts the rows of the sample whose ids derive from a key.
func (c *chooser) hits(ctx context.Context, k identity.Key) (n int, unregistered bool, err error) {
	k.Column = "" // rows that only hold the key in a column do not count
	m, err := c.p.Series().NewMatcher(ctx, c.conn, c.p.Main.Table,
		identity.Search{Key: k, Derived: true, Unregistered: true})
	if err != nil {
		return 0, false, err
	}
	return c.reader.Hits(ctx, m, c.sample)
}

// afterContent chooses the key if rows of earlier imports were identified by their whole content. A key that a column
// holds finds them. Any other one would double them.
func (c *chooser) afterContent(ctx context.Context, wanted *identity.Key) (choice, error) {
	if wanted == nil {
		best, err := c.best(ctx)
		if err != nil || best.key.Column == "" {
			return choice{key: identity.Key{}, why: c.hint(true)}, err
		}
		return best, nil
	}
	found := choice{key: *wanted}
	switch {
	case c.o.Rekey:
		found.rekey = true
		c.memory.Known, c.memory.Inherited = true, new("")
	case wanted.Column == "":
		return choice{}, cli.Usagef("%s of tenant %s was imported without a key.\nLeave out --key, or add --rekey: rows "+
			"that have not changed are found, and later imports take %s", c.p.Main.Table.Name, c.p.Tenant, *wanted)
	}
	return found, nil
}

// scan reads the file to find out whether keys are unique.
func (c *chooser) scan(ctx context.Context, keys ...identity.Key) ([]identity.Verdict, error) {
	all := make([]identity.Verdict, len(keys))
	var open []identity.Key
	for i, k := range keys {
		v, ok := c.verdicts[k.String()]
		if all[i] = v; !ok {
			open = append(open, k)
		}
	}
	if len(open) == 0 {
		return all, nil
	}
	s := identity.NewScan(c.conn, open...)
	err := c.input.each(ctx, func(item source.Item) error {
		if item.Err == nil && c.p.Selects(item.Record) {
			return s.Add(ctx, item.Record)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	verdicts, err := s.End(ctx)
	if err != nil {
		return nil, err
	}
	for i, k := range open {
		c.verdicts[k.String()] = verdicts[i]
	}
	return c.scan(ctx, keys...)
}

// offered returns the keys that a file offers. The key of a known data set, and of records that name their parents, is
// that of the mapping.
func offered(p *load.Plan, m load.Mapping, fields []string) []identity.Key {
	own := p.Key()
	byName := len(own.Fields) == 1 && table.Snake(own.Fields[0]) == p.Main.Table.Label
	if m.Name != dataset.PlainName || byName {
		return nil
	}
	var keys []identity.Key
	for _, f := range identity.Offered(p.Main.Table, fields, p.Column, p.Fed) {
		keys = append(keys, p.KeyOf([]string{f}))
	}
	return keys
}
