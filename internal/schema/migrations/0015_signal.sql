-- What those outside are told of changes, once no gateway shows the old any more: the log of signals that streams and webhooks read, the queue
-- of what CDNs are to forget, and who may hear of it. None of it is content, and drafts are not in it.

-- Whoever leads counts a term up first. What it writes here it writes only while the term is its own, so a worker that lost the lead and
-- has not noticed can announce nothing.
CREATE TABLE ingest_term (
  one  boolean PRIMARY KEY DEFAULT true CONSTRAINT ingest_term_one_row CHECK (one),
  term bigint NOT NULL
);
COMMENT ON TABLE ingest_term IS 'How often a worker began to lead.';
INSERT INTO ingest_term (term) VALUES (0);

-- What gateways have applied, while they cannot say it on the bus. Unlogged: it is true for a second and a half.
CREATE UNLOGGED TABLE gateway_report (
  id   text PRIMARY KEY CONSTRAINT gateway_report_id_short CHECK (length(id) <= 64),
  seen timestamptz NOT NULL DEFAULT clock_timestamp(),
  body jsonb NOT NULL
) WITH (fillfactor = 20);
COMMENT ON TABLE gateway_report IS 'What gateways have applied, while the bus is away.';

CREATE TABLE change_signal (
  tenant_id text NOT NULL,
  seq       bigint NOT NULL,
  epoch     uuid NOT NULL,
  at        timestamptz NOT NULL,                              -- when the change was sealed
  told_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  tags      text[] NOT NULL,                                   -- opaque: those of answers outside
  PRIMARY KEY (tenant_id, seq)
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.2);
COMMENT ON TABLE change_signal IS 'Changes that readers can see, each written once every gateway had applied it.';
CREATE INDEX change_signal_told ON change_signal (told_at);

CREATE TABLE signal_cursor (
  tenant_id text PRIMARY KEY,
  epoch     uuid NOT NULL,
  n         bigint NOT NULL,             -- the last change that was looked at, told or not
  kept      bigint NOT NULL              -- signals after this one are all in change_signal
) WITH (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
COMMENT ON TABLE signal_cursor IS 'Up to where each tenant''s changes were signalled.';
-- What was committed before there were signals is told to nobody.
INSERT INTO signal_cursor (tenant_id, epoch, n, kept) SELECT tenant_id, epoch, n, n FROM tenant_seq;

-- An adapter takes a row's tag and seq, purges, and deletes the row if its seq is still that one. Beyond a few thousand a shop they become one.
-- No foreign key: what CDNs hold of a shop that is gone is to be forgotten too.
CREATE TABLE purge_queue (
  tenant_id text NOT NULL,
  tag       text NOT NULL,
  seq       bigint NOT NULL,             -- the newest change that touched it
  since     timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, tag)
) WITH (fillfactor = 50);
COMMENT ON TABLE purge_queue IS 'Tags that CDNs are to forget.';

-- With the key a shop's changes may be heard: they tell how busy it is. Without one there is nothing to hear, and its webhooks rest.
CREATE TABLE stream_key (
  tenant_id text PRIMARY KEY REFERENCES tenant (id) ON DELETE CASCADE,
  hash      bytea NOT NULL CONSTRAINT stream_key_hashed CHECK (length(hash) = 32),
  made_at   timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE stream_key IS 'SHA-256 of the key with which a shop''s changes may be heard.';

CREATE TABLE webhook (
  id         text PRIMARY KEY DEFAULT object_id() CONSTRAINT webhook_id_valid CHECK (is_object_id(id)),
  tenant_id  text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  url        text NOT NULL CONSTRAINT webhook_url_http CHECK (url ~ '^https?://' AND length(url) <= 2000),
  secret     bytea NOT NULL CONSTRAINT webhook_secret_long CHECK (length(secret) >= 24),   -- what signs: it has to be known, so it is kept as it is
  n          bigint NOT NULL,                                     -- up to where changes were delivered
  sending    bigint,                                              -- up to where the delivery under way reaches: a repeated one says the same
  attempts   int NOT NULL DEFAULT 0,                              -- of that delivery, so far
  next_at    timestamptz NOT NULL DEFAULT now(),
  stopped    boolean NOT NULL DEFAULT false,                      -- it failed for too long: vitrine webhook replay begins again
  last_at    timestamptz,
  last_error text CONSTRAINT webhook_last_error_short CHECK (length(last_error) <= 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, url)
);
COMMENT ON TABLE webhook IS 'Where a shop''s changes are posted.';

CREATE OR REPLACE FUNCTION grant_roles() RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  role    text;
  own     record;
  content text := (SELECT string_agg(format('%I', kind), ', ') FROM watched);
  edited  text := (SELECT string_agg(format('%I', kind), ', ') FROM watched WHERE kind NOT IN ('tenant', 'tenant_host'));
BEGIN
  FOREACH role IN ARRAY ARRAY['vitrine_editor', 'vitrine_gateway', 'vitrine_writer'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', role);
      EXCEPTION
        WHEN duplicate_object OR unique_violation THEN
          NULL;  -- roles belong to the cluster: another database made it this moment
        WHEN insufficient_privilege THEN
          RAISE NOTICE 'may not create the role %: have it created, then SELECT grant_roles()', role;
          CONTINUE;
      END;
    END IF;
    EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', role);
    EXECUTE format('GRANT SELECT ON %s TO %I', content, role);
  END LOOP;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'vitrine_editor') THEN
    EXECUTE format('GRANT INSERT, UPDATE, DELETE ON %s TO vitrine_editor', edited);
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'vitrine_gateway') THEN
    GRANT SELECT ON tenant_seq, change_row, change_tx, search_cursor, change_signal, signal_cursor, stream_key TO vitrine_gateway;
    GRANT SELECT, INSERT, UPDATE, DELETE ON gateway_report TO vitrine_gateway;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'vitrine_writer') THEN
    FOR own IN SELECT kind, rights FROM written LOOP
      EXECUTE format('GRANT %s ON %I TO vitrine_writer', own.rights, own.kind);
    END LOOP;
    GRANT EXECUTE ON FUNCTION project_inventory(text) TO vitrine_writer;
  END IF;
END $$;

SELECT grant_roles();
