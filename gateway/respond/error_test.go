package respond

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/valyala/fasthttp"
)

func TestTheLogHasTheBeginningOfALongPath(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	var ctx fasthttp.RequestCtx
	ctx.Request.SetRequestURI("/v1/auth/" + strings.Repeat("a", 15_000))
	New(slog.New(slog.NewTextHandler(&log, nil))).Error(&ctx, errors.New("away"))
	if log.Len() > 1000 || !strings.Contains(log.String(), "/v1/auth/aaa") {
		t.Errorf("the line has %d bytes", log.Len())
	}
}
