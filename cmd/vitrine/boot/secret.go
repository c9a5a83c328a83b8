package boot

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const secretLen = 32 // bytes

// Secrets made in development, in the folder secrets of the data folder.
const (
	tokenSecretFile = "token-secret"
	pepperFile      = "pepper"
)

// secret returns a given secret: hex, base64, or a file that holds either. Without one, in development, it makes one
// and keeps it in the data folder.
func secret(name, given, dir, file string, production bool) ([]byte, error) {
	if b, err := givenSecret(name, given, production); b != nil || err != nil {
		return b, err
	}
	path := filepath.Join(dir, "secrets", file)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		b := make([]byte, secretLen)
		if _, err := rand.Read(b); err != nil {
			return nil, fmt.Errorf("make a secret: %w", err)
		}
		text = []byte(hex.EncodeToString(b) + "\n")
		err = errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), writeOnce(path, text))
		if err != nil {
			return nil, fmt.Errorf("keep a secret: %w", err)
		}
		text, err = os.ReadFile(path) // another process may have written it first
		if err != nil {
			return nil, fmt.Errorf("read a secret: %w", err)
		}
	} else if err != nil {
		return nil, fmt.Errorf("read a secret: %w", err)
	}
	return decodeSecret(path, strings.TrimSpace(string(text)))
}

// givenSecret decodes a given secret. It returns nil if there is none, which is an error in production.
func givenSecret(name, given string, production bool) ([]byte, error) {
	text, err := secretText(name, given)
	if err != nil {
		return nil, err
	}
	if text != "" {
		return decodeSecret(name, text)
	}
	if production {
		return nil, fmt.Errorf(
			"%s is not set: production needs a secret. Make one with: openssl rand -hex 32", name)
	}
	return nil, nil
}

// secretText returns the text of a setting that holds a secret, or of the file that it names as file:PATH. An empty
// file is an error.
func secretText(name, given string) (string, error) {
	path, ok := strings.CutPrefix(given, "file:")
	if !ok {
		return given, nil
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	text := strings.TrimSpace(string(b))
	if text == "" {
		return "", fmt.Errorf("%s: %s is empty", name, path)
	}
	return text, nil
}

// checkSecret reports the error that secret would return, and makes no secret. path is the file of a made one.
func checkSecret(name, given, path string, production bool) error {
	if b, err := givenSecret(name, given, production); b != nil || err != nil {
		return err
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read a secret: %w", err)
	}
	_, err = decodeSecret(path, strings.TrimSpace(string(text)))
	return err
}

// leastVariety is the number of different bytes below which a secret counts as weak. Of 32 random bytes, fewer than 12
// are different in less than one of 10^12 cases. So are, of 64 random hexadecimal digits, fewer than 8.
const leastVariety, leastDigits = 12, 8

// errWeak reports a secret that nobody made at random. It does not contain the secret.
var errWeak = errors.New("the value is not random: make one with openssl rand -hex 32")

// weak reports a secret that is obviously not random: all zero, few different bytes, a repeated part, or bytes that
// count up or down.
func weak(b []byte) error {
	var seen [256]bool
	different, text := 0, true
	for _, c := range b {
		if !seen[c] {
			seen[c] = true
			different++
		}
		text = text && c >= ' ' && c <= '~'
	}
	least := leastVariety
	if text {
		least = leastDigits
	}
	if different < least {
		return errWeak
	}
	for period := 1; period <= len(b)/2; period++ {
		if bytes.Equal(b[period:], b[:len(b)-period]) {
			return errWeak
		}
	}
	steady := true
	for i := 2; i < len(b); i++ {
		steady = steady && b[i]-b[i-1] == b[1]-b[0]
	}
	if steady {
		return errWeak
	}
	return nil
}

// writeOnce writes a file atomically, unless it exists.
func writeOnce(path string, text []byte) error {
	tmp := fmt.Sprintf("%s.%d", path, os.Getpid())
	if err := os.WriteFile(tmp, text, 0o600); err != nil {
		return err
	}
	defer os.Remove(tmp) //nolint:errcheck // a second name of the file
	if err := os.Link(tmp, path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

func decodeSecret(name, text string) ([]byte, error) {
	forms := []func(string) ([]byte, error){
		base64.StdEncoding.DecodeString, base64.RawStdEncoding.DecodeString, base64.RawURLEncoding.DecodeString,
	}
	if strings.Trim(text, "0123456789abcdefABCDEF") == "" { // too short in hex would be long enough in base64
		forms = []func(string) ([]byte, error){hex.DecodeString}
	}
	for _, decode := range forms {
		if b, err := decode(text); err == nil && len(b) >= secretLen {
			if err := errors.Join(weak(b), weak([]byte(text))); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			return b, nil
		}
	}
	return nil, fmt.Errorf("%s: must be at least %d bytes as hex or base64", name, secretLen) // without the value
}
