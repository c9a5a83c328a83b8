package dataset

import (
	"vitrine/internal/importer/load"
)

// Airports. The codes are the description, so that search finds them.
var placesAirports = load.Mapping{
	Name: "places_airports",
	Kind: "place",
	Has:  []string{"airport_id", "name", "iata", "icao", "lat", "lng", "tz"},
	Key:  []string{"airport_id"},
	Fields: map[string]load.Target{
		"name":    Trimmed(To("name")),
		"city":    Trimmed(To("city")),
		"country": Trimmed(To("country")),
		"lat":     To("lat"),
		"lng":     To("lng"),
		"tz":      To("timezone"),
	},
	Made: []load.Made{{Of: []string{"iata", "icao"}, With: " · ", To: To("description")}},
	New:  map[string]string{"status": "PUBLISHED"},
}

// Cities. Their names in other scripts are the description, so that search finds Dubai as Дубай and as 두바이.
var placesCities = load.Mapping{
	Name: "places_cities",
	Kind: "place",
	Has:  []string{"geonameid", "name", "alternatenames", "_geo.lat", "_geo.lng", "timezone"},
	Key:  []string{"geonameid"},
	Fields: map[string]load.Target{
		"name":           All(Trimmed(To("name")), Trimmed(To("city"))),
		"alternatenames": Trimmed(Spaced(To("description"))),
		"country":        Trimmed(To("country")),
		"timezone":       To("timezone"),
		"_geo.lat":       To("lat"),
		"_geo.lng":       To("lng"),
	},
	New: map[string]string{"status": "PUBLISHED"},
}

// Football grounds, the only places of these files with a capacity. The team is the description.
var placesStadiums = load.Mapping{
	Name: "places_stadiums",
	Kind: "place",
	Has:  []string{"Team", "Stadium", "Capacity", "Latitude", "Longitude"},
	Key:  []string{"Stadium"},
	Fields: map[string]load.Target{
		"Stadium":   Trimmed(To("name")),
		"Team":      Trimmed(To("description")),
		"FDCOUK":    Ignore(), // a short form of the team
		"City":      Trimmed(To("city")),
		"Country":   Trimmed(To("country")),
		"Capacity":  To("capacity"),
		"Latitude":  To("lat"),
		"Longitude": To("lng"),
	},
	New: map[string]string{"status": "PUBLISHED"},
}
