package boot

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"vitrine/writesvc/keywrap"
)

// Names of the settings of secrets that can be replaced.
const (
	tokenSecretName    = "VITRINE_TOKEN_SECRET"
	oldTokenSecretName = "VITRINE_TOKEN_SECRET_PREVIOUS"
	pepperName         = "VITRINE_PEPPER"
	oldPepperName      = "VITRINE_PEPPER_PREVIOUS"
)

// TokenSecrets returns the ring of the secrets that encrypt stored keys: the given one, or that of a data folder, and
// the older ones, which are separated by commas.
func TokenSecrets(given, older, dir string, production bool) (*keywrap.Ring, error) {
	current, err := secret(tokenSecretName, given, dir, tokenSecretFile, production)
	if err != nil {
		return nil, err
	}
	further, err := oldSecrets(oldTokenSecretName, older)
	if err != nil {
		return nil, err
	}
	return keywrap.NewRing(current, further...)
}

// FindTokenSecrets is like TokenSecrets, and makes no secret. The ring is nil if there is none yet.
func FindTokenSecrets(given, older, dir string, production bool) (*keywrap.Ring, error) {
	if given == "" && !production {
		_, err := os.Stat(filepath.Join(dir, "secrets", tokenSecretFile))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
	}
	return TokenSecrets(given, older, dir, production)
}

// oldSecrets reads a list of secrets. Each is given as hex, base64, or the name of a file that holds either.
func oldSecrets(name, list string) (all [][]byte, err error) {
	if list == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(list, ",") {
		text, err := secretText(name, strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		b, err := decodeOldSecret(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, b)
	}
	return all, nil
}

// decodeOldSecret decodes a secret as all versions did. It accepts weak secrets, so that they can be replaced.
func decodeOldSecret(text string) ([]byte, error) {
	for _, decode := range []func(string) ([]byte, error){
		hex.DecodeString, base64.StdEncoding.DecodeString, base64.RawStdEncoding.DecodeString,
		base64.RawURLEncoding.DecodeString,
	} {
		if b, err := decode(text); err == nil && len(b) >= secretLen {
			return b, nil
		}
	}
	// The error is without the value, which may be a secret.
	return nil, errors.New("must be secrets of at least 32 bytes as hex or base64, separated by commas")
}
