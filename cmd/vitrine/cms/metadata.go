package cms

import (
	"context"
	_ "embed"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

//go:embed metadata.sql
var metadata string

// A collection is how Directus shows a table, or a folder of tables.
type collection struct {
	name, folder     string
	label, singular  string
	icon, template   string
	list             string // the columns of its list
	order            string // the columns that order its list, or a list of parts in a form; "": the first of list
	note             string // "": the comment of the table
	isFolder, joined bool   // joined: a row only joins two records
	categories       string // of a table that joins a record with categories: the type of those categories
}

// collections are all of them, in the order of the menu. Without a licence, Directus has at most 25 that are no folder
// and do not only join two records.
var collections = []collection{
	{name: "vitrine_shop", label: "Shop", icon: "storefront", isFolder: true},
	{name: "product", folder: "vitrine_shop", label: "Products", singular: "Product", icon: "sell", template: "{{name}}",
		list: "name,status,amount,stock,brand_id,slug",
		note: "What the shop sells. Drafts and archived products are not shown. Products that are out of stock are."},
	{name: "category", folder: "vitrine_shop", label: "Categories", singular: "Category", icon: "category",
		template: "{{name}}",
		list:     "name,status,type,parent_id,slug"},
	{name: "brand", folder: "vitrine_shop", label: "Brands", singular: "Brand", icon: "verified", template: "{{name}}",
		list: "name,status,website,slug"},
	{name: "merchant", folder: "vitrine_shop", label: "Merchants", singular: "Merchant", icon: "store",
		template: "{{name}}",
		list:     "name,status,city,rating,slug"},
	{name: "collection", folder: "vitrine_shop", label: "Collections", singular: "Collection", icon: "collections",
		template: "{{title}}",
		list:     "title,status,publish_at,slug"},
	{name: "campaign", folder: "vitrine_shop", label: "Campaigns", singular: "Campaign", icon: "campaign",
		template: "{{title}}",
		list:     "title,status,starts_at,ends_at,slug",
		note:     "A promotion with a beginning and an end."},
	{name: "attribute", folder: "vitrine_shop", label: "Attributes", singular: "Attribute", icon: "tune",
		template: "{{name}}",
		list:     "name,status,type,unit,slug",
		note:     "A property that products have and readers filter by, such as colour, with the values to choose from."},
	{name: "product_attribute", folder: "vitrine_shop", label: "Product attributes", singular: "Product attribute",
		icon: "tune", template: "{{name}}: {{value}}"},
	{name: "attribute_option", folder: "vitrine_shop", label: "Attribute options", singular: "Attribute option",
		icon: "list", template: "{{label}}"},
	{name: "brand_location", folder: "vitrine_shop", label: "Brand locations", singular: "Brand location",
		icon: "location_on", template: "{{name}}"},
	{name: "vitrine_editorial", label: "Editorial", icon: "article", isFolder: true},
	{name: "blog_post", folder: "vitrine_editorial", label: "Blog posts", singular: "Blog post", icon: "article",
		template: "{{title}}",
		list:     "title,status,author_name,published_at,slug", order: "-published_at"},
	{name: "page", folder: "vitrine_editorial", label: "Pages", singular: "Page", icon: "description",
		template: "{{title}}",
		list:     "title,status,updated_at,slug"},
	{name: "faq_group", folder: "vitrine_editorial", label: "FAQ groups", singular: "FAQ group", icon: "quiz",
		template: "{{title}}",
		list:     "title,status,parent_id,slug"},
	{name: "faq", folder: "vitrine_editorial", label: "FAQ", singular: "Question", icon: "help", template: "{{question}}",
		list: "question,status,group_id,position", order: "position,question"},
	{name: "dictionary_term", folder: "vitrine_editorial", label: "Dictionary", singular: "Term", icon: "menu_book",
		template: "{{term}}",
		list:     "term,status,slug"},
	{name: "organization", folder: "vitrine_editorial", label: "Organizations", singular: "Organization", icon: "groups",
		template: "{{name}}",
		list:     "name,status,city,website,slug"},
	{name: "project", folder: "vitrine_editorial", label: "Projects", singular: "Project", icon: "architecture",
		template: "{{title}}",
		list:     "title,status,stage,organization_id,slug"},
	{name: "vitrine_events", label: "Events and places", icon: "event", isFolder: true},
	{name: "event", folder: "vitrine_events", label: "Events", singular: "Event", icon: "event", template: "{{name}}",
		list: "name,status,starts_at,amount,place_id,slug", order: "-starts_at",
		note: "Something that happens at a time and, mostly, at a place. Drafts and archived events are not shown. Events " +
			"that are sold out, passed or cancelled are."},
	{name: "event_session", folder: "vitrine_events", label: "Event sessions", singular: "Event session",
		icon: "schedule", template: "{{starts_at}}", order: "starts_at,position",
		note: "One of the times of an event: a day, a race, a showing."},
	{name: "place", folder: "vitrine_events", label: "Places", singular: "Place", icon: "place", template: "{{name}}",
		list: "name,status,city,country,slug"},
	{name: "route", folder: "vitrine_events", label: "Routes", singular: "Route", icon: "route", template: "{{title}}",
		list: "title,status,duration_days,amount,slug", note: "A tour, day by day."},
	{name: "route_stop", folder: "vitrine_events", label: "Route stops", singular: "Route stop", icon: "flag",
		template: "{{day}}. {{title}}", order: "day,position", note: "A stop of a route."},
	{name: "product_category", joined: true, categories: "product"},
	{name: "blog_post_category", joined: true, categories: "blog"},
	{name: "page_category", joined: true, categories: "page"},
	{name: "event_category", joined: true, categories: "event"},
	{name: "merchant_category", joined: true, categories: "merchant"},
	{name: "project_category", joined: true, categories: "project"},
	{name: "collection_product", joined: true}, {name: "dictionary_term_related", joined: true},
}

// Describe writes what Directus should know of the content into its tables. It logs in as the role, with its password:
// the tables are the role's, and so are their triggers. It reports false, and does nothing, before npx directus
// bootstrap has made them. A running Directus must be restarted to read it.
func (r Role) Describe(ctx context.Context, url, password string) (done bool, err error) {
	conn, err := r.login(ctx, url, password)
	if err != nil {
		return false, fmt.Errorf("log in as the role %s to describe the content: %w", r.Name, err)
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // the transaction has ended
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		err := tx.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", r.Schema+".directus_access").Scan(&done)
		if err != nil || !done {
			return err
		}
		return describe(ctx, tx)
	})
	if err != nil {
		return false, fmt.Errorf("describe the content to Directus: %w", err)
	}
	return done, nil
}

