package profile

import "strings"

// DeletedDomain ends the addresses of deleted accounts.
const DeletedDomain = "@deleted.invalid"

// Deleted reports whether an address is that of a deleted account. No mailbox exists for it.
func Deleted(email string) bool { return strings.HasSuffix(email, DeletedDomain) }
