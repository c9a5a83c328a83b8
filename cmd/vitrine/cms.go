package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/cmd/vitrine/cms"
	"vitrine/internal/cli"
)

func cmsCommands() []cli.Command {
	return []cli.Command{
		{
			Name: "cms directus", Summary: "Set up Directus for the content of one tenant",
			About: "The command makes a role that Postgres limits to the tenant, a schema for the tables of Directus, and the " +
				"file .env with which Directus starts. After npx directus bootstrap, run it again: it then describes the " +
				"content to Directus. It may be repeated at any time. See docs/cms/directus.md.",
			Examples: []string{"cms directus --tenant shop", "cms directus --tenant shop --dir /srv/directus"},
			Setup:    cmsDirectus,
		},
		{
			Name: "cms role", Summary: "Make a database role for another CMS, limited to one tenant",
			About: "The URL of the database for that role is printed once. The password is not stored. Without " +
				"--new-password, a role that exists keeps its password, and nothing is printed.",
			Examples: []string{"cms role --tenant shop", "cms role --tenant shop --new-password"},
			Setup:    cmsRole,
		},
	}
}

// roleFlags are the flags of both commands.
type roleFlags struct {
	tenant, role string
	newPassword  bool
}

func (r *roleFlags) define(f *flag.FlagSet, kind string) {
	f.StringVar(&r.tenant, "tenant", "", "id of the `TENANT`")
	f.StringVar(&r.role, "role", "", "`NAME` of the database role (default: "+kind+"_TENANT)")
	f.BoolVar(&r.newPassword, "new-password", false, "set a new password of a role that exists")
}

// named returns the role that the flags name.
func (r *roleFlags) named(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, kind string) (cms.Role, error) {
	if r.tenant == "" {
		return cms.Role{}, cli.Usagef("cms: --tenant is missing")
	}
	if err := knownTenant(ctx, pool, r.tenant); err != nil {
		return cms.Role{}, err
	}
	name := r.role
	if name == "" {
		name = cms.RoleName(kind, r.tenant)
	}
	if !cms.ValidName(name) {
		return cms.Role{}, cli.Usagef("cms: --role %q: a name begins with a letter and has at most 63 of a-z, 0-9 and _",
			name)
	}
	return cms.Role{Name: name, Tenant: r.tenant, Waits: func() {
		fmt.Fprintln(c.Stderr, "waiting for other transactions, which use the content tables")
	}}, nil
}

func cmsRole(f *flag.FlagSet) cli.Run {
	var flags roleFlags
	flags.define(f, "cms")
	return withDatabase(func(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, _ []string) error {
		role, err := flags.named(ctx, c, pool, "cms")
		if err != nil {
			return err
		}
		password := cms.Password()
		set, err := role.Ensure(ctx, pool, password, flags.newPassword, nil)
		if err != nil {
			return err
		}
		if !set {
			fmt.Fprintf(c.Stderr, "the role %s of tenant %s is complete and keeps its password\n", role.Name, role.Tenant)
			return nil
		}
		at, err := databaseURL(c)
		if err != nil {
			return err
		}
		own, ok := urlOf(at, role.Name, password)
		if !ok {
			fmt.Fprintf(c.Stderr, "password of the role %s; it is not shown again:\n", role.Name)
			own = password
		} else {
			fmt.Fprintf(c.Stderr, "URL of the role %s, which sees tenant %s only; it is not shown again:\n", role.Name,
				role.Tenant)
		}
		fmt.Fprintln(c.Stdout, own) // alone on stdout, so that a script can store it in a variable
		return nil
	})
}

// urlOf returns the URL of the database at for another user. It reports false if at is a list of keywords and values.
func urlOf(at, user, password string) (string, bool) {
	u, err := url.Parse(at)
	if err != nil || u.Scheme == "" {
		return "", false
	}
	u.User = url.UserPassword(user, password)
	return u.String(), true
}

