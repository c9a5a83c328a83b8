package wire

import "time"

// FollowSubject carries Follow messages to the leading worker, which replies with a Grant.
const FollowSubject = "vitrine.follow"

// FollowerLease is how long a follower may serve what it keeps, counted from when it asked for the lease. A follower
// asks again after a quarter of it.
const FollowerLease = time.Second

// A Follow is what a follower of a tenant's changes has applied. It asks for a lease. A follower is a cache outside
// Vitrine, such as an edge or a process of a web framework. A gateway passes it on.
type Follow struct {
	Tenant  string `json:"t"`
	Name    string `json:"name"`            // identifies one cache of the tenant
	Epoch   string `json:"e"`               // of Applied: its first 8 digits, as in a consistency token
	Applied uint64 `json:"n"`               // the last change that it has applied
	Leaving bool   `json:"leave,omitempty"` // it serves nothing any more
}

// A Grant answers a Follow.
type Grant struct {
	Granted bool   `json:"ok"`
	Why     string `json:"why,omitempty"` // why no lease is granted: one of the constants below
	Epoch   string `json:"e,omitempty"`   // of Announced
	Seq     uint64 `json:"n,omitempty"`   // the last announced change that concerns subscribers
}

// Values of Grant.Why.
const (
	FollowerBehind = "behind"   // it has not applied every announced change
	FollowerSlow   = "slow"     // it has left a change unacknowledged for longer than a lease
	FollowerLimit  = "limit"    // the tenant has too many followers
	NotReady       = "starting" // the worker does not know yet what was announced
)
