package catalog

// AttributeOption is one value of an attribute.
type AttributeOption struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// AttributeSet is an attribute with its options.
type AttributeSet struct {
	ID   string `json:"id" db:"a.id" dep:"attribute"`
	Name string `json:"name" db:"a.name"`
	// The type of the values.
	Type string `json:"type" db:"a.type" enum:"TEXT,COLOR,NUMBER,BOOLEAN,DATE,IMAGE"`
	// The unit of the values.
	Unit *string `json:"unit,omitempty" db:"a.unit"`
	// The possible values.
	Options []AttributeOption `json:"options" db:"@options"`
}

var attributeSQL = fragments{
	"options": `(SELECT coalesce(jsonb_agg(jsonb_build_object('label', ao.label, 'value', ao.value)
    ORDER BY ao.position, ao.id), '[]')
  FROM attribute_option ao WHERE ao.tenant_id = $1 AND ao.attribute_id = a.id)`,
}

// Attribute is a property that products differ in, such as colour, size or material.
var Attribute = Resource{
	Name: "attribute", As: "a",
	From:  "attribute a",
	Live:  "a.status <> 'DRAFT'",
	Parts: []Part{{"attribute_option", "attribute_id"}},
	Views: []View{
		{
			Path: "/attribute", Shape: List, Cap: 10_000, Row: row[AttributeSet](attributeSQL),
			Order: by(asc("a.position"), asc("a.name"), asc("a.id")), Accept: []Filter{inLanguage("a")},
			Doc: "Attributes with their options",
		},
		{
			Path: "/attribute/{id}", Example: "de862218100c88d19de00566", Shape: One, Row: row[AttributeSet](attributeSQL),
			Where: "a.id = {id}", Doc: "One attribute",
		},
	},
}
