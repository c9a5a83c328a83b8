package read

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/catalog"
)

// pageTags are the tags of a page of records as their fragments have them: most records share most tags.
func pageTags(records int) []string {
	var shared, all []string
	for i := range 30 {
		shared = append(shared, fmt.Sprintf("product/category=%d|column-%d", i%5, i))
	}
	for i := range records {
		all = append(all, catalog.RecordTag("product", fmt.Sprint(i)), catalog.RecordTag("brand", fmt.Sprint(i%7)))
		all = append(all, shared[i%8:i%8+18]...)
	}
	return all
}

// Tags lists each tag once, whether equal tags share their memory or not, and whether other tags begin at the same
// address or not.
func TestTagsAreListedOnce(t *testing.T) {
	t.Parallel()
	plan := productPlan(t)
	random := rand.New(rand.NewPCG(1, 2))
	long := strings.Repeat("product:0123456789", 100)
	for range 200 {
		var tags []string
		for range random.IntN(900) {
			switch at := random.IntN(40) * 18; random.IntN(3) {
			case 0:
				tags = append(tags, long[at:at+9]) // the beginning of the next one
			case 1:
				tags = append(tags, long[at:at+10])
			default:
				tags = append(tags, strings.Clone(long[at:at+9]))
			}
		}
		want := plan.KindTags(append(slices.Clone(tags), catalog.RecordTag("tenant", "demo")))
		slices.Sort(want)
		want = slices.Compact(want)
		if got := Tags("demo", plan, tags); !slices.Equal(got, want) {
			t.Fatalf("got %d tags, want %d", len(got), len(want))
		}
	}
}

// BenchmarkTags completes the tags of a page of 20 records.
func BenchmarkTags(b *testing.B) {
	plan, tags := productPlan(b), pageTags(20)
	buffer := make([]string, len(tags))
	for b.Loop() {
		copy(buffer, tags)
		Tags("demo", plan, buffer)
	}
	b.ReportMetric(float64(len(tags)), "tags")
}

func productPlan(t testing.TB) *catalog.Plan {
	t.Helper()
	for v := range catalog.Views() {
		if v.Path == "/product/new" {
			return v.Plan()
		}
	}
	t.Fatal("there is no such view")
	return nil
}
