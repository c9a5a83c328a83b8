// Package content holds the texts of the two demo tenants: demo, a shop with every module filled, and atelier, a
// smaller one. It is data only; package seed makes rows of it.
//
// All brands, shops, persons and prices are invented. Only the cities and their coordinates are real. Texts are Turkish
// (tr), English (en) or in no language, and coherent: a shirt is made of cloth and stands under shirts.
//
//	tenant.go            Tenant: everything that differs between the two
//	text.go              Text in two languages; slugs, templates
//	name.go              colours, names of persons, titles of works
//	category_demo.go     category trees of demo, and the things it sells
//	category_atelier.go  those of atelier
//	craft.go             materials, sizes and descriptions of things
//	business.go          brands, merchants, organizations
//	place.go             places, cities, streets
//	marketing.go         campaigns, collections
//	editorial.go         pages, blog posts
//	faq.go               questions and answers
//	dictionary.go        terms
//	event.go             formats of events
//	project.go           projects, routes
package content
