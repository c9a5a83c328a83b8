package gateway

import "testing"

// A panic in the event loop would end the gateway. The handler answers it with 500.
func TestAPanicInTheEventLoopIsLeftToTheHandler(t *testing.T) {
	t.Parallel()
	if got := (&Server{}).refuse(nil, []byte("/v1/product"), nil, []byte("host")); got != nil {
		t.Errorf("a server without parts answers %s", got)
	}
}