// login opens a session of the role in the database of the operator. It refuses a session with other rights.
func (r Role) login(ctx context.Context, url, password string) (*pgx.Conn, error) {
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("read the database URL: %w", err)
	}
	cfg.User, cfg.Password = r.Name, password
	cfg.RuntimeParams = map[string]string{"application_name": "vitrine cms", "search_path": r.Schema + ",public"}
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	var user, tenant string
	var super bool
	err = conn.QueryRow(ctx, `SELECT session_user, coalesce(public.editor_tenant(), ''), rolsuper OR rolbypassrls
FROM pg_catalog.pg_roles WHERE rolname = current_user`).Scan(&user, &tenant, &super)
	if err == nil && (user != r.Name || tenant != r.Tenant || super) {
		err = fmt.Errorf("the session is of the role %s of tenant %q, not limited to tenant %s", user, tenant, r.Tenant)
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close(ctx))
	}
	return conn, nil
}

// describe fills tables with the texts of this package, and runs metadata.sql.
func describe(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, `
CREATE TEMP TABLE given_collection (sort int, name text, folder_of text, label text, singular text, icon text,
  template text, list text, "order" text, note text, folder boolean, junction boolean, categories text) ON COMMIT DROP;
CREATE TEMP TABLE given_group (sort int, name text, label text, icon text, closed boolean) ON COMMIT DROP;
CREATE TEMP TABLE given_field (sort int, collection text, field text, "group" text, label text, note text, widget text,
  options text) ON COMMIT DROP;
CREATE TEMP TABLE given_check (sort int, collection text, fields text, rule text,
  message text) ON COMMIT DROP`); err != nil {
		return err
	}
	fill := func(table string, columns []string, n int, row func(i int) []any) error {
		next := func(i int) ([]any, error) { return append([]any{i + 1}, row(i)...), nil }
		_, err := tx.CopyFrom(ctx, pgx.Identifier{"pg_temp", table}, columns, pgx.CopyFromSlice(n, next))
		return err
	}
	err := fill("given_collection", []string{"sort", "name", "folder_of", "label", "singular", "icon", "template", "list",
		"order", "note", "folder", "junction", "categories"}, len(collections), func(i int) []any {
		c := collections[i]
		return []any{c.name, c.folder, c.label, c.singular, c.icon, c.template, c.list, c.order, c.note, c.isFolder,
			c.joined, c.categories}
	})
	if err != nil {
		return err
	}
	err = fill("given_group", []string{"sort", "name", "label", "icon", "closed"}, len(groups), func(i int) []any {
		g := groups[i]
		return []any{g.name, g.label, g.icon, g.closed}
	})
	if err != nil {
		return err
	}
	err = fill("given_field", []string{"sort", "collection", "field", "group", "label", "note", "widget", "options"},
		len(fieldHints), func(i int) []any {
			f := fieldHints[i]
			return []any{f.in, f.name, f.group, f.label, f.note, f.widget, f.options}
		})
	if err != nil {
		return err
	}
	err = fill("given_check", []string{"sort", "collection", "fields", "rule", "message"}, len(checks),
		func(i int) []any {
			k := checks[i]
			return []any{k.in, k.fields, k.rule, k.message}
		})
	if err == nil {
		_, err = tx.Exec(ctx, metadata)
	}
	return err
}
