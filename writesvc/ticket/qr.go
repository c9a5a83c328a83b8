package ticket

import (
	"fmt"
	"image/color"
	"strconv"
	"strings"

	"github.com/boombuler/barcode/qr"
)

const quiet = 4 // white modules around a code

// drawQR returns a text as a QR code in SVG.
func drawQR(text string) (string, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return "", fmt.Errorf("draw a ticket: %w", err)
	}
	size := code.Bounds().Dx()
	var b strings.Builder
	all := strconv.Itoa(size + 2*quiet)
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ` + all + " " + all +
		`" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path d="`)
	for y := range size {
		for x := 0; x < size; x++ {
			if color.Gray16Model.Convert(code.At(x, y)).(color.Gray16).Y != 0 {
				continue
			}
			run := 1
			for x+run < size && color.Gray16Model.Convert(code.At(x+run, y)).(color.Gray16).Y == 0 {
				run++
			}
			fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", x+quiet, y+quiet, run, run)
			x += run
		}
	}
	b.WriteString(`"/></svg>`)
	return b.String(), nil
}
