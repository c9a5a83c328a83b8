package read

import (
	"fmt"
	"testing"
)

func TestDoorkeeperRemembersRecentKeys(t *testing.T) {
	t.Parallel()
	d := newDoorkeeper()
	asked := 0
	for i := range 1000 {
		if d.seen(fmt.Append(nil, "demo search ", i)) {
			asked++
		}
	}
	if asked > 0 {
		t.Errorf("%d of 1000 keys were seen before they were requested", asked)
	}
	for i := range 1000 {
		if d.seen(fmt.Append(nil, "demo search ", i)) {
			asked++
		}
	}
	if asked < 900 { // a few hash to the same place
		t.Errorf("%d of 1000 keys were seen the second time", asked)
	}
}
