// Package alarm keeps the conditions that an operator must end: a tenant whose payments are off, a proxy that is not
// declared. Each process has one Board. It writes a log line when an alarm begins, counts active alarms in the metric
// vitrine_alarms, and lists them in /status of the admin listener.
//
//	board.go  Board, Alarm
package alarm
