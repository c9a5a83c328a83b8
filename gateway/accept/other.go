//go:build !linux

package accept

import "net"

// Listen wraps a listener. There is no event loop.
func Listen(ln net.Listener, cfg Config) (net.Listener, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	return listener{ln, cfg, newConnections(cfg.MaxIdle)}, nil
}
