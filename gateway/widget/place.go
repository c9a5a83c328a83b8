package widget

import (
	"math"
	"strconv"
	"strings"

	"vitrine/internal/api"
)

// coordinate reads a number of a place on the map.
func coordinate(s string) (float64, bool) {
	x, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	return x, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
}

// Coordinates reads numbers that are separated by commas.
func Coordinates(s string) (all []float64, ok bool) {
	if len(s) > maxExpression {
		return nil, false
	}
	for part := range strings.SplitSeq(s, ",") {
		x, ok := coordinate(part)
		if !ok {
			return nil, false
		}
		all = append(all, x)
	}
	return all, true
}

// NewNear is the filter of the records within some metres of a place.
func NewNear(lat, lng, metres float64) (f Filter, err error) {
	if !onMap(lat, lng) || metres < 0 || metres > 1e9 {
		return f, api.Errorf(400, api.InvalidParameter, "%g, %g is no place on the map.", lat, lng)
	}
	return Filter{Op: Near, Place: [4]float64{lat, lng, metres}}, nil
}

// NewBox is the filter of the records between two opposite corners of a box. The corner further north is the eastern
// one if the first corner is; a box whose west edge lies east of its east edge crosses the 180th meridian.
func NewBox(lat, lng, otherLat, otherLng float64) (f Filter, err error) {
	if !onMap(lat, lng) || !onMap(otherLat, otherLng) {
		return f, api.Errorf(400, api.InvalidParameter, "A corner of the box is no place on the map.")
	}
	if lat < otherLat {
		lat, lng, otherLat, otherLng = otherLat, otherLng, lat, lng
	}
	return Filter{Op: Box, Place: [4]float64{otherLng, otherLat, lng, lat}}, nil
}

func onMap(lat, lng float64) bool { return lat >= -90 && lat <= 90 && lng >= -180 && lng <= 180 }
