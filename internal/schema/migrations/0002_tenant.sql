-- Tenants: whose content it is.

CREATE TABLE tenant (
  id           text PRIMARY KEY CONSTRAINT tenant_id_valid CHECK (id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  tenant_id    text NOT NULL GENERATED ALWAYS AS (id) STORED,  -- itself, so that what treats tables alike treats this one so too
  name         text NOT NULL CONSTRAINT tenant_name_valid CHECK (is_name(name)),
  status       text NOT NULL DEFAULT 'ACTIVE' CONSTRAINT tenant_status_known CHECK (status IN ('ACTIVE', 'DISABLED')),
  language     text NOT NULL DEFAULT 'en',
  currency     char(3) NOT NULL DEFAULT 'USD' CONSTRAINT tenant_currency_iso CHECK (currency ~ '^[A-Z]{3}$'),
  stale_policy text NOT NULL DEFAULT 'serve' CONSTRAINT tenant_stale_policy_known CHECK (stale_policy IN ('serve', 'refuse')),
  settings     jsonb NOT NULL DEFAULT '{}' CONSTRAINT tenant_settings_object CHECK (jsonb_typeof(settings) = 'object'),
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE tenant IS 'A customer of the platform: one shop or site. Its id is what clients send as x-service-client.';
COMMENT ON COLUMN tenant.stale_policy IS 'With the database away: serve what is cached and say so, or refuse with 503.';

CREATE TABLE tenant_host (
  id         text PRIMARY KEY DEFAULT object_id() CONSTRAINT tenant_host_id_valid CHECK (is_object_id(id)),
  tenant_id  text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  host       text NOT NULL CONSTRAINT tenant_host_host_key UNIQUE
             CONSTRAINT tenant_host_host_valid CHECK (host ~ '^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$' AND host !~ '\.\.'),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id)
);
COMMENT ON TABLE tenant_host IS 'A host name of a tenant''s own, in lower case and without port, under which the API answers for that tenant alone.';
