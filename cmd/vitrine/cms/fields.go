package cms

// A group is a section of a form that can be folded.
type group struct {
	name, label, icon string
	closed            bool
}

// groups are in the order of the form. A form has the groups that it has fields for. Fields without a group come first.
var groups = []group{
	{name: "group_text", label: "Text", icon: "notes"},
	{name: "group_price", label: "Price", icon: "payments"},
	{name: "group_stock", label: "Stock and codes", icon: "inventory_2"},
	{name: "group_images", label: "Images", icon: "image"},
	{name: "group_when", label: "Time and place", icon: "event"},
	{name: "group_links", label: "Belongs to", icon: "link"},
	{name: "group_details", label: "Details", icon: "list_alt"},
	{name: "group_contact", label: "Contact and address", icon: "contact_page"},
	{name: "group_author", label: "Author", icon: "person"},
	{name: "group_publish", label: "Publishing", icon: "schedule"},
	{name: "group_seo", label: "Search engines", icon: "travel_explore", closed: true},
	{name: "group_record", label: "Record", icon: "info", closed: true},
}

// A field is how a form shows a column. What is empty follows from the column.
type field struct {
	in, name string // in: the only table; "" for all
	group    string // without "group_"
	label    string
	note     string // the help text; "": the comment of the column
	widget   string // the interface of Directus
	options  string // those of the interface, as JSON
}

const (
	money    = `{"min": 0, "step": 0.01, "iconLeft": "payments"}`
	count    = `{"min": 0, "iconLeft": "tag"}`
	imageURL = `{"iconLeft": "image", "placeholder": "https://…", "trim": true}`
	linkURL  = `{"iconLeft": "link", "placeholder": "https://…", "trim": true}`
	lines    = `{"placeholder": "Type a line and press Enter"}`
	pairs    = `{"template": "{{name}}: {{value}}", "addLabel": "Add a line", "fields": [
  {"field": "name", "name": "Name", "type": "string", "meta": {"interface": "input", "width": "half"}},
  {"field": "value", "name": "Value", "type": "string", "meta": {"interface": "input", "width": "half"}}]}`
	badges = `{"template": "{{label}}", "addLabel": "Add a badge", "fields": [
  {"field": "label", "name": "Label", "type": "string", "meta": {"interface": "input", "width": "half"}},
  {"field": "code", "name": "Code", "type": "string", "meta": {"interface": "input", "width": "half"}},
  {"field": "color", "name": "Colour", "type": "string", "meta": {"interface": "select-color", "width": "half"}}]}`
	variants = `{"template": "{{sku}}: {{stock}} in stock", "addLabel": "Add a variant", "fields": [
  {"field": "sku", "name": "SKU", "type": "string", "meta": {"interface": "input", "width": "half"}},
  {"field": "stock", "name": "Stock", "type": "integer", "meta": {"interface": "input", "width": "half"}},
  {"field": "options", "name": "Options", "type": "json", "meta": {"interface": "list", "width": "full",
   "options": ` + pairs + `}}]}`
	// A type that the site does not ask for would hide the category.
	categoryTypes = `{"choices": [{"text": "Products", "value": "product"}, {"text": "Blog posts", "value": "blog"},
  {"text": "Pages", "value": "page"}, {"text": "Events", "value": "event"}, {"text": "Merchants", "value": "merchant"},
  {"text": "Projects", "value": "project"}]}`
	// A new category has the type product until another one is chosen. The placeholder is empty until then.
	parents = `{"template": "{{name}}", "filter": {"type": {"_in":
  ["{{type}}", "product{{type}}"]}}}`
	profiles = `{"template": "{{name}}: {{value}}", "addLabel": "Add an address", "fields": [
  {"field": "name", "name": "Site", "type": "string", "meta": {"interface": "input", "width": "half"}},
  {"field": "value", "name": "Address", "type": "string", "meta": {"interface": "input", "width": "half"}}]}`
	contacts = `{"template": "{{name}} ({{role}})", "addLabel": "Add a person", "fields": [
  {"field": "name", "name": "Name", "type": "string", "meta": {"interface": "input", "width": "half"}},
  {"field": "role", "name": "Role", "type": "string", "meta": {"interface": "input", "width": "half"}},
  {"field": "email", "name": "Email", "type": "string", "meta": {"interface": "input", "width": "half"}},
  {"field": "phone", "name": "Phone", "type": "string", "meta": {"interface": "input", "width": "half"}}]}`
)

