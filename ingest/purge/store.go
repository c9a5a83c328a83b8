package purge

import (
	"context"
	"time"
)

// A Store keeps edges, their cursors and the announcements.
type Store interface {
	// Edges reads all edges.
	Edges(ctx context.Context) ([]Edge, error)
	// Announcements reads the announcements of a tenant after a number, up to another, in order.
	Announcements(ctx context.Context, tenant string, after, to int64, limit int) ([]Announcement, error)
	// Advance stores progress of an edge. Cursors of one epoch never go back.
	Advance(ctx context.Context, id string, p Progress) error
	// Fail stores a failure of an edge.
	Fail(ctx context.Context, id string, attempts int, wait time.Duration, message string) error
	// Delete deletes an edge.
	Delete(ctx context.Context, id string) error
}

// An Edge is a stored edge.
type Edge struct {
	Declaration
	Progress
	ID        string
	Attempts  int           // failures in a row
	Wait      time.Duration // until the next attempt
	LastError string
	Idle      time.Duration // since its last purge that succeeded; many years: there was none

	Removed    bool          // it gets no answers to keep any more, and is deleted once it is purged
	RemovedFor time.Duration // since then

	Head Cursor // up to where the tenant's changes were announced

	Backlog   int64         // announcements that were not purged, up to a maximum
	Oldest    time.Duration // age of the oldest of them
	Unsettled time.Duration // age of the oldest announcement that was not purged twice
}

// Progress is how far an edge has been purged.
type Progress struct {
	Epoch   string // "": everything is to be purged first
	N       int64  // announcements up to here were purged once
	Settled int64  // and up to here twice; negative: everything is to be purged a second time
}

// A Cursor is a tenant's last announcement.
type Cursor struct {
	Epoch string // "": there is none yet
	Seq   int64
	Kept  int64 // announcements after this one are all kept
}

// An Announcement is what an edge is purged of because of one change.
type Announcement struct {
	Seq         int64
	Age         time.Duration
	Tags, Kinds []string
}
