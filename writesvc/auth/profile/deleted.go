package profile

import "strings"

// What operators do to an account (vitrine user). Each is noted in the audit log, and says what it did.

// Email is an address in its one form.
func ParseEmail(given string) (string, error) { return Email(given) }

const DeletedDomain = "@deleted.invalid"

// Gone reports whether an address is what is left of somebody who was deleted: nobody reads what is sent there.
func Deleted(email string) bool { return strings.HasSuffix(email, DeletedDomain) }
