-- What the write service keeps: accounts, their sessions, codes and identities, limits, the audit log, and what is to be sent.
-- None of it is content: nothing here is captured, no gateway and no editor may read it.

-- The tables of the write service, and what its role may do with them. A migration that adds one names it here and calls grant_roles().
CREATE TABLE written (
  kind   text PRIMARY KEY,
  rights text NOT NULL DEFAULT 'SELECT, INSERT, UPDATE, DELETE'
         CONSTRAINT written_rights_known CHECK (rights IN ('SELECT', 'SELECT, INSERT', 'SELECT, INSERT, DELETE', 'SELECT, INSERT, UPDATE, DELETE'))
);
COMMENT ON TABLE written IS 'Tables of the write service, and what its role vitrine_writer may do with each.';

-- What a shop says of auth, mail and providers. Written by operators (vitrine tenant), read by the write service alone: tenant.settings
-- is content, which gateways and editors read.
CREATE TABLE tenant_auth (
  tenant_id  text PRIMARY KEY REFERENCES tenant (id) ON DELETE CASCADE,
  settings   jsonb NOT NULL DEFAULT '{}' CONSTRAINT tenant_auth_settings_object CHECK (jsonb_typeof(settings) = 'object'),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE tenant_auth IS 'A shop''s settings of sign-up, sign-in and mail.';

CREATE TABLE account (
  id                text PRIMARY KEY DEFAULT object_id() CONSTRAINT account_id_valid CHECK (is_object_id(id)),
  tenant_id         text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  -- In its one form, which the write service makes (NFKC, lower case, IDNA): the database compares bytes and folds nothing.
  email             text COLLATE "C" NOT NULL CONSTRAINT account_email_valid CHECK (length(email) BETWEEN 3 AND 254 AND email LIKE '_%@%_'),
  email_verified_at timestamptz,
  password          text CONSTRAINT account_password_hashed CHECK (password LIKE '$argon2id$%'),
  password_set_at   timestamptz,
  first_name        text NOT NULL,
  last_name         text NOT NULL,
  phones            jsonb NOT NULL DEFAULT '[]' CONSTRAINT account_phones_array CHECK (jsonb_typeof(phones) = 'array'),
  phone             text COLLATE "C" CONSTRAINT account_phone_e164 CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'),
  phone_verified_at timestamptz,
  type              text NOT NULL DEFAULT 'B2C' CONSTRAINT account_type_known CHECK (type IN ('B2C', 'B2B')),
  company           jsonb CONSTRAINT account_company_object CHECK (jsonb_typeof(company) = 'object'),
  status            text NOT NULL DEFAULT 'ACTIVE' CONSTRAINT account_status_known CHECK (status IN ('ACTIVE', 'PENDING', 'LOCKED')),
  language          text,
  created_at        timestamptz NOT NULL DEFAULT now(),
  updated_at        timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id),
  CONSTRAINT account_email_key UNIQUE (tenant_id, email),
  CONSTRAINT account_company_of_business CHECK ((type = 'B2B') = (company IS NOT NULL))
);
COMMENT ON TABLE account IS 'A customer of a shop. The same person in two shops is two accounts.';
COMMENT ON COLUMN account.password IS 'A PHC string. Null where there is none: the account is entered by a code or a provider.';

