package evm

import (
	"encoding/hex"
	"errors"
	"strings"

	"golang.org/x/crypto/sha3"
)

// Address parses an address, 0x and 40 hexadecimal digits, and returns it in lower case. A spelling with upper and
// lower case must have a correct checksum (EIP-55).
func Address(s string) (string, error) {
	digits, ok := strings.CutPrefix(s, "0x")
	lower := strings.ToLower(digits)
	if !ok || len(digits) != 40 || !isHex(lower) {
		return "", errors.New("must be an address: 0x and 40 hexadecimal digits")
	}
	if digits != lower && digits != strings.ToUpper(digits) && "0x"+digits != Checksum("0x"+lower) {
		return "", errors.New("the checksum of the address is wrong")
	}
	return "0x" + lower, nil
}

// Checksum returns the EIP-55 spelling of a lower-case address.
func Checksum(address string) string {
	digits := []byte(strings.TrimPrefix(address, "0x"))
	h := sha3.NewLegacyKeccak256()
	h.Write(digits)
	sum := hex.EncodeToString(h.Sum(nil))
	for i, c := range digits {
		if c >= 'a' && c <= 'f' && sum[i] >= '8' {
			digits[i] = c - 'a' + 'A'
		}
	}
	return "0x" + string(digits)
}

// Hash parses a transaction hash, 0x and 64 hexadecimal digits, and returns it in lower case.
func Hash(s string) (string, bool) {
	digits, ok := strings.CutPrefix(s, "0x")
	lower := strings.ToLower(digits)
	return "0x" + lower, ok && len(digits) == 64 && isHex(lower)
}

func isHex(s string) bool {
	for i := range len(s) {
		if (s[i] < '0' || s[i] > '9') && (s[i] < 'a' || s[i] > 'f') {
			return false
		}
	}
	return true
}
