package cache

import "time"

// A Shown is a record as the change made it: what a gateway that shows the older one would read from Postgres next, read once for all of them. It travels
// with the change, which must be of this record alone, and is true as of the change.
type Shown struct {
	Kind string `json:"k"` // the module: its view of one record by slug is what is shown
	Slug string `json:"s"`
	Form string `json:"f"` // how it was read and written: another build may do that otherwise (catalog.View.Form)

	JSON  []byte    `json:"j"`
	Tags  []string  `json:"g"` // what it was made of
	Now   time.Time `json:"n"` // what time it was, by Postgres's clock, for what is shown only at its time
	Until time.Time `json:"u"` // until when it holds, if nothing changes; zero: for ever
}

// MostShown is how long the JSON of a Shown may be.
const MostShown = 32 << 10
