-- Each tenant's due payments, refunds and statement lines are found without those of the others.

CREATE INDEX payment_tenant_expiry ON payment (tenant_id, expires_at)
  WHERE status IN ('created', 'requires_action', 'pending', 'partially_paid');
CREATE INDEX payment_tenant_ask ON payment (tenant_id, ask_at) WHERE ask_at IS NOT NULL;
CREATE INDEX refund_tenant_due ON refund (tenant_id, due_at) WHERE status IN ('wanted', 'sent');
CREATE INDEX statement_line_tenant_new ON statement_line (tenant_id, created_at) WHERE outcome = '';
DROP INDEX statement_line_new;
