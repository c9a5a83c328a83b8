package memory

import (
	"vitrine/internal/filter"
	"vitrine/search"
	"vitrine/search/settings"
)

// A Kind describes the columns of a table that are held in memory, and the parts of a Query that they answer. All SQL
// comes from the program. The table, its related tables and its tree have tenant_id and id. Related tables and the tree
// also have name, slug and status, and rows with the status DRAFT are not visible.
type Kind struct {
	Name  string // the table, as in Query.Kind and change_row.kind
	As    string // alias of the table in all expressions below: "p"
	From  string // Query.From, byte for byte
	Where string // Query.Where, byte for byte: the tenant, Shown, and Since <= $2 < Until if set

	Shown        string // visibility rule without times: "p.status <> 'DRAFT'"
	Since, Until string // columns with the times between which a row is visible

	Numbers []Number // columns of numbers to sort by, bound or count
	Names   []string // columns of text to sort by, if the database sorts text by bytes: "p.name"
	Codes   []Code   // columns of text to filter by
	Tree    Tree
	Pairs   Pairs

	// TextOnly leaves queries without a text to the next engine. A table then keeps no sorted rows but sorts what a text
	// finds, and the names of its tree are not searched.
	TextOnly bool
	// Order is the order of equal matches. It may have several columns, which are in Numbers or Names.
	Order filter.Order

	// Words are the search vectors, as in Query.Match: the table's own and that of a code's related row. The table holds
	// Texts instead of the vectors. Without Words, the next engine answers queries with a text.
	Words []string
	Texts Texts
}

// Texts are the texts of a row, as SQL expressions. The names of the related row in Words, of the nodes of the tree and
// the values of Pairs are searched besides.
type Texts struct {
	Title string // "p.name"
	Model string // model numbers and other names
	Prose string // descriptions, which may be HTML
	// Language is the language of the row, such as "en". Where it is NULL, the tenant's language counts.
	Language string
}

// Number is a column of numbers.
type Number struct {
	Column string // "p.amount"
	Load   string // the column as a bigint: "(p.amount * 100)::bigint"
	Scale  int64  // factor in Load; 0 means 1
}

// Code is a column of text with few distinct values.
type Code struct {
	Column string // "p.brand_id"

	// The table whose ids the column holds, if any.
	Kind  string // "brand"
	Facet search.Facet
}

// Tree is a table that links rows to the nodes of a tree. A row also counts for the nodes above its own.
type Tree struct {
	Links, Owner, Link string // "product_category", "product_id", "category_id"
	Kind               string // "category", which has parent_id
	Facet              search.Facet
}

// Pairs is a table of names and values that belong to rows.
type Pairs struct {
	Table, Owner string       // "product_attribute", "product_id"; the table has name, value and type
	Facet        search.Facet // of all names
	One          search.Facet // of one name, its only argument
}

const tenantTable = "tenant"

// kinds returns the tables whose changes matter.
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
	if len(k.Words) > 0 {
		all = append(all, tenantTable, settings.Table) // its language, and its weights
	}
	return all
}
