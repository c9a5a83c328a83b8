package importer

// Breweries of many countries. Four in five say where they are: the others are merchants without a spot on the map. Those that
// are planned or closed are breweries too; their category says so.
var _ = known(Shape{
	Name: "merchants_breweries",
	Kind: "merchant",
	Has:  []string{"id", "name", "brewery_type", "address_1", "state_province", "latitude", "longitude"},
	Key:  []string{"id"},
	Fields: map[string]Target{
		"name":         Trimmed(To("name")),
		"brewery_type": Path(),
		"city":         Trimmed(To("city")),
		"country":      Trimmed(To("country")),
		"phone":        Trimmed(To("phone")),
		"website_url":  Trimmed(To("website")),
		"latitude":     To("lat"),
		"longitude":    To("lng"),
	},
	Made: []Made{{Of: []string{"address_1", "address_2", "address_3", "postal_code", "city", "state_province"}, With: ", ", To: To("address")}},
	New:  map[string]string{"status": "PUBLISHED"},
})
