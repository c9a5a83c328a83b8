package catalog

// AttributeOption is one value an attribute can have.
type AttributeOption struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// AttributeSet is an attribute with its options.
type AttributeSet struct {
	ID   string `json:"id" db:"a.id" dep:"attribute"`
	Name string `json:"name" db:"a.name"`
	// What the values are.
	Type string `json:"type" db:"a.type" enum:"TEXT,COLOR,NUMBER,BOOLEAN,DATE,IMAGE"`
	// What they are measured in.
	Unit *string `json:"unit,omitempty" db:"a.unit"`
	// The values it can have.
	Options []AttributeOption `json:"options" db:"(SELECT coalesce(jsonb_agg(jsonb_build_object('label', ao.label, 'value', ao.value) ORDER BY ao.position, ao.id), '[]') FROM attribute_option ao WHERE ao.tenant_id = $1 AND ao.attribute_id = a.id)"`
}

// Attribute is what products can be told apart by: colour, size, material.
var Attribute = Resource{
	Name: "attribute", As: "a",
	From:  "attribute a",
	Live:  "a.status <> 'DRAFT'",
	Parts: []Part{{"attribute_option", "attribute_id"}},
	Views: []View{
		{Path: "/attribute", Shape: List, Cap: 10_000, Row: row[AttributeSet](), Order: by(asc("a.position"), asc("a.name"), asc("a.id")),
			Accept: []Filter{inLanguage("a")}, Doc: "Attributes with their options"},
		{Path: "/attribute/{id}", Example: "de862218100c88d19de00566", Shape: One, Row: row[AttributeSet](), Where: "a.id = {id}", Doc: "One attribute"},
	},
}
