package provider

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"vitrine/internal/secret"
)

// edgeGridKey is a credential of Akamai. Its signatures are EdgeGrid's (EG1-HMAC-SHA256). Akamai's own library reads
// credentials from files and brings eight modules for these forty lines, whose test has Akamai's vectors.
type edgeGridKey struct{ clientToken, accessToken, clientSecret string }

const maxSignedBody = 131_072 // bytes of a body that are signed

func newNonce() string { return uuid.NewString() }

// sign adds the Authorization header to a request.
func (k edgeGridKey) sign(rq *http.Request, body []byte, now time.Time, nonce string) {
	at := now.UTC().Format("20060102T15:04:05+0000")
	auth := "EG1-HMAC-SHA256 client_token=" + k.clientToken + ";access_token=" + k.accessToken + ";timestamp=" + at +
		";nonce=" + nonce + ";"
	content := ""
	if rq.Method == http.MethodPost && len(body) > 0 {
		sum := sha256.Sum256(body[:min(len(body), maxSignedBody)])
		content = base64.StdEncoding.EncodeToString(sum[:])
	}
	data := strings.Join([]string{rq.Method, rq.URL.Scheme, strings.ToLower(rq.URL.Host), rq.URL.RequestURI(), "", content,
		auth}, "\t")
	key := hash64(at, k.clientSecret)
	rq.Header.Set("Authorization", auth+"signature="+hash64(data, key))
}

func hash64(data, key string) string {
	h := secret.MAC([]byte(key))
	h.Write([]byte(data))
	return base64.StdEncoding.EncodeToString(h.Sum(nil))
}
