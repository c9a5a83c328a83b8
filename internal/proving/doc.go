// Package proving is what tests share that are worth more the longer they run: how long they are wanted, and what their chance begins with.
//
//	seed := proving.Seed(t, 20260314)
//	for range proving.Rounds(200, 20_000) { … }
//
// The short forms run in make test, shorter ones still in make race. The long ones run in make prove, which sets VITRINE_PROVE and runs the
// tests whose names match a pattern of its own: tree_test.go sees to it that whoever asks for a long form has such a name.
package proving
