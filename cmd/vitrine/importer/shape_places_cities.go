package importer

// Cities. Their other names, in many scripts, are the description, so that a reader finds Dubai as Дубай and as 두바이.
var _ = known(Shape{
	Name: "places_cities",
	Kind: "place",
	Has:  []string{"geonameid", "name", "alternatenames", "_geo.lat", "_geo.lng", "timezone"},
	Key:  []string{"geonameid"},
	Fields: map[string]Target{
		"name":           All(Trimmed(To("name")), Trimmed(To("city"))),
		"alternatenames": Trimmed(Spaced(To("description"))),
		"country":        Trimmed(To("country")),
		"timezone":       To("timezone"),
		"_geo.lat":       To("lat"),
		"_geo.lng":       To("lng"),
	},
	New: map[string]string{"status": "PUBLISHED"},
})