-- A session is a family of refresh tokens. No token is kept: one is made of id, counter, and a MAC under the salt and the service's secret.
CREATE TABLE account_session (
  id           text PRIMARY KEY DEFAULT object_id() CONSTRAINT account_session_id_valid CHECK (is_object_id(id)),
  tenant_id    text NOT NULL,
  account_id   text NOT NULL,
  counter      bigint NOT NULL DEFAULT 1 CONSTRAINT account_session_counter_positive CHECK (counter > 0),
  salt         bytea NOT NULL CONSTRAINT account_session_salt_long CHECK (length(salt) >= 16),
  method       text NOT NULL CONSTRAINT account_session_method_known CHECK (method IN ('signup', 'password', 'otp', 'social')),
  address      text NOT NULL DEFAULT '',
  user_agent   text NOT NULL DEFAULT '',
  created_at   timestamptz NOT NULL,
  refreshed_at timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  revoked_at   timestamptz,
  revoked_for  text,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES account (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX account_session_account ON account_session (tenant_id, account_id, created_at);
CREATE INDEX account_session_end ON account_session (expires_at);
COMMENT ON TABLE account_session IS 'A family of refresh tokens, from a sign-in to its end.';

-- The one live code or link of an account and purpose: a new one takes the place of the old.
CREATE TABLE account_code (
  id         text PRIMARY KEY DEFAULT object_id() CONSTRAINT account_code_id_valid CHECK (is_object_id(id)),
  tenant_id  text NOT NULL,
  account_id text NOT NULL,
  purpose    text NOT NULL CONSTRAINT account_code_purpose_known CHECK (purpose IN ('login', 'phone', 'verify-email', 'reset-password')),
  channel    text NOT NULL CONSTRAINT account_code_channel_known CHECK (channel IN ('email', 'sms')),
  target     text COLLATE "C" NOT NULL,
  hash       bytea NOT NULL CONSTRAINT account_code_hash_whole CHECK (length(hash) = 32),
  attempts   int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at    timestamptz,
  CONSTRAINT account_code_one_a_purpose UNIQUE (tenant_id, account_id, purpose),
  FOREIGN KEY (tenant_id, account_id) REFERENCES account (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX account_code_hash ON account_code (tenant_id, hash);
COMMENT ON TABLE account_code IS 'The one live code or link of an account for a purpose; only its keyed hash.';
COMMENT ON COLUMN account_code.target IS 'The address or number it was sent to: it proves that one and no other.';

CREATE TABLE account_identity (
  id         text PRIMARY KEY DEFAULT object_id() CONSTRAINT account_identity_id_valid CHECK (is_object_id(id)),
  tenant_id  text NOT NULL,
  account_id text NOT NULL,
  provider   text NOT NULL,
  issuer     text COLLATE "C" NOT NULL,
  subject    text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT account_identity_subject_key UNIQUE (tenant_id, issuer, subject),
  FOREIGN KEY (tenant_id, account_id) REFERENCES account (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX account_identity_account ON account_identity (tenant_id, account_id);
COMMENT ON TABLE account_identity IS 'Who an account is to an identity provider.';

-- What may be used once and is known by its hash: nonces of identity tokens.
CREATE TABLE spent (
  key        bytea PRIMARY KEY,
  tenant_id  text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX spent_end ON spent (expires_at);
COMMENT ON TABLE spent IS 'What was used and may not be used again, by its hash.';

-- One row a limit and whom it counts (GCRA): the instant at which all that was taken will have been paid back.
CREATE TABLE rate (
  key       bytea PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  tat       timestamptz NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX rate_tat ON rate (tat);
COMMENT ON TABLE rate IS 'Rate limits: the theoretical arrival time of each key.';

CREATE TABLE account_audit (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id  text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  account_id text,
  event      text NOT NULL,
  address    text NOT NULL DEFAULT '',
  user_agent text NOT NULL DEFAULT '',
  detail     jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX account_audit_account ON account_audit (tenant_id, account_id, at);
CREATE INDEX account_audit_at ON account_audit (at);
COMMENT ON TABLE account_audit IS 'Security events, kept for operators. The write service may add and prune, and change nothing.';

-- Key pairs that sign access tokens. The private key is not here: it is made of the service's secret and the kid.
CREATE TABLE token_key (
  kid         text PRIMARY KEY,
  public      bytea NOT NULL CONSTRAINT token_key_public_whole CHECK (length(public) = 32),
  created_at  timestamptz NOT NULL,
  signs_from  timestamptz NOT NULL,
  trusted_until timestamptz
);
COMMENT ON TABLE token_key IS 'Public keys of access tokens: the newest whose time has come signs; one that was replaced is trusted until its tokens are gone.';

-- What is to be sent: written in the transaction it belongs to, delivered at least once. No secret is in it; codes are made when it is sent.
CREATE TABLE outbox (
  id         text PRIMARY KEY DEFAULT object_id() CONSTRAINT outbox_id_valid CHECK (is_object_id(id)),
  tenant_id  text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  kind       text NOT NULL,
  data       jsonb NOT NULL DEFAULT '{}' CONSTRAINT outbox_data_object CHECK (jsonb_typeof(data) = 'object'),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  due_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  attempts   int NOT NULL DEFAULT 0,
  done_at    timestamptz,
  outcome    text
);
CREATE INDEX outbox_due ON outbox (due_at) WHERE done_at IS NULL;
CREATE INDEX outbox_done ON outbox (done_at) WHERE done_at IS NOT NULL;
COMMENT ON TABLE outbox IS 'Messages to be sent, at least once.';

INSERT INTO written (kind, rights) VALUES
  ('tenant_auth', 'SELECT'), ('account', DEFAULT), ('account_session', DEFAULT), ('account_code', DEFAULT), ('account_identity', DEFAULT),
  ('spent', 'SELECT, INSERT, DELETE'), ('rate', DEFAULT), ('account_audit', 'SELECT, INSERT, DELETE'), ('token_key', DEFAULT), ('outbox', DEFAULT);

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
    GRANT SELECT ON tenant_seq, change_row, change_tx, search_cursor TO vitrine_gateway;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'vitrine_writer') THEN
    FOR own IN SELECT kind, rights FROM written LOOP
      EXECUTE format('GRANT %s ON %I TO vitrine_writer', own.rights, own.kind);
    END LOOP;
  END IF;
END $$;

SELECT grant_roles();
