// Package directus edits content with the real Directus, as an editor does. npm installs it, so only make prove runs
// these tests.
package directus
