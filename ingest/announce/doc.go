// Package announce tells subscribers which answers may have changed, once every gateway has applied the change.
//
// The announcements that are due are the changes in Postgres after a tenant's announcement cursor. No state in memory
// can lose one. Streams, webhooks and CDNs read the announcements that an Announcer has written, so that no subscriber
// is notified before the gateways have applied the change.
//
// Files, in the order a change meets them:
//
//	config.go        Config, Stats
//	announcer.go     Announcer: finds the tenants with changes that every gateway has applied
//	members.go       the gateways of a term, and the changes that each has applied
//	followers.go     caches outside Vitrine that acknowledge changes before they are announced
//	release.go       announcing what every follower has acknowledged
//	buffer.go        planned changes of the relay, so that few are read from Postgres again
//	announcement.go  changes to announcements, and writing them
//	visibility.go    the tags of a change that subscribers may see: none of a draft
//	prune.go         deleting old announcements
//	webhook.go       delivery to webhooks; sign.go, dial.go
//	subscribers.go   stream keys and webhooks of a tenant
package announce
