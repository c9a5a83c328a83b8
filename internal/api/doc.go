// Package api holds what every answer has in common: the envelope, the error with its code, and the bounds of a page.
package api
