package pos

import (
	"fmt"
	"reflect"
)

// A Secret is a secret of an account. In settings it is a name, env:NAME or file:PATH; Account.Secret resolves it. Only
// its type says that a member of settings is a secret, so the checks of settings find every one (SecretsOf).
type Secret string

// String hides the secret.
func (Secret) String() string { return "(a secret)" }

// GoString hides the secret from %#v.
func (Secret) GoString() string { return "(a secret)" }

var secretType = reflect.TypeFor[Secret]()

// SecretsOf returns every Secret in a value, by the path of its field. Empty ones are included, those in lists as far
// as the lists go.
func SecretsOf(v any) map[string]Secret {
	found := map[string]Secret{}
	collect(reflect.ValueOf(v), "", found)
	return found
}

func collect(v reflect.Value, path string, found map[string]Secret) {
	if !v.IsValid() {
		return
	}
	if v.Type() == secretType {
		found[path] = Secret(v.String())
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		collect(v.Elem(), path, found)
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				collect(v.Field(i), path+"."+f.Name, found)
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			collect(v.Index(i), fmt.Sprintf("%s[%d]", path, i), found)
		}
	default:
	}
}
