// Package devpg runs the private Postgres of the embedded default: one cluster in the data folder, on a loopback port
// of its own, behind a password of its own, for whoever started the program.
//
// What it promises:
//
//   - Start works as root and as an ordinary user. Postgres refuses to run as root, so root hands the cluster to an
//     unprivileged account and keeps no file of it.
//   - The binaries are the installed ones when they are good enough (Postgres 15 or newer with pg_trgm, unaccent and
//     hstore), else a bundle that is downloaded once, checked against a digest and kept.
//   - What was acknowledged is kept: fsync and synchronous_commit are on.
//   - A run that ends cleanly stops its server; a run that is killed has it stopped by a guard; where even the guard was
//     killed, the next Start stops what is left. None of these needs a human.
//   - Two data folders never meet, and one data folder is never served twice.
//
// Reading order: devpg.go (Start, Stop, URL), place.go (where the cluster lives and who owns it), account.go (the user
// that Postgres runs as), binaries.go and fetch.go (which Postgres), cluster.go (initdb and settings), postmaster.go
// (the process), guard.go (who ends it when we were killed), orphan.go (what is left when the guard was killed too).
package devpg
