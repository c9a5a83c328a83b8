// Package schematest gives each test a real, migrated Postgres database of its own, in milliseconds.
//
//	db := schematest.Open(t)
//	db.Pool.Exec(t.Context(), "INSERT INTO tenant …")
//
// The migrations run once, into a template database that carries their fingerprint; Open clones it and drops the clone
// when the test is over. No TestMain is needed, tests may be parallel, and many packages may be tested at once.
//
// The server is VITRINE_TEST_DATABASE_URL where that is set: its user needs CREATEDB. Else each test process starts a
// private one, as root too, from a copy of a cluster that was made and migrated once for this machine and these
// migrations: about a third of a second. It writes nothing durably. It and its folder are gone when the test process is, however
// that ended (see devpg.Config.Throwaway).
//
// Where no Postgres can be had, tests are skipped with a word on what to install; where CI=true they fail.
package schematest
