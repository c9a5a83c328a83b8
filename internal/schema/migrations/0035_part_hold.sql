-- A transfer of which a part arrived counts in the limits of its network, too: the part may be one hundredth.

-- DROP INDEX locks out readers, so it comes last.
CREATE INDEX payment_unpaid_parts ON payment (tenant_id, client)
  WHERE status IN ('created', 'requires_action', 'pending', 'partially_paid');
DROP INDEX payment_unpaid_client;
ALTER INDEX payment_unpaid_parts RENAME TO payment_unpaid_client;
