-- Private keys that sign tickets and access tokens are random, and stored encrypted by the service's secret. A row
-- without wrapped is of an older version, which derived the private key from the secret.
ALTER TABLE token_key ADD wrapped bytea CONSTRAINT token_key_wrapped_size CHECK (length(wrapped) BETWEEN 38 AND 101);
COMMENT ON TABLE token_key IS 'Keys of access tokens. The newest one whose time has come signs. A replaced one is trusted until its tokens have expired.';
COMMENT ON COLUMN token_key.wrapped IS 'The private key, encrypted. Null: derived from the secret by an older version.';

ALTER TABLE ticket_key
  ADD wrapped    bytea CONSTRAINT ticket_key_wrapped_size CHECK (length(wrapped) BETWEEN 38 AND 101),
  ADD retired_at timestamptz;
COMMENT ON TABLE ticket_key IS 'Keys of a shop''s tickets. The newest one signs. Public keys stay for as long as there are tickets.';
COMMENT ON COLUMN ticket_key.wrapped IS 'The private key, encrypted. Null: derived from the secret by an older version.';
COMMENT ON COLUMN ticket_key.retired_at IS 'From this moment on the key signs nothing. Its public key still verifies tickets.';

CREATE TABLE service_key (
  name       text PRIMARY KEY,
  wrapped    bytea NOT NULL CONSTRAINT service_key_wrapped_size CHECK (length(wrapped) BETWEEN 38 AND 101),
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE service_key IS 'Keys of the whole service, encrypted. They outlive the secrets that encrypt them.';

-- Two gates may choose the same nonce.
ALTER TABLE ticket_scan
  DROP CONSTRAINT ticket_scan_tenant_id_ticket_id_nonce_key,
  ADD CONSTRAINT ticket_scan_nonce UNIQUE (tenant_id, ticket_id, gate, nonce);
COMMENT ON TABLE ticket_scan IS 'The answers to gates. A scan that a gate repeats with the same nonce gets the same answer.';

ALTER TABLE gate_key ADD revoked_at timestamptz;
COMMENT ON COLUMN gate_key.revoked_at IS 'From this moment on the key opens nothing.';

-- Pages of the list of revoked tickets.
CREATE INDEX ticket_revoked ON ticket (tenant_id, revoked_at, id) WHERE revoked_at IS NOT NULL;

INSERT INTO written (kind, rights) VALUES ('service_key', 'SELECT, INSERT');
SELECT grant_roles();
