package memory

import "vitrine/search"

// A Kind says what is kept of a table and which SQL of a Query it stands for. All of it is SQL of the program's own. The table, its related
// tables and its tree have tenant_id and id; related tables and the tree have name, slug and status, of which DRAFT is never shown.
type Kind struct {
	Name  string // the table, as Query.Kind and change_row.kind
	As    string // its alias in every expression below: "p"
	From  string // Query.From, word for word
	Where string // Query.Where, word for word: the tenant, Shown, and Since <= $2 < Until where they are set

	Shown        string // whether a row can be shown at some time: "p.status <> 'DRAFT'"
	Since, Until string // columns between which it is shown

	Numbers []Number // columns that rows are sorted by, bounded by or counted by
	Names   []string // columns of text that rows are sorted by, where the database sorts text by its bytes: "p.name"
	Codes   []Code   // columns of text that rows are chosen by
	Tree    Tree
	Pairs   Pairs

	// Words are the vectors that a text is looked for in, as Query.Match: the table's own and that of a code's related row. Without
	// them, and with a Query that has a text, the engine behind answers.
	Words []string
}

// Number is a column of numbers.
type Number struct {
	Column string // "p.amount"
	Load   string // it as a bigint: "(p.amount * 100)::bigint"
	Scale  int64  // by which it was multiplied for that; 0 is 1
}

// Code is a column of text with few values.
type Code struct {
	Column string // "p.brand_id"

	// The rows it names, if it names any.
	Kind  string // "brand"
	Facet search.Facet
}

// Tree is a table of links to a tree of headings, whose rows count for the headings above their own too.
type Tree struct {
	Links, Owner, Link string // "product_category", "product_id", "category_id"
	Kind               string // "category": with parent_id
	Facet              search.Facet
}

// Pairs is a table of names and values that belong to rows.
type Pairs struct {
	Table, Owner string       // "product_attribute", "product_id": with name, value and type
	Facet        search.Facet // of all names
	One          search.Facet // of one name, which is its only argument
}

// kinds lists the tables whose changes matter.
func (k *Kind) kinds() []string {
	all := []string{k.Name}
	for _, c := range k.Codes {
		if c.Kind != "" {
			all = append(all, c.Kind)
		}
	}
	if k.Tree.Kind != "" {
		all = append(all, k.Tree.Links, k.Tree.Kind)
	}
	if k.Pairs.Table != "" {
		all = append(all, k.Pairs.Table)
	}
	return all
}
