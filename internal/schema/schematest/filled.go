package schematest

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
)

// A filled is a database that is cloned for several tests. It is never connected to once it is filled.
type filled struct {
	once sync.Once
	name string
	err  error
}

// filledOf are the filled databases of this process, by the name that OpenFilled was given.
var filledOf struct {
	sync.Mutex
	all map[string]*filled
}

// OpenFilled is like Open, for a database that also has what fill wrote. fill runs once in a process for each name, and
// gets a pool that is closed when it returns. Each clone has the epochs and the log of changes of what fill wrote.
//
// Use it for content that takes seconds to write, and that tests change in their own clones.
func OpenFilled(t testing.TB, name string, fill func(context.Context, *pgxpool.Pool) error) *DB {
	t.Helper()
	srv := serverOf(t)
	filledOf.Lock()
	f := filledOf.all[name]
	if f == nil {
		if filledOf.all == nil {
			filledOf.all = map[string]*filled{}
		}
		f = &filled{}
		filledOf.all[name] = f
	}
	filledOf.Unlock()
	f.once.Do(func() { f.name, f.err = srv.fill(fill) })
	if f.err != nil {
		t.Fatalf("schematest: fill %s: %v", name, f.err)
	}
	db := openClone(t, srv, f.name)
	// Otherwise renew_epoch would begin a new epoch, without the changes that fill made.
	if _, err := db.Pool.Exec(t.Context(), "UPDATE cluster_mark SET database = d.oid FROM pg_database d "+
		"WHERE d.datname = current_database()"); err != nil {
		t.Fatalf("schematest: mark the clone of %s: %v", name, err)
	}
	return db
}

// fill clones the migrated template, and fills the clone. The private server ends with the process, and the clone with
// it; on a given server, a later process drops the clone (see sweep).
func (s *server) fill(fill func(context.Context, *pgxpool.Pool) error) (name string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()
	name = cloneName()
	if err := s.create(ctx, name, s.template); err != nil {
		return "", err
	}
	pool, err := s.pool(ctx, name)
	if err == nil {
		err = fill(ctx, pool)
		pool.Close()
	}
	if err != nil {
		_, gone := s.admin.Exec(ctx, "DROP DATABASE "+name)
		return "", errors.Join(err, gone)
	}
	return name, nil
}
