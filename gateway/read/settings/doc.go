// Package settings keeps the search settings of tenants in memory, as of the change that each answer shows.
//
// A snapshot of Postgres names the settings that it shows by their digest, which is read with its change number. So
// settings are read and parsed once, however many searches use them. A search without such a snapshot uses settings
// that no applied change has invalidated since they were read. If a change overtakes the search, its answer carries the
// tags of the settings and is read again.
package settings
