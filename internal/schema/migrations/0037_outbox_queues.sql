-- Messages leave by channels that do not wait for each other. In each, urgent ones are first, and tenants take turns.

ALTER TABLE outbox
  ADD COLUMN channel text NOT NULL DEFAULT 'mail' CONSTRAINT outbox_channel_known CHECK (channel IN ('mail', 'sms', 'push')),
  ADD COLUMN urgent boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN outbox.channel IS 'By which the message leaves, as far as it is known.';
COMMENT ON COLUMN outbox.urgent IS 'A customer waits for it: a code, or a link that sets a password.';
UPDATE outbox SET urgent = kind IN ('reset-password', 'login-code', 'phone-code'),
  channel = CASE WHEN kind = 'push' THEN 'push' WHEN kind = 'phone-code' OR data ->> 'method' = 'sms' THEN 'sms' ELSE 'mail' END
WHERE done_at IS NULL;

-- The due messages of a tenant, channel and class; and the tenants that have any.
CREATE INDEX outbox_ready ON outbox (tenant_id, channel, urgent, due_at) WHERE done_at IS NULL;
DROP INDEX outbox_due;
