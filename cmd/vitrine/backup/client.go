package backup

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// client runs a client program of Postgres. The URL stands in the arguments, which other users may see, without the
// password.
func client(ctx context.Context, name, databaseURL string, args ...string) error {
	path, err := find(name)
	if err != nil {
		return err
	}
	where, password, err := split(databaseURL)
	if err != nil {
		return err
	}
	//nolint:gosec // the program is pg_dump or pg_restore, and the arguments are the operator's
	cmd := exec.CommandContext(ctx, path, append([]string{"--dbname=" + where, "--no-password"}, args...)...)
	cmd.Env = append(os.Environ(), "PGAPPNAME=vitrine backup")
	if password != "" {
		cmd.Env = append(cmd.Env, "PGPASSWORD="+password)
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%s: %w: %s", name, err, strings.TrimSpace(string(out)))
	}
	return nil
}

// find returns the path of a program: on the PATH, or the newest one in Debian's folders.
func find(name string) (string, error) {
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	for _, pattern := range []string{"/usr/lib/postgresql/*/bin/", "/usr/pgsql-*/bin/", "/usr/local/pgsql/bin/",
		"/opt/homebrew/opt/postgresql@*/bin/", "/usr/local/opt/postgresql@*/bin/"} {
		found, err := filepath.Glob(pattern + name)
		if err == nil && len(found) > 0 {
			return slices.Max(found), nil
		}
	}
	return "", fmt.Errorf("%s is not installed: install the client programs of Postgres, of the server's version or newer",
		name)
}

// split takes the password out of a URL, and the parameters that only Vitrine's driver knows.
func split(databaseURL string) (without, password string, err error) {
	u, err := url.Parse(databaseURL)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return "", "", errors.New("the database must be named by a URL that begins with postgres://") // without the value
	}
	q := u.Query()
	if password = q.Get("password"); password != "" {
		q.Del("password")
	}
	for name := range q {
		if strings.HasPrefix(name, "pool_") || strings.HasPrefix(name, "default_query_") ||
			strings.HasSuffix(name, "_cache_capacity") {
			q.Del(name)
		}
	}
	u.RawQuery = q.Encode()
	if p, ok := u.User.Password(); ok {
		password, u.User = p, url.User(u.User.Username())
	}
	return u.String(), password, nil
}

// database returns the URL of another database on the same server.
func database(databaseURL, name string) (string, error) {
	u, err := url.Parse(databaseURL)
	if err != nil {
		return "", errors.New("the database must be named by a URL that begins with postgres://")
	}
	u.Path = "/" + name
	return u.String(), nil
}
