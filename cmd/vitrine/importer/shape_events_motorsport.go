package importer

import (
	"fmt"
	"time"
)

// Race weekends: an event each, with a session for each of its trainings and races. A circuit is named by where it lies, and two
// that lie in one country are told apart by their coordinates. (The track is said beside, for what the source calls so is not
// always the track of that place.)
var _ = known(Shape{
	Name: "events_motorsport",
	Kind: "event",
	Has:  []string{"_series", "_year", "name", "latitude", "longitude", "round", "slug", "sessions"},
	Key:  []string{"_series", "_year", "slug", "round"},
	Fields: map[string]Target{
		"name":     Trimmed(To("name")),
		"_series":  Mapped(series, Path()),
		"location": Row("place_id", map[string]string{"name": "location", "lat": "latitude", "lng": "longitude"}, nil),
		"track":    Trimmed(To("abstract")),
		"sessions": weekend(),
		"canceled": When("status", "CANCELLED"),
	},
	Made: []Made{{Of: []string{"_series", "slug", "_year"}, With: "-", To: Slug()}},
	New:  map[string]string{"status": "PUBLISHED"},
})

var series = map[string]string{
	"f1": "Formula 1", "f2": "Formula 2", "f3": "Formula 3", "f1-academy": "F1 Academy", "fe": "Formula E", "extremee": "Extreme E",
	"indycar": "IndyCar", "motogp": "MotoGP",
}

// weekend reads an object of labels and times: a session each. The event begins with the first one; since nobody says when
// the last one ends, it is over with that day.
func weekend() Target {
	return func(p *plan) (put, error) {
		st, err := p.stage("event_session", "event_id", "label", "starts_at", "position")
		if err != nil {
			return nil, err
		}
		starts, err := p.main.use("starts_at")
		if err != nil {
			return nil, err
		}
		ends, err := p.main.use("ends_at")
		if err != nil {
			return nil, err
		}
		return func(d *draft, v any) error {
			sessions, ok := v.(Object)
			if !ok {
				return fmt.Errorf("sessions: want an object of labels and times, got %s", describe(v))
			}
			var first, last time.Time
			for i, f := range sessions {
				text, ok, err := st.columns[2].text(f.Value)
				if err != nil || !ok {
					return fmt.Errorf("sessions: %s: want a time, got %s", f.Name, describe(f.Value))
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
				r := d.add(st, f.Name)
				r.cells[1], r.cells[2], r.cells[3] = cell{state: given, text: f.Name}, cell{state: given, text: text}, number(i)
			}
			if len(sessions) == 0 {
				return nil
			}
			d.main.cells[starts] = cell{state: given, text: first.Format(time.RFC3339)}
			end := time.Date(last.Year(), last.Month(), last.Day(), 23, 59, 59, 0, time.UTC)
			d.main.cells[ends] = cell{state: given, text: end.Format(time.RFC3339)}
			return nil
		}, nil
	}
}
