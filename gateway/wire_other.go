//go:build !linux

package gateway

import "syscall"

// newSocket knows no better than package net.
func newSocket(syscall.RawConn, answerer) wire { return nil }
