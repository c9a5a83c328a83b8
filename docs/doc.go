// Package docs holds the documents of Vitrine. Its tests check that they are true of the repository.
package docs
