// Package edit writes the edits of the page /live as a CMS would: one statement and one COMMIT, as the owner of the
// tables.
// It is for development: the gateway offers it on this machine only, and never in production.
package edit
