package evm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

const (
	callTimeout = 10 * time.Second
	maxAnswer   = 4 << 20 // bytes; a receipt may contain the logs of a large batch
	maxDigits   = 64      // of a number of 256 bits
)

var client = &http.Client{
	Timeout: callTimeout,
	// redirects are not followed
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Transport: &http.Transport{
		DialContext: (&net.Dialer{Timeout: 5 * time.Second}).DialContext, TLSHandshakeTimeout: 5 * time.Second,
		MaxIdleConnsPerHost: 4, IdleConnTimeout: time.Minute, ResponseHeaderTimeout: callTimeout, ForceAttemptHTTP2: true,
	},
}

// CheckURL checks a node's URL. The error never repeats it, because it may contain a key.
func CheckURL(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return errors.New("must be a node's URL: https://host/path")
	}
	if ip := net.ParseIP(u.Hostname()); u.Scheme == "http" && u.Hostname() != "localhost" &&
		(ip == nil || !ip.IsLoopback() && !ip.IsPrivate()) {
		return errors.New("must be https for a node outside the local network, because http can be forged")
	}
	return nil
}

// call makes one call and decodes its result, which may be null.
func (n Node) call(ctx context.Context, into any, method string, params ...any) error {
	if params == nil {
		params = []any{}
	}
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	rq, err := http.NewRequestWithContext(ctx, http.MethodPost, string(n), bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("%s: the node's address cannot be used", method)
	}
	rq.Header.Set("Content-Type", "application/json")
	rs, err := client.Do(rq)
	if err != nil {
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err // without the URL, which may contain a key
		}
		return fmt.Errorf("%s: %w", method, err)
	}
	defer rs.Body.Close() //nolint:errcheck // the answer was read
	text, err := io.ReadAll(io.LimitReader(rs.Body, maxAnswer+1))
	switch {
	case err != nil:
		return fmt.Errorf("%s: read the answer: %w", method, err)
	case len(text) > maxAnswer:
		return fmt.Errorf("%s: the answer is larger than %d bytes", method, maxAnswer)
	case rs.StatusCode != http.StatusOK:
		return fmt.Errorf("%s: the node answers %d", method, rs.StatusCode)
	}
	var a struct {
		Result json.RawMessage `json:"result"`
		Error  *struct {
			Code int `json:"code"`
		} `json:"error"`
	}
	if err := json.Unmarshal(text, &a); err != nil {
		return fmt.Errorf("%s: the answer is not JSON-RPC", method)
	}
	if a.Error != nil {
		return fmt.Errorf("%s: the node refuses with code %d", method, a.Error.Code)
	}
	if len(a.Result) == 0 {
		return fmt.Errorf("%s: the answer has no result", method)
	}
	if err := json.Unmarshal(a.Result, into); err != nil {
		return fmt.Errorf("%s: the result has an unexpected form", method)
	}
	return nil
}

// A quantity is a number in JSON-RPC: 0x and hexadecimal digits.
type quantity struct{ big.Int }

// UnmarshalJSON parses a number of at most 256 bits.
func (q *quantity) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	digits, ok := strings.CutPrefix(s, "0x")
	if !ok || digits == "" || len(digits) > maxDigits || !isHex(strings.ToLower(digits)) {
		return errors.New("not a number")
	}
	q.SetString(digits, 16)
	return nil
}

// small returns a number of blocks, seconds or chains, and false if it is out of range.
func (q *quantity) small() (uint64, bool) { return q.Uint64(), q.IsUint64() && q.Uint64() < 1<<62 }
