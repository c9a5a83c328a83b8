package ticket

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"vitrine/internal/api"
)

func TestOneAccountCannotHoldAllPictures(t *testing.T) {
	t.Parallel()
	p := newPictures(1)
	var leaves []func()
	for range maxPictured {
		leave, err := p.enter("eve")
		if err != nil {
			t.Fatal(err)
		}
		leaves = append(leaves, leave)
	}
	var refused *api.Error
	if _, err := p.enter("eve"); !errors.As(err, &refused) || refused.Status != 429 {
		t.Errorf("one more: %v, want a 429", err)
	}
	leave, err := p.enter("ada")
	if err != nil {
		t.Errorf("another account: %v", err)
	}
	leave()
	for _, leave := range leaves {
		leave()
	}
	if len(p.by) != 0 {
		t.Errorf("%d accounts are still counted", len(p.by))
	}
	p.slots <- struct{}{} // someone draws
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := p.draw(ctx, "x"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a request that waits too long: %v", err)
	}
}

func TestAPictureIsSmall(t *testing.T) {
	t.Parallel()
	code, _ := sample(t)
	svg, err := drawQR(code)
	if err != nil || !strings.HasPrefix(svg, "<svg ") || !strings.HasSuffix(svg, "</svg>") {
		t.Fatalf("%.80s, %v", svg, err)
	}
	if len(svg) > 12<<10 {
		t.Errorf("%d bytes, want at most 12 KB", len(svg))
	}
}
