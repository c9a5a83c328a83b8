package respond

// A Status holds the values of Cache-Status that one gateway sends (RFC 9211). Each begins with the gateway's name, so
// that an answer behind a balancer says which gateway to ask about it.
type Status struct {
	Hit, Miss []byte

	// Assembled is a hit too: Postgres was not asked (RFC 9211, section 2.1).
	Assembled []byte

	unverified string
}

// NewStatus makes the values for a gateway. The name holds only characters of a token.
func NewStatus(name string) *Status {
	id := gatewayID(name)
	return &Status{
		Hit: []byte(id + "; hit"), Miss: []byte(id + "; fwd=miss"), Assembled: []byte(id + "; hit; detail=assembled"),
		unverified: id + `; hit; detail="not verified: the database cannot be reached"`,
	}
}

// gatewayID names a gateway in Cache-Status and Proxy-Status.
func gatewayID(name string) string { return "vitrine-" + name }
