package history

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/anishathalye/porcupine"
)

// longest is the maximum number of operations of one key at one gateway for porcupine: the earliest. Its memory grows
// with their square.
const longest = 2000

// Linear checks with porcupine that every key at every gateway is linearizable as a register. A write begins when it
// is sent, and ends when it is announced. Each key at each gateway is checked alone, which linearizability permits.
// Over all gateways, a key is no register: one gateway may show a change before the others have applied it.
//
// Linear requires less than Check, which also compares keys. It exists because others wrote it. It returns an error if
// a key is not linearizable, or was not checked in time.
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
		ops[at] = append(ops[at],
			porcupine.Operation{Input: step{}, Output: r.Version, Call: int64(r.Start), Return: int64(r.End)})
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
			all = append(all,
				porcupine.Operation{Input: step{write: w.Version, after: before}, Call: int64(w.Sent), Return: int64(end)})
			before = w.Version
		}
		result := porcupine.CheckOperationsTimeout(register, earliest(all), max(time.Until(deadline), time.Millisecond))
		switch result {
		case porcupine.Illegal:
			return fmt.Errorf("the history has a fault: %s/%s at %s is not linearizable", at.tenant, at.key, at.gateway)
		case porcupine.Unknown:
			return fmt.Errorf("%s/%s at %s was not checked within %s", at.tenant, at.key, at.gateway, within)
		}
	}
	return nil
}

// earliest truncates a history that is too long: later writes stay open, and later reads are dropped.
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

// A step writes a version after its predecessor, or reads.
type step struct{ write, after uint64 }

// register is a register whose writes occur in the order of versions.
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
