package ticket

import (
	"fmt"
	"strconv"

	"rsc.io/qr"
)

const quiet = 4 // white modules around a code

// drawQR returns a text as a QR code in SVG. A row of dark modules is a line of the path, so the text stays short.
func drawQR(text string) (string, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return "", fmt.Errorf("draw a ticket: %w", err)
	}
	all := strconv.Itoa(code.Size + 2*quiet)
	b := make([]byte, 0, 8<<10)
	b = append(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 `+all+" "+all+
		`" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path stroke="#000" d="`...)
	for y := range code.Size {
		end := -1 // of the last line of this row; -1: none yet
		for x := 0; x < code.Size; x++ {
			if !code.Black(x, y) {
				continue
			}
			run := 1
			for x+run < code.Size && code.Black(x+run, y) {
				run++
			}
			if end < 0 {
				b = append(b, 'M')
				b = strconv.AppendInt(b, int64(x+quiet), 10)
				b = append(b, ' ')
				b = strconv.AppendInt(b, int64(y+quiet), 10)
				b = append(b, ".5"...)
			} else {
				b = append(b, 'm')
				b = strconv.AppendInt(b, int64(x-end), 10)
				b = append(b, " 0"...)
			}
			b = append(b, 'h')
			b = strconv.AppendInt(b, int64(run), 10)
			end = x + run
			x = end
		}
	}
	return string(append(b, `"/></svg>`...)), nil
}
