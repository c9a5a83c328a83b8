package rig

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"vitrine/internal/devpg"
	"vitrine/internal/schema"
)

// A Place is the environment of one benchmark: a folder with a Postgres that flushes to disk as in production.
type Place struct {
	URL string // of the database

	dir    string
	kept   bool
	pg     *devpg.Server
	closes []func()
}

// Open creates a place in a folder that is kept, or, if dir is "", in one that Close removes. The schema is up to date.
func Open(ctx context.Context, name, dir string) (_ *Place, err error) {
	p := &Place{dir: dir, kept: dir != ""}
	if p.kept {
		if p.dir, err = filepath.Abs(dir); err == nil {
			err = os.MkdirAll(p.dir, 0o755)
		}
		if err != nil {
			return nil, fmt.Errorf("create the folder: %w", err)
		}
	} else {
		if p.dir, err = os.MkdirTemp("", "vitrine-"+name+"-"); err != nil {
			return nil, fmt.Errorf("create a folder: %w", err)
		}
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.Close())
		}
	}()
	if err := os.Chmod(p.dir, 0o755); err != nil { //nolint:gosec // Postgres runs as another user
		return nil, fmt.Errorf("open the folder: %w", err)
	}
	if p.pg, err = devpg.Start(ctx, devpg.Config{Dir: p.Path("database")}); err != nil {
		return nil, fmt.Errorf("start Postgres: %w", err)
	}
	p.URL = p.pg.URL()
	if err := schema.Migrate(ctx, p.URL, func(string) {}); err != nil {
		return nil, fmt.Errorf("migrate: %w", err)
	}
	return p, nil
}

// Path returns a path in the folder.
func (p *Place) Path(name string) string { return filepath.Join(p.dir, name) }

// Home returns the folder of Postgres's data.
func (p *Place) Home() string { return p.pg.Home() }

func (p *Place) onClose(f func()) { p.closes = append(p.closes, f) }

// Vitrine creates a process of the vitrine binary with a command such as "gateway". env adds to, or replaces, the
// settings for the database, the bus, the data folder and the address.
func (p *Place) Vitrine(name, binary, command, bus string, env ...string) (*Process, error) {
	path, err := filepath.Abs(binary)
	if err != nil {
		return nil, fmt.Errorf("find %s: %w", binary, err)
	}
	addr, err := FreeAddr()
	if err != nil {
		return nil, err
	}
	all := append([]string{
		"VITRINE_ADDR=" + addr, "VITRINE_DATA_DIR=" + p.Path(name), "VITRINE_DATABASE_URL=" + p.URL, "VITRINE_NATS_URL=" +
			bus, "VITRINE_TOKEN_SECRET=" + secret("token"), "VITRINE_PEPPER=" + secret("pepper"),
	}, env...)
	pr := p.newProcess(name, path, all, command)
	pr.Addr = addr
	return pr, nil
}

// secret is a secret of benchmarks. All processes of a place have the same, because they share a database, which may
// be kept for another run.
func secret(name string) string {
	sum := sha256.Sum256([]byte("benchmark " + name))
	return hex.EncodeToString(sum[:])
}

// Close stops all processes, the last one first, and removes the folder unless it is kept. It may be called again.
func (p *Place) Close() error {
	for i := len(p.closes) - 1; i >= 0; i-- {
		p.closes[i]()
	}
	p.closes = nil
	var err error
	if p.pg != nil {
		err = p.pg.Stop()
	}
	if p.kept {
		return err
	}
	return errors.Join(err, devpg.Remove(context.Background(), p.Path("database")), os.RemoveAll(p.dir))
}
