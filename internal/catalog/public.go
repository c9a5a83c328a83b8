package catalog

import (
	"crypto/sha256"
	"encoding/base32"
	"strconv"
	"strings"
)

// PublicTag is a tag as those outside know it: signals and CDNs. It is short, for a CDN counts a header's bytes; it says nothing of what it stands
// for; and it is the same wherever it is made. One in 2^60 for each pair of a shop's tags, two are the same: then a little too much is purged.
// Rungs of a column are no matter outside, where the column's own tag stands for them.
func PublicTag(tenant, tag string) string {
	sum := sha256.Sum256([]byte(tenant + "\x00" + Unbanded(tag)))
	return publicTags.EncodeToString(sum[:8])[:publicTagLen]
}

var publicTags = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

const publicTagLen = 12

// Consistency is the token of a change: whoever shows it to a read gets an answer at least that new. It names the tenant, the number, and the life of
// the numbers by eight digits of its epoch: a number of a life that is over says nothing.
func Consistency(tenant, epoch string, seq uint64) string {
	return tenant + ":" + strconv.FormatUint(seq, 10) + ":" + shortEpoch(epoch)
}

// ParseConsistency reads a token. It reports false for what Consistency would not write; the life may be missing, and is "" then: whoever has but a
// version, such as that of an answer's X-Version, asks by tenant:seq.
func ParseConsistency(token string) (tenant string, seq uint64, life string, ok bool) {
	parts := strings.Split(token, ":")
	if len(parts) == 2 {
		parts = append(parts, "")
	} else if len(parts) != 3 || len(parts[2]) != epochLen {
		return "", 0, "", false
	}
	if parts[0] == "" || len(parts[1]) > 1 && parts[1][0] == '0' {
		return "", 0, "", false
	}
	for _, c := range []byte(parts[1]) {
		if c < '0' || c > '9' {
			return "", 0, "", false
		}
	}
	for _, c := range []byte(parts[2]) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return "", 0, "", false
		}
	}
	seq, err := strconv.ParseUint(parts[1], 10, 63)
	return parts[0], seq, parts[2], err == nil
}

// SameEpoch reports whether a token's life is that of an epoch, as far as the token says.
func SameEpoch(epoch, of string) bool { return of == "" || shortEpoch(epoch) == of }

const epochLen = 8

func shortEpoch(epoch string) string { return epoch[:min(epochLen, len(epoch))] }
