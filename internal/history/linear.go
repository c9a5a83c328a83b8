package history

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/anishathalye/porcupine"
)

// longest is how many operations of one key at one gateway porcupine is given: the earliest. Its memory grows with their square.
const longest = 2000

// Linear lets porcupine judge every key at every gateway as a register: that its reads and writes could have happened one after the other,
// each between its beginning and its end. A write begins when it is sent, and ends when it is announced. Each key at each gateway is judged
// by itself, as linearizability allows; over all gateways a key is no register, for one may show a change before the others have applied it.
//
// It asks less than Check, which knows what goes together, and is there because it was made by others. It returns an error where a key
// is no register, or could not be judged in the time given.
func (h *History) Linear(within time.Duration) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	keys, err := h.keysLocked()
	if err != nil {
		return err
	}
	type place struct {
		gateway string
		id
	}
	ops := map[place][]porcupine.Operation{}
	for _, r := range h.reads {
		at := place{r.Gateway, id{r.Tenant, r.Key}}
		ops[at] = append(ops[at], porcupine.Operation{Input: step{}, Output: r.Version, Call: int64(r.Start), Return: int64(r.End)})
	}
	deadline := time.Now().Add(within)
	for _, at := range slices.SortedFunc(maps.Keys(ops), func(a, b place) int {
		return cmp.Or(cmp.Compare(a.gateway, b.gateway), cmp.Compare(a.tenant, b.tenant), cmp.Compare(a.key, b.key))
	}) {
		all := ops[at]
		var before uint64
		for _, w := range keys[at.id].writes {
			end := w.Due
			if end == 0 {
				end = h.announcedLocked(w.Tenant, w.Seq)
			}
			all = append(all, porcupine.Operation{Input: step{write: w.Version, after: before}, Call: int64(w.Sent), Return: int64(end)})
			before = w.Version
		}
		result := porcupine.CheckOperationsTimeout(register, earliest(all), max(time.Until(deadline), time.Millisecond))
		switch result {
		case porcupine.Illegal:
			return fmt.Errorf("the history has a fault: %s/%s at %s is no register", at.tenant, at.key, at.gateway)
		case porcupine.Unknown:
			return fmt.Errorf("%s/%s at %s could not be judged within %s", at.tenant, at.key, at.gateway, within)
		}
	}
	return nil
}

// earliest cuts a history off where it becomes too long: writes that are not over by then stay open, reads are left out.
func earliest(ops []porcupine.Operation) []porcupine.Operation {
	slices.SortFunc(ops, func(a, b porcupine.Operation) int { return cmp.Compare(a.Call, b.Call) })
	if len(ops) <= longest {
		return ops
	}
	cut := ops[longest].Call
	out := make([]porcupine.Operation, 0, longest)
	for _, op := range ops[:longest] {
		in, _ := op.Input.(step)
		switch {
		case op.Return < cut:
		case in.write > 0:
			op.Return = forever
		default:
			continue
		}
		out = append(out, op)
	}
	return out
}

// A step writes a version after the one before it, or reads.
type step struct{ write, after uint64 }

// register is a register whose writes come in the order of their versions.
var register = porcupine.Model{
	Init: func() any { return uint64(0) },
	Step: func(state, input, output any) (bool, any) {
		in, _ := input.(step)
		if in.write > 0 {
			return state == in.after, in.write
		}
		return state == output, state
	},
}
