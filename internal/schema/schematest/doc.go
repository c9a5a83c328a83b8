// Package schematest gives each test its own migrated Postgres database, in milliseconds.
//
//	db := schematest.Open(t)
//	db.Pool.Exec(t.Context(), "INSERT INTO tenant …")
//
// The migrations run once, into a template database whose name contains their fingerprint. Open clones the template and
// drops the clone after the test. OpenFilled does so for content that takes long to write. Tests need no TestMain and
// may run in parallel, and so may packages.
//
// The server is VITRINE_TEST_DATABASE_URL if it is set; its user needs CREATEDB. Otherwise each test process starts a
// private one, also as root. It starts from a copy of a cluster that was created and migrated once for these
// migrations, which takes about a third of a second. The server writes nothing durably. It and its folder are removed
// when the test process ends in any way (see devpg.Config.Throwaway).
//
// Without a Postgres, tests skip and name what to install; with CI=true they fail.
package schematest
