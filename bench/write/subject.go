package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/jackc/pgx/v5"

	"vitrine/bench/rig"
)

// A subject is one database, and what is switched on in it.
type subject struct {
	name, short  string
	prepare      string // SQL
	drain        bool   // a drain reads and publishes what is written
	listen       bool   // somebody listens for the doorbell
	alone, first bool   // one shop only
	step         bool   // what it costs more than the one before is a part of capture
	judged       bool
	url          string
	conns        []*pgx.Conn // the clients', which write round after round, as those of a CMS's pool
	rates        []float64
}

const (
	noTriggers = `DO $$ DECLARE t text; BEGIN
  FOR t IN SELECT kind FROM watched LOOP
    EXECUTE format('ALTER TABLE %I DISABLE TRIGGER capture, DISABLE TRIGGER capture_truncate', t);
  END LOOP;
END $$;`
	noSeal = "ALTER TABLE change_row DISABLE TRIGGER seal;"
	// The least that numbers in commit order can cost by triggers: of each record that changed one row that names it, and of each transaction one that has its tenant's
	// next number, taken at COMMIT. Nothing is said of what changed, and nothing is made sure of.
	leastRow = noTriggers + `
CREATE TABLE least_row (xid xid8, tenant_id text, id text);
CREATE TABLE least_tx (xid xid8, tenant_id text, seq bigint);
CREATE FUNCTION note_least() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO least_row VALUES (pg_current_xact_id(), new.tenant_id, new.id);
  RETURN NULL;
END $$;
CREATE TRIGGER note_least AFTER UPDATE ON product FOR EACH ROW EXECUTE FUNCTION note_least();`
	leastSeal = leastRow + `
CREATE FUNCTION number_least() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  WITH taken AS (UPDATE tenant_seq SET n = n + 1 WHERE tenant_id = new.tenant_id RETURNING n)
  INSERT INTO least_tx SELECT new.xid, new.tenant_id, taken.n FROM taken;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER number_least AFTER INSERT ON least_row INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION number_least();`
	// The same, but it says so little in the tables that a drain reads. What is lost to "and the drain awake" is what capture says of a change and makes sure of.
	leastRead = `
CREATE OR REPLACE FUNCTION capture_product() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO change_row VALUES (pg_current_xact_id(), new.tenant_id, 'product', new.id, 'U', now(), '{amount}', NULL, NULL);
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION seal() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE taken bigint; BEGIN
  UPDATE tenant_seq SET n = n + 1 WHERE tenant_id = new.tenant_id RETURNING n INTO taken;
  INSERT INTO change_tx VALUES (new.xid, new.tenant_id, taken, clock_timestamp());
  RETURN NULL;
END $$;`
	awake   = "UPDATE drain_state SET asleep = false;"
	ringing = "UPDATE drain_state SET asleep = true;"
)

func subjects() []*subject {
	return []*subject{
		{name: "without capture: its triggers disabled", prepare: noTriggers},
		{name: "the triggers, without the seal", prepare: noSeal, step: true},
		{name: "and the seal, without a drain", prepare: awake, step: true},
		{name: "and the drain awake: Vitrine under load", short: "the drain awake", drain: true, step: true, judged: true},
		{name: "the seal, every commit ringing as for a drain asleep", short: "every commit ringing", prepare: ringing, listen: true},
		{name: "the least: a trigger that writes a row with the record's id", prepare: leastRow},
		{name: "the least, and one that takes the shop's next number", prepare: leastSeal},
		{name: "the least that a drain can read, and the drain awake", prepare: leastRead, drain: true},
		{name: "one shop, without capture", prepare: noTriggers, alone: true, first: true},
		{name: "one shop, with the drain awake", drain: true, alone: true},
	}
}

// prepare clones the place's database for each subject and switches on what it has.
func prepare(ctx context.Context, place *rig.Place, binary string, clients int) (_ []*subject, end func(), err error) {
	var ends []func()
	end = func() {
		for i := len(ends) - 1; i >= 0; i-- {
			ends[i]()
		}
	}
	defer func() {
		if err != nil {
			end()
		}
	}()
	source, err := url.Parse(place.URL)
	if err != nil {
		return nil, end, fmt.Errorf("read the database's URL: %w", err)
	}
	other := *source
	other.Path = "/postgres"
	admin, err := pgx.Connect(ctx, other.String())
	if err != nil {
		return nil, end, fmt.Errorf("connect: %w", err)
	}
	defer admin.Close(context.WithoutCancel(ctx)) //nolint:errcheck // nothing is under way
	all := subjects()
	for i, s := range all {
		name := fmt.Sprintf("subject%d", i)
		if _, err := admin.Exec(ctx, "CREATE DATABASE "+name+" TEMPLATE "+pgx.Identifier{source.Path[1:]}.Sanitize()); err != nil {
			return nil, end, fmt.Errorf("clone the database: %w", err)
		}
		u := *source
		u.Path = "/" + name
		s.url = u.String()
		conn, err := pgx.Connect(ctx, s.url)
		if err != nil {
			return nil, end, fmt.Errorf("connect: %w", err)
		}
		if _, err := conn.Exec(ctx, s.prepare+"SELECT renew_epoch()"); err != nil {
			return nil, end, errors.Join(fmt.Errorf("prepare %q: %w", s.name, err), conn.Close(ctx))
		}
		if !s.listen {
			if err := conn.Close(ctx); err != nil {
				return nil, end, fmt.Errorf("disconnect: %w", err)
			}
		} else {
			stop, err := listen(ctx, conn)
			if err != nil {
				return nil, end, err
			}
			ends = append(ends, stop)
		}
		if s.drain {
			worker, err := startWorker(ctx, place, binary, name, s.url)
			if err != nil {
				return nil, end, err
			}
			ends = append(ends, worker.Stop)
		}
		for range clients {
			conn, err := pgx.Connect(ctx, s.url)
			if err != nil {
				return nil, end, fmt.Errorf("connect: %w", err)
			}
			ends = append(ends, func() { _ = conn.Close(context.WithoutCancel(ctx)) }) // nothing is under way
			s.conns = append(s.conns, conn)
		}
	}
	return all, end, nil
}

// startWorker starts an ingest worker over one database, with a bus of its own.
func startWorker(ctx context.Context, place *rig.Place, binary, name, url string) (*rig.Process, error) {
	bus, err := place.StartBusNamed(ctx, "nats-"+name)
	if err != nil {
		return nil, err
	}
	worker, err := place.Vitrine(name, binary, "ingest", bus.URL, "VITRINE_DATABASE_URL="+url)
	if err != nil {
		return nil, err
	}
	if err := worker.Start(ctx); err != nil {
		return nil, err
	}
	return worker, worker.Printed(ctx, "ready")
}

// listen hears the doorbell until it is told to stop.
func listen(ctx context.Context, conn *pgx.Conn) (stop func(), err error) {
	if _, err := conn.Exec(ctx, "LISTEN vitrine"); err != nil {
		return nil, errors.Join(fmt.Errorf("listen: %w", err), conn.Close(ctx))
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			if _, err := conn.WaitForNotification(ctx); err != nil {
				return // told to stop
			}
		}
	}()
	return func() {
		cancel()
		<-done
		_ = conn.Close(context.WithoutCancel(ctx)) // nothing is under way
	}, nil
}
