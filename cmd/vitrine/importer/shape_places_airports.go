package importer

// Airports, found by their codes too.
var _ = known(Shape{
	Name: "places_airports",
	Kind: "place",
	Has:  []string{"airport_id", "name", "iata", "icao", "lat", "lng", "tz"},
	Key:  []string{"airport_id"},
	Fields: map[string]Target{
		"name":    Trimmed(To("name")),
		"city":    Trimmed(To("city")),
		"country": Trimmed(To("country")),
		"lat":     To("lat"),
		"lng":     To("lng"),
		"tz":      To("timezone"),
	},
	Made: []Made{{Of: []string{"iata", "icao"}, With: " · ", To: To("description")}},
	New:  map[string]string{"status": "PUBLISHED"},
})
