package settings

import (
	"fmt"

	"vitrine/writesvc/payment/evm"
)

// nodes are where a chain is asked.
func (s *Reader) Nodes(n Chain) ([]evm.Node, error) {
	var all []evm.Node
	for _, at := range n.Nodes {
		if named(at) {
			var err error
			if at, err = s.Secret(at); err != nil {
				return nil, fmt.Errorf("chain %d: %w", n.ID, err)
			}
			if err := evm.CheckURL(at); err != nil {
				return nil, fmt.Errorf("chain %d: %w", n.ID, err)
			}
		}
		all = append(all, evm.Node(at))
	}
	return all, nil
}
