-- What reads all of the outbox after 0037 altered it. 0037 locks readers and writers out until it ends. Here readers go on,
-- and writers wait. The lock comes first: a stronger lock later would wait for writers that wait for this transaction.

LOCK TABLE outbox IN SHARE ROW EXCLUSIVE MODE;
ALTER TABLE outbox VALIDATE CONSTRAINT outbox_channel_known;

UPDATE outbox SET urgent = kind IN ('reset-password', 'login-code', 'phone-code'),
  channel = CASE WHEN kind = 'push' THEN 'push' WHEN kind = 'phone-code' OR data ->> 'method' = 'sms' THEN 'sms' ELSE 'mail' END
WHERE done_at IS NULL;

-- The due messages of a tenant, channel and class; and the tenants that have any.
CREATE INDEX outbox_ready ON outbox (tenant_id, channel, urgent, due_at) WHERE done_at IS NULL;
