package importer

// Conferences, one record for each topic that lists one. A conference lasts to the end of its last day. Those that are online
// alone have no place.
var _ = known(Shape{
	Name: "events_conferences",
	Kind: "event",
	Has:  []string{"name", "url", "startDate", "endDate", "_topic", "_year"},
	Key:  []string{"name", "url", "startDate", "city?", "_topic"}, // one may be held in several cities at once
	Fields: map[string]Target{
		"name":      Trimmed(To("name")),
		"url":       Linked("description"),
		"startDate": To("starts_at"),
		"endDate":   DayEnd(To("ends_at")),
		"city":      Row("place_id", map[string]string{"name": "city", "country": "country"}, map[string]string{"city": "city"}),
		"locales":   Language("language"), // of several, none: the event is for readers of each
		"online":    When("notes", "Online"),
		"_topic":    Path(),
	},
	Made: []Made{
		{Of: []string{"city", "country"}, With: ", ", To: To("abstract")},
		{Of: []string{"name", "_year"}, With: " ", To: Slug()},
	},
	New: map[string]string{"status": "PUBLISHED"},
})
