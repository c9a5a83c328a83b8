-- Declared edges: caches in front of the gateways, with purges of their own. Each reads the announcements from its cursor
-- on, so the queue of tags that they were meant to share goes.

DROP TABLE purge_queue;

-- A purge that has fallen behind uses these in place of tags: the tags of the kinds that a change touched, which every
-- answer about such a kind carries.
ALTER TABLE change_signal ADD COLUMN kinds text[] NOT NULL DEFAULT '{}';

-- There is no foreign key: what an edge holds of a deleted tenant is still to be purged.
CREATE TABLE edge (
  id         text PRIMARY KEY DEFAULT object_id() CONSTRAINT edge_id_valid CHECK (is_object_id(id)),
  tenant_id  text NOT NULL,
  name       text NOT NULL CONSTRAINT edge_name_valid CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  kind       text NOT NULL CONSTRAINT edge_kind_short CHECK (length(kind) <= 32),
  by_host    boolean NOT NULL,                                    -- its keys contain the host name; else the path
  settings   jsonb NOT NULL CONSTRAINT edge_settings_short CHECK (length(settings::text) <= 8192),
  epoch      uuid,                                                -- NULL: everything is to be purged first
  n          bigint NOT NULL DEFAULT 0,                           -- announcements up to here were purged once
  settled    bigint NOT NULL DEFAULT 0,                           -- and up to here once more, after the longest transfer
  attempts   int NOT NULL DEFAULT 0,                              -- failures in a row
  next_at    timestamptz NOT NULL DEFAULT now(),
  last_at    timestamptz,                                         -- the last purge that succeeded
  last_error text CONSTRAINT edge_last_error_short CHECK (length(last_error) <= 500),
  removed_at timestamptz,                                         -- it gets no answers to keep any more
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, name)
) WITH (fillfactor = 50);
COMMENT ON TABLE edge IS 'Caches in front of the gateways that an operator has declared.';
