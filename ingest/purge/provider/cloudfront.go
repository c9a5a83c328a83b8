package provider

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

// cloudFront invalidates by tags: CreateInvalidation with #tag items.
type cloudFront struct {
	*client
	s Settings
}

func openCloudFront(c *client, s Settings) (Provider, error) { return cloudFront{c, s}, nil }

// defaultTagsAnHour bounds the price: after 1,000 a month, each tag costs $0.005.
const defaultTagsAnHour = 30

// Limits: each tag is billed. 3,000 may be in progress.
func (p cloudFront) Limits() Limits {
	n, err := strconv.Atoi(p.s["tags-per-hour"])
	if err != nil {
		n = defaultTagsAnHour
	}
	return Limits{Tags: 300, Calls: 1, Burst: 5, TagRate: float64(n) / 3600, TagBurst: max(n, 1)}
}

type invalidationBatch struct {
	XMLName xml.Name `xml:"http://cloudfront.amazonaws.com/doc/2020-05-31/ InvalidationBatch"`
	Paths   struct {
		Quantity int      `xml:"Quantity"`
		Items    []string `xml:"Items>Path"`
	} `xml:"Paths"`
	CallerReference string `xml:"CallerReference"` // equal ones are one invalidation
}

func (p cloudFront) Purge(ctx context.Context, tags []string) error {
	var key aws.Credentials
	for name, to := range map[string]*string{"access-key": &key.AccessKeyID, "secret-key": &key.SecretAccessKey,
		"session-token": &key.SessionToken} {
		if p.s[name] == "" {
			continue
		}
		text, err := p.secret(p.s[name])
		if err != nil {
			return err
		}
		*to = text
	}
	rq, body, err := p.invalidation(ctx, tags, newNonce())
	if err != nil {
		return err
	}
	if err := signAWS(ctx, key, rq, body, "cloudfront", p.now()); err != nil {
		return err
	}
	answer, _, err := p.call(rq, http.StatusCreated)
	if e := As(err); e != nil && strings.Contains(e.Message, "TooManyInvalidations") {
		e.Status = http.StatusTooManyRequests
	}
	if err != nil {
		return err
	}
	if !bytes.Contains(answer, []byte("<Invalidation")) {
		return p.unexpected(answer)
	}
	return nil
}

// invalidation makes an unsigned request and its body. Requests with equal references are one invalidation.
func (p cloudFront) invalidation(ctx context.Context, tags []string, reference string) (*http.Request, []byte, error) {
	var batch invalidationBatch
	batch.Paths.Quantity, batch.CallerReference = len(tags), reference
	for _, tag := range slices.Sorted(slices.Values(tags)) {
		batch.Paths.Items = append(batch.Paths.Items, "#"+tag)
	}
	body, err := xml.Marshal(batch)
	if err != nil {
		return nil, nil, fmt.Errorf("write an invalidation: %w", err)
	}
	body = append([]byte(xml.Header), body...)
	rq, err := request(ctx, http.MethodPost,
		"https://cloudfront.amazonaws.com/2020-05-31/distribution/"+p.s["distribution"]+"/invalidation", "text/xml", body)
	return rq, body, err
}

// signAWS adds the headers of Signature Version 4. CloudFront belongs to the region us-east-1.
func signAWS(ctx context.Context, key aws.Credentials, rq *http.Request, body []byte, service string,
	now time.Time) error {
	sum := sha256.Sum256(body)
	err := v4.NewSigner().SignHTTP(ctx, key, rq, hex.EncodeToString(sum[:]), service, "us-east-1", now)
	if err != nil {
		return fmt.Errorf("sign for AWS: %w", err)
	}
	return nil
}
