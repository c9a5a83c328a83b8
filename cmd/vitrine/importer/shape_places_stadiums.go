package importer

// Football grounds, the only places of these files that say how many people they hold. Who plays there is said below the name.
var _ = known(Shape{
	Name: "places_stadiums",
	Kind: "place",
	Has:  []string{"Team", "Stadium", "Capacity", "Latitude", "Longitude"},
	Key:  []string{"Stadium"},
	Fields: map[string]Target{
		"Stadium":   Trimmed(To("name")),
		"Team":      Trimmed(To("description")),
		"FDCOUK":    Ignore(), // the team again, shorter
		"City":      Trimmed(To("city")),
		"Country":   Trimmed(To("country")),
		"Capacity":  To("capacity"),
		"Latitude":  To("lat"),
		"Longitude": To("lng"),
	},
	New: map[string]string{"status": "PUBLISHED"},
})
