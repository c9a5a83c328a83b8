-- A transfer of which a part arrived counts in the limits of its network, too: the part may be one hundredth. 0049 gives
-- the index the name of the old one.

CREATE INDEX payment_unpaid_parts ON payment (tenant_id, client)
  WHERE status IN ('created', 'requires_action', 'pending', 'partially_paid');
