-- A transfer of which a part arrived counts in the limits of its network, too: the part may be one hundredth.

DROP INDEX payment_unpaid_client;
CREATE INDEX payment_unpaid_client ON payment (tenant_id, client)
  WHERE status IN ('created', 'requires_action', 'pending', 'partially_paid');
