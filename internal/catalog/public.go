package catalog

import (
	"crypto/sha256"
	"encoding/base32"
	"strconv"
	"strings"
)

// PublicTag returns a tag in the form that subscribers and CDNs get. It is 12 characters long, because a CDN limits the
// length of headers, reveals nothing about the data, and is the same in every process. Two tags of a tenant collide
// with a probability of 2^-60; a collision purges a little too much. A band tag has the public tag of its column.
func PublicTag(tenant, tag string) string {
	sum := sha256.Sum256([]byte(tenant + "\x00" + Unbanded(tag)))
	return publicTags.EncodeToString(sum[:8])[:PublicTagLen]
}

var publicTags = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// PublicTagLen is the length of a tag in that form.
const PublicTagLen = 12

// Consistency returns the token of a change. A read that carries it gets an answer at least that new. The token names
// the tenant, the change number and the first eight digits of the epoch. A token of an earlier epoch has no effect.
func Consistency(tenant, epoch string, seq uint64) string {
	return tenant + ":" + strconv.FormatUint(seq, 10) + ":" + ShortEpoch(epoch)
}

// ParseConsistency reads a token. ok is false for any text that Consistency does not return, except that the epoch may
// be missing: tenant:seq, with the change number of an answer's X-Version.
func ParseConsistency(token string) (tenant string, seq uint64, epoch string, ok bool) {
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

// SameEpoch reports whether a token's epoch is that of an epoch. A token without one matches every epoch.
func SameEpoch(epoch, of string) bool { return of == "" || ShortEpoch(epoch) == of }

const epochLen = 8

// ShortEpoch is an epoch as tokens have it.
func ShortEpoch(epoch string) string { return epoch[:min(epochLen, len(epoch))] }
