-- Messages leave by channels that do not wait for each other. In each, urgent ones are first, and tenants take turns.
-- ALTER TABLE locks out readers and writers until this migration ends, so 0046 does what reads the table.

ALTER TABLE outbox
  ADD COLUMN channel text NOT NULL DEFAULT 'mail',
  ADD COLUMN urgent boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT outbox_channel_known CHECK (channel IN ('mail', 'sms', 'push')) NOT VALID;
COMMENT ON COLUMN outbox.channel IS 'By which the message leaves, as far as it is known.';
COMMENT ON COLUMN outbox.urgent IS 'A customer waits for it: a code, or a link that sets a password.';
