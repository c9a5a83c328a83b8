package wire

// Edges describes the declared edges of some tenants to the gateways. The leading worker repeats it every second. An
// edge that it no longer reports as healthy gets short lifetimes.
type Edges struct {
	Term    int64         `json:"term"` // of the leading worker: messages of earlier terms are ignored
	Tenants []TenantEdges `json:"tenants"`
}

// TenantEdges are all edges of one tenant.
type TenantEdges struct {
	Tenant string `json:"t"`
	Edges  []Edge `json:"e"`

	States []EdgeState `json:"s,omitempty"` // of the same edges, for people
}

// An EdgeState says how far the purges of an edge are. Counts begin with the leading worker's term.
type EdgeState struct {
	Name       string  `json:"name"`
	Healthy    bool    `json:"healthy"`
	Backlog    int64   `json:"backlog"`       // announcements that were not purged yet
	LagSeconds float64 `json:"lagSeconds"`    // age of the oldest of them
	Calls      uint64  `json:"calls"`         // to the provider
	Tags       uint64  `json:"tags"`          // purged
	Failed     uint64  `json:"failed"`        // calls that failed
	ToKinds    uint64  `json:"escalatedKind"` // purges by the tags of kinds in place of finer ones
	ToTenant   uint64  `json:"escalatedShop"` // purges of everything of the tenant
}

// An Edge is a cache in front of the gateways that an operator has declared.
type Edge struct {
	Name    string `json:"name"`
	Kind    string `json:"kind"`
	ByHost  bool   `json:"host,omitempty"`   // its keys contain the tenant's host name; else the path names the tenant
	Header  string `json:"header,omitempty"` // of the tags, where the operator chooses it
	Healthy bool   `json:"ok"`               // purges are on time, so that answers may have their full lifetime

	// Lifetimes in seconds.
	Lifetime int `json:"life"`          // while it is healthy
	Short    int `json:"short"`         // otherwise
	Negative int `json:"neg,omitempty"` // of a record that does not exist, at most; 0: not kept

	StaleWhileRevalidate int `json:"swr,omitempty"` // how long an expired answer may be served while a new one is fetched
	StaleIfError         int `json:"sie,omitempty"` // how long an expired answer may be served if no gateway answers
}

// MaxEdges is the number of tenants in one message, so that it stays below NATS's limit of 1 MB.
const MaxEdges = 200
