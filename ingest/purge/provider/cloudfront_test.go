package provider

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
)

// What AWS's documentation and its test suite of Signature Version 4 use.
const (
	awsKey    = "AKIDEXAMPLE"
	awsSecret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" //nolint:gosec // published
)

var awsTime = time.Date(2015, time.August, 30, 12, 36, 0, 0, time.UTC)

// authorization is the header of a request at that time.
func authorization(service, signed, signature string) string {
	return "AWS4-HMAC-SHA256 Credential=" + awsKey + "/20150830/us-east-1/" + service + "/aws4_request, SignedHeaders=" +
		signed + ", Signature=" + signature
}

// The vectors are those of AWS's test suite with these names.
func TestSignaturesAreThoseOfTheSuiteOfAWS(t *testing.T) {
	t.Parallel()
	const form = "application/x-www-form-urlencoded"
	for _, c := range []struct{ name, method, query, header, value, body, signed, want string }{
		{"get-vanilla", "GET", "", "", "", "", "host;x-amz-date",
			"5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"},
		{"get-vanilla-query-order-key-case", "GET", "?Param2=value2&Param1=value1", "", "", "", "host;x-amz-date",
			"b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"},
		{"get-header-key-duplicate", "GET", "", "My-Header1", "value2,value2,value1", "", "host;my-header1;x-amz-date",
			"c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea"},
		{"post-vanilla", "POST", "", "", "", "", "host;x-amz-date",
			"5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"},
		{"post-x-www-form-urlencoded", "POST", "", "Content-Type", form, "Param1=value1", "content-type;host;x-amz-date",
			"ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"},
	} {
		rq := httptest.NewRequest(c.method, "https://example.amazonaws.com/"+c.query, nil)
		if c.header != "" {
			for value := range strings.SplitSeq(c.value, ",") {
				rq.Header.Add(c.header, value)
			}
		}
		key := aws.Credentials{AccessKeyID: awsKey, SecretAccessKey: awsSecret}
		if err := signAWS(t.Context(), key, rq, []byte(c.body), "service", awsTime); err != nil {
			t.Fatal(err)
		}
		if got, want := rq.Header.Get("Authorization"), authorization("service", c.signed, c.want); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, want)
		}
	}
}

// The signatures were computed by botocore 1.44.8, which shares no code with the signer.
func TestAnInvalidationIsSignedAsByBotocore(t *testing.T) {
	t.Parallel()
	p := cloudFront{&client{}, Settings{"distribution": "EDFDVBD6EXAMPLE"}}
	for session, want := range map[string]string{
		"": authorization("cloudfront", "content-length;content-type;host;x-amz-date",
			"674cfcd8a5829badcf634800966cf27452f2e7e920770a18cf677de6933da22b"),
		"a/session+token==": authorization("cloudfront",
			"content-length;content-type;host;x-amz-date;x-amz-security-token",
			"9622e5a1a85fef690d87273fe20ddbb53295381467046714f15f4838dd1ed9e6"),
	} {
		rq, body, err := p.invalidation(t.Context(), []string{"bbbbbbbbbbbb", "aaaaaaaaaaaa"}, "vitrine-1")
		if err != nil {
			t.Fatal(err)
		}
		key := aws.Credentials{AccessKeyID: awsKey, SecretAccessKey: awsSecret, SessionToken: session}
		if err := signAWS(t.Context(), key, rq, body, "cloudfront", awsTime); err != nil {
			t.Fatal(err)
		}
		if got := rq.Header.Get("Authorization"); got != want {
			t.Errorf("got  %s\nwant %s\nof %s", got, want, body)
		}
	}
}

// A purge sends what it signed: the secrets that the settings name, the time, the body.
func TestAPurgeOfCloudFrontIsSigned(t *testing.T) {
	t.Parallel()
	secrets := map[string]string{"env:A": awsKey, "env:B": awsSecret, "env:C": "a/session+token=="}
	var sent *http.Request
	var body []byte
	p, err := New("cloudfront", Settings{"distribution": "E1", "access-key": "env:A", "secret-key": "env:B",
		"session-token": "env:C"}, Options{
		Secrets: func(at string) (string, error) { return secrets[at], nil },
		Now:     func() time.Time { return awsTime },
		Transport: roundTrip(func(rq *http.Request) *http.Response {
			sent = rq
			body, _ = io.ReadAll(rq.Body)
			return &http.Response{StatusCode: http.StatusCreated, Body: io.NopCloser(strings.NewReader("<Invalidation/>"))}
		}),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Purge(context.Background(), []string{"aaaaaaaaaaaa"}); err != nil {
		t.Fatal(err)
	}
	again := sent.Clone(t.Context())
	again.Header.Del("Authorization")
	key := aws.Credentials{AccessKeyID: awsKey, SecretAccessKey: awsSecret, SessionToken: "a/session+token=="}
	if err := signAWS(t.Context(), key, again, body, "cloudfront", awsTime); err != nil {
		t.Fatal(err)
	}
	if got, want := sent.Header.Get("Authorization"), again.Header.Get("Authorization"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// A roundTrip answers requests.
type roundTrip func(*http.Request) *http.Response

func (f roundTrip) RoundTrip(rq *http.Request) (*http.Response, error) { return f(rq), nil }
