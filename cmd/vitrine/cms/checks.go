package cms

import "strings"

// A check refuses a value with a sentence. Postgres refuses it too, but Directus answers its refusal with 500.
type check struct {
	in, fields string // in: the only table; "" for all. fields: separated by spaces
	rule       string // of Directus, as JSON. Empty values pass where the column may be empty
	message    string
}

const (
	notNegative = `{"_gte": 0}`
	positive    = `{"_gt": 0}`
	named       = `{"_regex": "^(?=[\\s\\S]*\\S)[\\s\\S]{1,500}$"}`
	// slugs are as in the function is_slug of Postgres. The words are those that addresses use.
	slugs = `^(?!(?:\\.|\\.\\.|new|popular|random|filters|id|card|short|location|tree|list|active|tickets|upcoming|` +
		`passed)$)[^/\\\\?#%;\\s\\u0001-\\u001f\\u007f-\\u00a0\\u1680\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f` +
		`\\u3000\\ufeff]{1,200}$`
	slugMessage = `A slug is one part of a URL: no spaces, none of / \ ? # % ; and not a word such as new, list or id.`
)

// checks are all of them. A check of one table comes before that of all tables.
var checks = []check{
	{in: "category", fields: "slug", rule: `{"_regex": "^(?![0-9A-Fa-f]{24}$)` + slugs[1:] + `"}`,
		message: slugMessage + " It is no id either."},
	{fields: "slug", rule: `{"_regex": "` + slugs + `"}`, message: slugMessage},
	{in: "product_attribute", fields: "name", rule: strings.Replace(named, "500", "100", 1),
		message: "The name is empty or longer than 100 characters."},
	{fields: "name", rule: named, message: "The name is empty or longer than 500 characters."},
	{fields: "title", rule: named, message: "The title is empty or longer than 500 characters."},
	{fields: "term", rule: named, message: "The term is empty or longer than 500 characters."},
	{in: "attribute_option", fields: "label", rule: named, message: "The label is empty or longer than 500 characters."},
	{in: "attribute_option", fields: "value", rule: named, message: "The value is empty or longer than 500 characters."},
	{in: "product_attribute", fields: "value", rule: named,
		message: "The value is empty or longer than 500 characters."},
	{in: "product_attribute", fields: "type", rule: `{"_regex": "\\S"}`, message: "The type is empty."},
	{in: "category", fields: "type", rule: `{"_regex": "\\S"}`, message: "The type is empty."},
	{in: "faq", fields: "question", rule: `{"_regex": "\\S"}`, message: "The question is empty."},
	{fields: "currency", rule: `{"_regex": "^[A-Z]{3}$"}`,
		message: "A currency is a code of three capital letters, such as EUR."},
	{fields: "lat", rule: `{"_between": [-90, 90]}`, message: "A latitude lies between -90 and 90."},
	{fields: "lng", rule: `{"_between": [-180, 180]}`, message: "A longitude lies between -180 and 180."},
	{fields: "rating", rule: `{"_between": [0, 5]}`, message: "A rating lies between 0 and 5."},
	{fields: "amount list_price sale_price lowest_price_30_days", rule: notNegative, message: "A price is 0 or more."},
	{fields: "discount", rule: notNegative, message: "A discount is 0 or more."},
	{fields: "stock_min edition_number edition_amount rating_count attendees", rule: notNegative,
		message: "The number is 0 or more."},
	{fields: "capacity capacity_min capacity_max", rule: notNegative, message: "A capacity is 0 or more."},
	{fields: "distance_km", rule: notNegative, message: "A distance is 0 or more."},
	{fields: "duration_days", rule: positive, message: "A duration is 1 day or more."},
	{in: "route_stop", fields: "day", rule: positive, message: "The first day is 1."},
}
