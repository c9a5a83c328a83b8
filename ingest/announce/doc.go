// Package announce tells subscribers outside the house which answers may have changed, once every gateway has applied the change.
//
// Nothing depends on memory: the announcements that are due are the changes in Postgres after a tenant's announcement cursor. Streams,
// webhooks and CDNs read what an Announcer has written, so none of them is notified before the gateways have applied the change.
//
// Files, in the order a change meets them:
//
//	config.go        Config, Stats
//	announcer.go     Announcer: the loop that finds tenants with changes that every gateway has applied
//	members.go       the gateways of a term, and what each has applied
//	buffer.go        planned changes of the relay, so that few are read from Postgres again
//	announcement.go  changes to announcements, and writing them
//	visibility.go    which tags of a change subscribers may see: none of a draft
//	purge.go         the queue of tags for CDNs; dropping old announcements
//	webhook.go       the delivery of announcements to webhooks; sign.go, dial.go
//	subscribers.go   stream keys and webhooks of a tenant
package announce
