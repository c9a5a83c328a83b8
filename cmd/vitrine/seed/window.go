package seed

import "time"

// window is when and whether a row that editors schedule is shown.
type window struct {
	Status    string    `db:"status"`
	Publish   time.Time `db:"publish_at,null"`
	Unpublish time.Time `db:"unpublish_at,null"`
}

// window makes most rows plainly published; of each twelve, one is a draft, one comes out later, one is over, and one is shown for
// a while.
func (w *world) window(d *dice, i int) window {
	v := window{Status: "PUBLISHED"}
	switch i % 12 {
	case 5:
		v.Status = "DRAFT"
	case 7:
		v.Publish = w.at(d.between(0, 14), d.between(1, 23))
	case 8:
		v.Publish, v.Unpublish = w.at(-d.between(40, 80), 0), w.at(-d.between(1, 25), -2)
	case 10:
		v.Publish, v.Unpublish = w.at(-d.between(1, 20), -1), w.at(d.between(0, 25), d.between(2, 20))
	}
	return v
}

// shown reports whether readers see it now.
func (v window) shown(now time.Time) bool {
	return v.Status == "PUBLISHED" && !v.Publish.After(now) && (v.Unpublish.IsZero() || v.Unpublish.After(now))
}

// bilingual calls each for every topic in Turkish, then in English, numbered through; a topic that has no Turkish title is made
// once, without a language.
func bilingual[T interface{ words() text }](topics []T, each func(i int, lang string, topic T)) {
	i := 0
	for _, t := range topics {
		languages := []string{turkish, english}
		if t.words().tr == "" {
			languages = []string{none}
		}
		for _, lang := range languages {
			each(i, lang, t)
			i++
		}
	}
}

func (u undertaking) words() text { return u.title }
func (p promotion) words() text   { return p.title }
func (s selection) words() text   { return s.title }
func (l leaflet) words() text     { return l.title }
func (s story) words() text       { return s.title }
func (t tour) words() text        { return t.title }
