package attack

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/env"
)

// Every variable that is a secret is given an empty value in every form that it takes. The list comes from the program,
// so a new variable is tested with the others.
func TestEmptySecretsOfTheEnvironmentAreRefused(t *testing.T) {
	t.Parallel()
	s := Shared(t)
	empty := filepath.Join(kit.TempDir(t), "secret")
	if err := os.WriteFile(empty, []byte(" \n"), 0o600); err != nil {
		t.Fatal(err)
	}
	// in a URL that the variable's help shows, the password is left out
	without := map[string]string{
		"VITRINE_SMTP_URL": "smtps://user:@mail.example.com:465",
		"VITRINE_SMS_URL":  "https://ID:@sms.example.com/send?from=1",
	}
	refused := 0
	for _, v := range env.All() {
		if !v.Secret || strings.HasPrefix(v.Name, "VITRINE_TEST_") {
			continue
		}
		values := map[string]string{"blank": " \t"}
		switch {
		case strings.Contains(v.Help, "file:PATH"), v.Name == env.OldTokenSecrets.Name, v.Name == env.OldPeppers.Name:
			values = map[string]string{"an empty file": "file:" + empty}
		case without[v.Name] != "":
			values["no password"] = without[v.Name]
		case v.Name == env.TraceHeaders.Name: // a collector may need none
		case v.Name == env.MeiliKey.Name, v.Name == env.DatabaseURL.Name: // Postgres may need no password
		default:
			t.Errorf("%s: no test of its empty values", v.Name)
		}
		for what, value := range values {
			one := *s
			one.Env = append(append([]string{}, s.Env...), v.Name+"="+value)
			out, err := one.Run(t, "", "doctor")
			if err == nil || !strings.Contains(out, v.Name) {
				t.Errorf("%s: %s: %v\n%s", v.Name, what, err, out)
			}
			refused++
		}
	}
	if refused < 9 {
		t.Errorf("only %d values were tried", refused)
	}
}
