-- What reads whole tables after 0034 and 0037 altered them. Those migrations lock readers and writers out until they end.
-- Here readers go on, but for a moment at the end. Writers wait while the indexes are built.

ALTER TABLE basket VALIDATE CONSTRAINT basket_status_known;
ALTER TABLE outbox VALIDATE CONSTRAINT outbox_channel_known;

UPDATE outbox SET urgent = kind IN ('reset-password', 'login-code', 'phone-code'),
  channel = CASE WHEN kind = 'push' THEN 'push' WHEN kind = 'phone-code' OR data ->> 'method' = 'sms' THEN 'sms' ELSE 'mail' END
WHERE done_at IS NULL;

-- The closed baskets, for their deletion.
CREATE INDEX basket_closed ON basket (tenant_id, id) WHERE status = 'closed';

-- The due messages of a tenant, channel and class; and the tenants that have any.
CREATE INDEX outbox_ready ON outbox (tenant_id, channel, urgent, due_at) WHERE done_at IS NULL;
DROP INDEX outbox_due;
