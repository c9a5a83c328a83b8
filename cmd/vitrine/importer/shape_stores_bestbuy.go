package importer

// Shops of a chain: each is a merchant on the map, and a location of the chain's brand.
var _ = known(Shape{
	Name: "stores_bestbuy",
	Kind: "merchant",
	Has:  []string{"id", "name", "address", "city", "state", "zip", "location.lat", "location.lon", "services"},
	Key:  []string{"id"},
	Fields: map[string]Target{
		"name":         To("name"),
		"city":         To("city"),
		"hours":        To("description"),
		"location.lat": To("lat"),
		"location.lon": To("lng"),
	},
	Made: []Made{{Of: []string{"address", "address2", "city", "state", "zip"}, With: ", ", To: To("address")}},
	New:  map[string]string{"status": "PUBLISHED"},
	Set:  map[string]string{"country": "US"},
	Beside: []Beside{{
		Table: "brand_location",
		Same:  []string{"name", "lat", "lng", "address", "city", "country"},
		Named: map[string]string{"brand_id": "Best Buy"},
	}},
})
