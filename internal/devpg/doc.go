// Package devpg runs a private Postgres for development: one cluster in the data folder, on its own loopback port, with
// its own password.
//
//   - Start works as root and as an ordinary user. Postgres refuses to run as root, so root hands the cluster to an
//     unprivileged account and keeps no file of it.
//   - Installed binaries are used if they are good enough: Postgres 15 or newer with pg_trgm, unaccent and hstore.
//     Otherwise a bundle is downloaded once, checked against a digest and kept.
//   - Acknowledged writes are durable: fsync and synchronous_commit are on.
//   - A clean exit stops the server. If the process is killed, a guard stops it. If the guard is killed too, the next
//     Start does.
//   - Data folders do not share a cluster, and only one process serves a data folder.
//
// Files:
//
//	devpg.go       Start, Stop, URL
//	place.go       the folder of the cluster, its owner and its lock
//	account.go     the user that Postgres runs as
//	binaries.go    installed binaries
//	fetch.go       downloaded binaries
//	cluster.go     initdb and settings
//	postmaster.go  the server process
//	guard.go       stops the server after this process was killed
//	orphan.go      stops a server that was left running
package devpg
