package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/jackc/pgx/v5"

	"vitrine/bench/rig"
)

// A subject is one database with its variant of capture.
type subject struct {
	name, short  string
	prepare      string // SQL
	relay        bool   // an ingest worker reads and publishes the changes
	listen       bool   // a client listens for the NOTIFY
	alone, first bool   // one tenant only
	step         bool   // the cost beyond the previous subject is a part of capture
	judged       bool
	url          string
	conns        []*pgx.Conn // of the clients, for all rounds, like the pool of a CMS
	rates        []float64
}

const (
	noTriggers = `DO $$ DECLARE t text; BEGIN
  FOR t IN SELECT kind FROM watched LOOP
    EXECUTE format('ALTER TABLE %I DISABLE TRIGGER capture, DISABLE TRIGGER capture_truncate', t);
  END LOOP;
END $$;`
	noSeal = "ALTER TABLE change_row DISABLE TRIGGER seal;"
	// The least that triggers need for numbers in commit order: one row with the id of each changed record, and one row
	// for each transaction with its tenant's next number, taken at COMMIT. It records no columns and guarantees nothing.
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
CREATE CONSTRAINT TRIGGER number_least AFTER INSERT ON least_row INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION number_least();`
	// The same in the tables that a relay reads. The difference to capture with a relay is the cost of what capture
	// records and guarantees.
	leastRead = `
CREATE OR REPLACE FUNCTION capture_product() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO change_row
  VALUES (pg_current_xact_id(), new.tenant_id, 'product', new.id, 'U', now(), '{amount}', NULL, NULL);
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION seal() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE taken bigint; BEGIN
  UPDATE tenant_seq SET n = n + 1 WHERE tenant_id = new.tenant_id RETURNING n INTO taken;
  INSERT INTO change_tx VALUES (new.xid, new.tenant_id, taken, clock_timestamp());
  RETURN NULL;
END $$;`
	awake     = "UPDATE drain_state SET asleep = false;"
	notifying = "UPDATE drain_state SET asleep = true;"
)

func subjects() []*subject {
	return []*subject{
		{name: "without capture: its triggers disabled", prepare: noTriggers},
		{name: "the triggers, without the seal", prepare: noSeal, step: true},
		{name: "and the seal, without a relay", prepare: awake, step: true},
		{name: "and an awake relay: Vitrine under load", short: "with an awake relay", relay: true, step: true, judged: true},
		{name: "the seal, with a NOTIFY at each commit, for a relay asleep", short: "with NOTIFY", prepare: notifying,
			listen: true},
		{name: "minimal: a trigger that writes a row with the record's id", prepare: leastRow},
		{name: "minimal, and one that takes the tenant's next number", prepare: leastSeal},
		{name: "minimal in a form for the relay, and an awake relay", prepare: leastRead, relay: true},
		{name: "one tenant, without capture", prepare: noTriggers, alone: true, first: true},
		{name: "one tenant, with an awake relay", relay: true, alone: true},
	}
}

// prepare clones the place's database for each subject and sets up its variant.
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
	defer admin.Close(context.WithoutCancel(ctx)) //nolint:errcheck // no statement is running
	all := subjects()
	for i, s := range all {
		name := fmt.Sprintf("subject%d", i)
		template := pgx.Identifier{source.Path[1:]}.Sanitize()
		if _, err := admin.Exec(ctx, "CREATE DATABASE "+name+" TEMPLATE "+template); err != nil {
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
		if s.relay {
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
			ends = append(ends, func() { _ = conn.Close(context.WithoutCancel(ctx)) }) // no statement is running
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

// listen receives NOTIFY messages until stop is called.
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
				return // stop was called
			}
		}
	}()
	return func() {
		cancel()
		<-done
		_ = conn.Close(context.WithoutCancel(ctx)) // no statement is running
	}, nil
}