// fieldHints are in the order of the form. A column that is not listed stands behind those of no group.
var fieldHints = []field{
	{name: "name"},
	{in: "faq", name: "question", widget: "input"},
	{name: "term"},
	{in: "product", name: "title", note: "A longer name for the page of the product. Empty: the name."},
	{name: "title"},
	{name: "slug", note: "The last part of the address of the page. Changing it breaks links to the old address.",
		options: `{"slug": true, "trim": true, "iconLeft": "link"}`},
	{in: "product", name: "status", note: "Drafts and archived products are not shown."},
	{in: "event", name: "status", note: "Drafts and archived events are not shown."},
	{name: "status", note: "Drafts are not shown."},
	{in: "project", name: "stage", note: "How far the work is. Readers see it."},
	{in: "category", name: "type", note: "What the category orders. Forms offer the categories of their own type only.",
		widget: "select-dropdown", options: categoryTypes},
	{name: "type"},
	{in: "faq", name: "date", note: "The date that readers see."},
	{name: "sale_type", note: "The way of sale, in the words of your site."},
	{name: "language", note: "A language code, such as tr. Empty: the record is shown in every language.",
		options: `{"placeholder": "tr", "trim": true, "iconLeft": "translate"}`},

	{name: "brief", group: "text", note: "One or two sentences, for cards and lists."},
	{name: "summary", group: "text", note: "One or two sentences, for cards and lists."},
	{name: "abstract", group: "text", note: "One or two sentences, for cards and lists.", widget: "input-multiline"},
	{in: "project", name: "description", group: "text",
		note: "A short introduction with formats. Pages of projects show it before the text."},
	{in: "event", name: "description", group: "text", note: "What the event is. The programme is the text below."},
	{in: "route_stop", name: "description", group: "text", widget: "input-multiline", note: "Text without formats."},
	{name: "description", group: "text"},
	{name: "definition", group: "text", note: "The text of the page."},
	{name: "answer", group: "text", note: "What readers see when they open the question."},
	{in: "project", name: "content", group: "text", note: "The full text of the page: what was done, and how."},
	{in: "event", name: "content", group: "text", note: "The full programme."},
	{name: "content", group: "text", note: "The text of the page."},

	{name: "amount", group: "price", label: "Price",
		note: "What a customer pays. Empty: the record has no price, and price filters leave it out.", options: money},
	{name: "currency", group: "price", note: "Three capital letters, such as EUR. Empty: the currency of the shop.",
		options: `{"placeholder": "EUR", "trim": true, "iconLeft": "currency_exchange"}`},
	{name: "list_price", group: "price", note: "The usual price. It is struck through if it is above the price.",
		options: money},
	{name: "sale_price", group: "price", note: "The reduced price. It and the price change together.", options: money},
	{name: "discount", group: "price", label: "Discount in percent", note: "It follows from the price and the list price.",
		options: `{"min": 0, "max": 100, "iconLeft": "percent"}`},
	{name: "lowest_price_30_days", group: "price", label: "Lowest price of 30 days",
		note: "Some countries require it beside a reduced price.", options: money},

	{name: "stock", group: "stock", note: "How many can be sold. Empty: sold without a limit, and no stock is shown.",
		options: count},
	{name: "stock_min", group: "stock", label: "Minimum stock", options: count},
	{name: "sku", group: "stock", label: "SKU"},
	{name: "model_no", group: "stock", label: "Model number"},
	{name: "stn", group: "stock", label: "STN", note: "One more code of the product. It is shown as you write it."},
	{name: "edition_number", group: "stock", options: count},
	{name: "edition_amount", group: "stock", label: "Edition size", options: count},
	{name: "variants", group: "stock", note: "Versions of the product, such as sizes.", widget: "list", options: variants},

	{name: "thumbnail", group: "images", note: "The address of a small image, for lists.", options: imageURL},
	{name: "featured_image", group: "images", note: "The address of the main image.", options: imageURL},
	{name: "cover_image", group: "images", note: "The address of the main image.", options: imageURL},
	{name: "image", group: "images", note: "The address of the main image.", options: imageURL},
	{name: "banner", group: "images", note: "The address of a wide image, for the head of the page.", options: imageURL},
	{name: "logo", group: "images", note: "The address of the logo.", options: imageURL},
	{name: "images", group: "images", note: "The addresses of more images, in their order.", widget: "tags",
		options: `{"iconRight": "image", "placeholder": "Paste an address and press Enter"}`},
	{name: "gallery", group: "images", note: "The addresses of more images, in their order.", widget: "tags",
		options: `{"iconRight": "image", "placeholder": "Paste an address and press Enter"}`},

	{in: "campaign", name: "starts_at", group: "when", label: "Start", note: "Empty: it has always been running."},
	{in: "campaign", name: "ends_at", group: "when", label: "End", note: "Empty: it never ends."},
	{name: "starts_at", group: "when", label: "Start", note: "When it begins."},
	{name: "ends_at", group: "when", label: "End", note: "When it ends. Empty: no end is shown."},
	{name: "start_date", group: "when", note: "When the work began or will begin."},
	{name: "completion_date", group: "when", note: "When the work was or will be complete."},
	{name: "over_at", group: "when", label: "Over", note: "From this moment on the event has passed."},
	{name: "place_id", group: "when", label: "Place"},
	{in: "event", name: "year", group: "when"},
	{name: "capacity_min", group: "when", label: "Minimum capacity",
		note: "The event takes place if at least so many people book.", options: count},
	{name: "capacity_max", group: "when", label: "Maximum capacity", options: count},
	{name: "attendees", group: "when", options: count},
	{in: "event", name: "cancelation", group: "when", label: "Can be cancelled",
		note: "Whether a booking can be given back."},
	{name: "day", note: "The day of the route, from 1.", options: `{"min": 1}`},

	{name: "brand_id", group: "links", label: "Brand"},
	{name: "merchant_id", group: "links", label: "Merchant"},
	{name: "organization_id", group: "links", label: "Organization"},
	{name: "group_id", group: "links", label: "Group"},
	{in: "category", name: "parent_id", group: "links", label: "Parent", options: parents,
		note: "The category above this one, of the same type. Empty: it stands at the top."},
	{name: "parent_id", group: "links", label: "Parent", note: "The record above this one. Empty: it stands at the top."},
	{name: "categories", group: "links"},
	{name: "products", group: "links"},
	{name: "related_terms", group: "links"},

	{name: "year", group: "details"},
	{name: "techniques", group: "details", note: "One entry each.", options: lines},
	{name: "materials", group: "details", note: "One entry each.", options: lines},
	{name: "tools", group: "details", note: "One entry each.", options: lines},
	{name: "tags", group: "details", note: "One entry each.",
		options: `{"placeholder": "Type a tag and press Enter"}`},
	{name: "notes", group: "details", note: "Good to know, one line each.", options: lines},
	{name: "rules", group: "details", note: "One line each.", options: lines},
	{name: "properties", group: "details", note: "Lines of the data sheet. They are shown, not filtered by.",
		widget: "list", options: pairs},
	{in: "event", name: "attributes", group: "details", note: "Lines of the data sheet.", widget: "list", options: pairs},
	{name: "attributes", group: "details", note: "Values that lists are filtered by."},
	{name: "options", group: "details"},
	{name: "sessions", group: "details", note: "The times of the event. They are ordered by start, then position."},
	{name: "stops", group: "details", note: "They are ordered by day, then position."},
	{name: "badges", group: "details", note: "Small labels on the image.", widget: "list", options: badges},
	{name: "client", group: "details", note: "For whom the work was done."},
	{name: "duration_days", group: "details", label: "Duration in days", options: count},
	{name: "distance_km", group: "details", label: "Distance in km", options: `{"min": 0, "step": 0.1}`},
	{name: "difficulty", group: "details", note: "In your own words, such as easy. Readers see it."},
	{name: "capacity", group: "details", options: count},
	{name: "rating", group: "details", note: "From 0 to 5.",
		options: `{"min": 0, "max": 5, "step": 0.1, "iconLeft": "star"}`},
	{name: "rating_count", group: "details", label: "Number of ratings", options: count},
	{name: "holiday_active", group: "details", label: "On holiday"},
	{name: "holiday_message", group: "details", note: "Shown while the merchant is on holiday."},
	{name: "url", group: "details", label: "Link", note: "Where a click leads.", options: linkURL},

	{name: "website", group: "contact", options: linkURL},
	{name: "email", group: "contact", options: `{"iconLeft": "mail", "trim": true}`},
	{name: "phone", group: "contact", options: `{"iconLeft": "call", "trim": true}`},
	{name: "address", group: "contact"},
	{name: "city", group: "contact"},
	{name: "country", group: "contact"},
	{name: "lat", group: "contact", label: "Latitude", options: `{"min": -90, "max": 90}`},
	{name: "lng", group: "contact", label: "Longitude", options: `{"min": -180, "max": 180}`},
	{name: "timezone", group: "contact", label: "Time zone", note: "A name such as Europe/Istanbul."},
	{name: "contacts", group: "contact", note: "People to turn to.", widget: "list", options: contacts},
	{name: "social", group: "contact", note: "Addresses on other sites, such as github.",
		widget: "list", options: profiles},
	{name: "locations", group: "contact"},

	{name: "author_name", group: "author", label: "Name"},
	{name: "author_title", group: "author", label: "Title"},
	{name: "author_image", group: "author", label: "Image", options: imageURL},
	{name: "author_bio", group: "author", label: "About the author", widget: "input-multiline"},

	{in: "campaign", name: "publish_at", group: "publish", label: "Show from",
		note: "When the record is shown, which may be before the campaign starts. Empty: from now on."},
	{name: "publish_at", group: "publish", label: "Show from", note: "Empty: from now on."},
	{name: "unpublish_at", group: "publish", label: "Show until", note: "Empty: without an end."},
	{name: "published_at", group: "publish", label: "Date",
		note: "The date that readers see. It orders posts of the same position. A post of the future is hidden until then."},
	{name: "position", group: "publish", note: "Lists show small numbers first."},

	{name: "meta_title", group: "seo", label: "Title", note: "Empty: the title or name of the record."},
	{name: "meta_description", group: "seo", label: "Description", widget: "input-multiline"},
	{name: "meta_image", group: "seo", label: "Image", note: "The image of a shared link.", options: imageURL},

	{name: "sold", group: "record", note: "Counted by orders."},
	{name: "visits", group: "record", note: "Counted by the shop."},
	{name: "popularity", group: "record", note: "Computed from sales and visits. Lists can be ordered by it."},
	{name: "created_at", group: "record", label: "Created"},
	{name: "updated_at", group: "record", label: "Changed"},
}
