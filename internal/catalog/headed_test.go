package catalog

import (
	"regexp"
	"strings"
	"testing"
)

// Where records of several tenants are read, what stands for the tenant must be what is meant by it wherever a view says $1: a table of that name within the
// view would make a condition on the tenant one on itself.
func TestNothingInAViewIsCalledLikeTheKeys(t *testing.T) {
	t.Parallel()
	for _, res := range All {
		for i := range res.Views {
			v := &res.Views[i]
			for _, from := range []string{v.plan.Rows(), v.plan.byID("$3")} {
				one := v.Row.Columns() + from + Boundary(v.plan.clocks)
				if strings.Contains(one, keyed) {
					t.Errorf("%s speaks of %s", v.Path, keyed)
				}
				if further := regexp.MustCompile(`\$[13]\d|\$[4-9]`).FindString(one); further != "" && len(v.plan.Params) < 2 {
					t.Errorf("%s has a parameter %s, which is no tenant's and no key's", v.Path, further)
				}
			}
		}
	}
}
