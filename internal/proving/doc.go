// Package proving sets the length and the seed of tests that find more the longer they run.
//
//	seed := proving.Seed(t, 20260314)
//	for range proving.Rounds(200, 20_000) { … }
//
// The short forms run in make test, and shorter ones in make race. The long forms run in make prove, which sets
// VITRINE_PROVE and selects tests by a pattern of names. tree_test.go checks that every test with a long form has such
// a name.
package proving
