package wire

// HottestSubject is where a gateway that starts asks for a Hottest. One of the ready gateways replies.
const HottestSubject = "vitrine.hottest"

// A Hottest names the answers that a gateway's clients request most, the most requested ones first.
type Hottest struct {
	Answers []HotAnswer `json:"answers"`
}

// A HotAnswer is the address of an answer.
type HotAnswer struct {
	Tenant string `json:"tenant"`
	Path   string `json:"path"` // under /v1, with its parameters in canonical order, such as "/product?limit=3"
}
