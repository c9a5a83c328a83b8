-- Web push: where a customer's browsers are told what he is told. The endpoint stands for the right to write there.
CREATE TABLE push_subscription (
  id         text PRIMARY KEY DEFAULT object_id() CONSTRAINT push_subscription_id_valid CHECK (is_object_id(id)),
  tenant_id  text NOT NULL,
  account_id text NOT NULL,
  session_id text NOT NULL,
  endpoint   text COLLATE "C" NOT NULL CONSTRAINT push_subscription_endpoint_form CHECK (endpoint LIKE 'https://%' AND length(endpoint) <= 1024),
  p256dh     text NOT NULL,
  auth       text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (tenant_id, id),
  CONSTRAINT push_subscription_endpoint UNIQUE (tenant_id, endpoint),
  FOREIGN KEY (tenant_id, account_id) REFERENCES account (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, session_id) REFERENCES account_session (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX push_subscription_account ON push_subscription (tenant_id, account_id, created_at);
CREATE INDEX push_subscription_session ON push_subscription (tenant_id, session_id);
COMMENT ON TABLE push_subscription IS 'A browser that is told of notifications, for as long as the session lives in which it was named.';

INSERT INTO written (kind, rights) VALUES ('push_subscription', DEFAULT);
SELECT grant_roles();
