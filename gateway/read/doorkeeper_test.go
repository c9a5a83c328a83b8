package read

import (
	"fmt"
	"testing"
)

func TestDoorkeeperKnowsWhatItHeardLately(t *testing.T) {
	t.Parallel()
	d := newDoorkeeper()
	asked := 0
	for i := range 1000 {
		if d.seen(fmt.Append(nil, "demo search ", i)) {
			asked++
		}
	}
	if asked > 0 {
		t.Errorf("%d questions of 1000 were heard before the first time", asked)
	}
	for i := range 1000 {
		if d.seen(fmt.Append(nil, "demo search ", i)) {
			asked++
		}
	}
	if asked < 900 { // a few fall on the same place
		t.Errorf("%d questions of 1000 were known the second time", asked)
	}
}
