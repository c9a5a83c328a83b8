package dataset

import (
	"fmt"
	"time"

	"vitrine/internal/importer/load"
	"vitrine/internal/importer/source"
)

// Conferences, with one record for each topic that lists one. Online conferences have no place.
var eventsConferences = load.Mapping{
	Name: "events_conferences",
	Kind: "event",
	Has:  []string{"name", "url", "startDate", "endDate", "_topic", "_year"},
	Key:  []string{"name", "url", "startDate", "city?", "_topic"}, // a conference may take place in several cities at once
	Fields: map[string]load.Target{
		"name":      Trimmed(To("name")),
		"url":       Linked("description"),
		"startDate": To("starts_at"),
		"endDate":   To("ends_at"),
		"city":      Row("place_id", cityColumns, map[string]string{"city": "city"}),
		"locales":   Language("language"), // with several languages, none is set
		"online":    When("notes", "Online"),
		"_topic":    Path(),
	},
	Made: []load.Made{
		{Of: []string{"city", "country"}, With: ", ", To: To("abstract")},
		{Of: []string{"name", "_year"}, With: " ", To: Slug()},
	},
	New: map[string]string{"status": "PUBLISHED"},
}

// Race weekends. Each is an event with sessions for trainings and races. The place of a circuit has the name of its
// location; coordinates distinguish circuits of one country. (The track is only the abstract, because in the source it
// does not always match the location.)
var eventsMotorsport = load.Mapping{
	Name: "events_motorsport",
	Kind: "event",
	Has:  []string{"_series", "_year", "name", "latitude", "longitude", "round", "slug", "sessions"},
	Key:  []string{"_series", "_year", "slug", "round"},
	Fields: map[string]load.Target{
		"name":     Trimmed(To("name")),
		"_series":  Mapped(series, Path()),
		"location": Row("place_id", map[string]string{"name": "location", "lat": "latitude", "lng": "longitude"}, nil),
		"track":    Trimmed(To("abstract")),
		"sessions": weekend(),
		"canceled": When("status", "CANCELLED"),
	},
	Made: []load.Made{{Of: []string{"_series", "slug", "_year"}, With: "-", To: Slug()}},
	New:  map[string]string{"status": "PUBLISHED"},
}

// cityColumns identify the place of a conference.
var cityColumns = map[string]string{"name": "city", "country": "country"}

var series = map[string]string{
	"f1": "Formula 1", "f2": "Formula 2", "f3": "Formula 3", "f1-academy": "F1 Academy", "fe": "Formula E",
	"extremee": "Extreme E", "indycar": "IndyCar", "motogp": "MotoGP",
}

// weekend reads an object of labels and times, a session each. The event begins with the first session. The end of the
// last one is unknown, so the event ends with that day.
func weekend() load.Target {
	return func(p *load.Plan) (load.Put, error) {
		st, err := p.Stage("event_session", "event_id", "label", "starts_at", "position")
		if err != nil {
			return nil, err
		}
		starts, err := p.Main.Use("starts_at")
		if err != nil {
			return nil, err
		}
		ends, err := p.Main.Use("ends_at")
		if err != nil {
			return nil, err
		}
		return func(d *load.Draft, v any) error {
			sessions, ok := v.(source.Object)
			if !ok {
				return fmt.Errorf("sessions: expected an object of labels and times, got %s", source.Describe(v))
			}
			var first, last time.Time
			for i, f := range sessions {
				text, ok, err := st.Columns[2].Text(f.Value)
				if err != nil || !ok {
					return fmt.Errorf("sessions: %s: expected a time, got %s", f.Name, source.Describe(f.Value))
				}
				at, err := time.Parse("2006-01-02 15:04:05.999999-07", text)
				if err != nil {
					return fmt.Errorf("sessions: %s: %w", f.Name, err)
				}
				if i == 0 || at.Before(first) {
					first = at
				}
				if at.After(last) {
					last = at
				}
				r := d.Add(st, f.Name)
				r.Cells[1], r.Cells[2], r.Cells[3] = load.Text(f.Name), load.Text(text), load.Number(i)
			}
			if len(sessions) == 0 {
				return nil
			}
			d.Main.Cells[starts] = load.Text(first.Format(time.RFC3339))
			end := time.Date(last.Year(), last.Month(), last.Day(), 23, 59, 59, 0, time.UTC)
			d.Main.Cells[ends] = load.Text(end.Format(time.RFC3339))
			return nil
		}, nil
	}
}

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
