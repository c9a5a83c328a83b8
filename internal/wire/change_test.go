package wire

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Workers and gateways of different versions share a bus while they are upgraded. A gateway ignores members of a
// message that it does not know, and a worker leaves out the record that older gateways do not know.
func TestMessagesOfOtherVersions(t *testing.T) {
	t.Parallel()
	want := Message{Epoch: "e1", Tenant: "acme", Seq: 7, Prev: 6, Tags: []string{"product:1"},
		At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	const plain = `{"e":"e1","t":"acme","s":7,"p":6,"g":["product:1"],"at":"2026-01-02T03:04:05Z"}`
	const newer = `{"new":{"e":"e2","s":8},"e":"e1","t":"acme","s":7,"p":6,"g":["product:1"],"at":"2026-01-02T03:04:05Z"}`
	for _, data := range []string{plain, newer} {
		got, err := Decode([]byte(data))
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s (-want +got): %s%v", data, diff, err)
		}
	}
	data, err := want.Encode()
	if string(data) != plain || err != nil {
		t.Errorf("encoded as %s, %v", data, err)
	}
}
