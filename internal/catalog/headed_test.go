package catalog

import (
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
			for _, from := range []string{v.plan.Rows(), v.plan.ByID()} {
				if strings.Contains(v.Row.Columns()+from+Boundary(v.plan.clocks), keyed) {
					t.Errorf("%s speaks of %s", v.Path, keyed)
				}
				if each := v.HeadedEach(from); strings.Count(each, "$1") != 1 || strings.Count(each, "$3") != 1 {
					t.Errorf("%s: a tenant or a key is meant where all of them are:\n%s", v.Path, each)
				}
			}
		}
	}
}
