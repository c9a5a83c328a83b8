// Command restart measures the first answers after a restart, beside the answers of the same process before it.
//
//	VITRINE_REALDATA=folder make bench-restart
//
// It fills a tenant with 66,778 products (-dir keeps the database), and reads pages, lists, filters and searches, each
// kind by Zipf's law. Requests come at a fixed rate, far below saturation, and each is timed from its scheduled start.
// A process is read at full speed for a while, and then at the rate: these are the times before the restart. It is
// stopped and started again with the same data folder. From the moment that it reports ready, it is read at the rate.
//
//	alone   vitrine serve, which knows what was requested most only from its own file
//	beside  one of two gateways, while the other one is read as well and continues
//
// The tables have the times of the first second, of the first five, and of the rest, for each kind. All rounds are
// added up.
//
// In reading order: main.go has the rounds, measure.go the requests and the tables.
package main