func cmsDirectus(f *flag.FlagSet) cli.Run {
	var flags roleFlags
	flags.define(f, "directus")
	dir := f.String("dir", ".", "`FOLDER` of Directus, where .env is written")
	printed := f.Bool("print", false, "print .env in place of writing it")
	email := f.String("email", "admin@example.com", "`ADDRESS` of the first administrator of Directus")
	port := f.Int("port", 8055, "`PORT` on which Directus listens")
	return withDatabase(func(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, _ []string) error {
		role, err := flags.named(ctx, c, pool, "directus")
		if err != nil {
			return err
		}
		if *port < 1 || *port > 65535 || strings.ContainsAny(*email, " \"\\\n") || !strings.Contains(*email, "@") {
			return cli.Usagef("cms directus: --port needs a port, and --email an address")
		}
		role.Schema = role.Name
		d := &directus{c: c, pool: pool, flags: flags, s: cms.Settings{Role: role, Email: *email, Port: *port}}
		if *printed {
			return d.print(ctx)
		}
		return d.write(ctx, filepath.Join(*dir, ".env"))
	})
}

// A directus is one run of the command.
type directus struct {
	c     *cli.Call
	pool  *pgxpool.Pool
	flags roleFlags
	s     cms.Settings
}

// print sets up the role and prints the settings.
func (d *directus) print(ctx context.Context) error {
	password := cms.Password()
	set, err := d.s.Role.Ensure(ctx, d.pool, password, d.flags.newPassword, nil)
	if err != nil {
		return err
	}
	if set {
		d.s.Password = password
	}
	text, err := d.text(ctx)
	if err != nil {
		return err
	}
	fmt.Fprint(d.c.Stdout, text)
	fmt.Fprintln(d.c.Stderr, "next: write this into .env, then npx directus bootstrap, then this command without --print")
	return nil
}

func (d *directus) text(ctx context.Context) (string, error) {
	at, err := databaseURL(d.c)
	if err != nil {
		return "", err
	}
	return d.s.Directus(ctx, d.pool, at)
}

// write sets up the role and writes the settings. It never replaces a file.
func (d *directus) write(ctx context.Context, path string) error {
	d.s.Password = cms.Password()
	text, err := d.text(ctx)
	if err != nil {
		return err
	}
	present, err := os.ReadFile(path)
	switch {
	case err == nil && d.flags.newPassword:
		return fmt.Errorf("%s exists: move it away first, or use --print and copy DB_PASSWORD", path)
	case err == nil && cms.Setting(string(present), "DB_USER") != d.s.Role.Name:
		return fmt.Errorf("%s is not for the role %s: choose another folder with --dir", path, d.s.Role.Name)
	case err == nil && cms.Setting(string(present), "DB_PASSWORD") == "":
		return fmt.Errorf("%s has no DB_PASSWORD, with which the role %s logs in", path, d.s.Role.Name)
	case err == nil:
		d.s.Password = cms.Setting(string(present), "DB_PASSWORD")
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("read the settings of Directus: %w", err)
	}
	saved := false
	set, err := d.s.Role.Ensure(ctx, d.pool, d.s.Password, d.flags.newPassword, func() error {
		if present != nil {
			return fmt.Errorf("%s has the password of a role that does not exist: move the file away first", path)
		}
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return fmt.Errorf("write the settings of Directus: %w", err)
		}
		saved = true
		_, err = file.WriteString(text)
		return errors.Join(err, file.Close())
	})
	if err != nil {
		if saved { // its password was not set
			err = errors.Join(err, os.Remove(path))
		}
		return err
	}
	switch {
	case set:
		fmt.Fprintf(d.c.Stdout, "wrote %s; only you can read it, and it contains the password of the role %s\n", path,
			d.s.Role.Name)
	case present == nil:
		return fmt.Errorf("the role %s has a password, but %s does not exist: copy the file, or use --new-password",
			d.s.Role.Name, path)
	default:
		fmt.Fprintf(d.c.Stdout, "kept %s; the role %s is complete\n", path, d.s.Role.Name)
	}
	if err := cms.WriteHook(filepath.Dir(path)); err != nil {
		return err
	}
	return d.describe(ctx)
}

// describe describes the content to Directus, and says what to do next.
func (d *directus) describe(ctx context.Context) error {
	at, err := databaseURL(d.c)
	if err != nil {
		return err
	}
	done, err := d.s.Role.Describe(ctx, at, d.s.Password)
	if err != nil {
		return err
	}
	if done {
		fmt.Fprintln(d.c.Stderr, "the content is described to Directus: start it again, if it runs")
		return nil
	}
	fmt.Fprintln(d.c.Stderr, "next: npx directus bootstrap, then this command again, then npx directus start")
	return nil
}
