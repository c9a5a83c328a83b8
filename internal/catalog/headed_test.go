package catalog

import (
	"regexp"
	"strings"
	"testing"
)

// HeadedEach replaces $1 by the alias of the keys. A view that used the same alias would compare its own column with
// itself instead of with the tenant.
func TestNothingInAViewIsCalledLikeTheKeys(t *testing.T) {
	t.Parallel()
	for _, res := range All {
		for i := range res.Views {
			v := &res.Views[i]
			for _, from := range []string{v.plan.Rows(), v.plan.byID("$3")} {
				one := v.Row.Columns() + from + Boundary(v.plan.clocks)
				if strings.Contains(one, keyed) {
					t.Errorf("%s uses the alias %s", v.Path, keyed)
				}
				if further := regexp.MustCompile(`\$[13]\d|\$[4-9]`).FindString(one); further != "" && len(v.plan.Params) < 2 {
					t.Errorf("%s has the parameter %s, but only $1 to $3 are replaced", v.Path, further)
				}
			}
		}
	}
}
