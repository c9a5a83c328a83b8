// Package email renders the emails and text messages about accounts: kinds, texts and templates.
//
//	email.go  kinds, Job, Fields, Template, Render
//	texts.go  the default texts in English and Turkish
package email
