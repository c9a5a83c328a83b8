// Package attack repeats attacks on the built binary, over HTTP. Each of them once succeeded.
//
// A test that needs no settings of its own uses [Shared] with a tenant of its own ([Server.Tenant]) and a client
// address of its own ([Server.From]). Other tests start a server with [Open].
//
// VITRINE_ATTACK_BINARY names another binary to attack, such as one of an earlier commit. The tests then show what that
// binary lets through.
package attack
