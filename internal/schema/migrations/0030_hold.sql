-- Stock that unpaid payments reserve is limited by account, network and item.

ALTER TABLE payment
  ADD COLUMN proved boolean NOT NULL DEFAULT false,
  ADD COLUMN client inet;
COMMENT ON COLUMN payment.proved IS 'The account had a proof that the shop asks for when the payment began: it may reserve stock for hours.';
COMMENT ON COLUMN payment.client IS 'The address that began the payment, for the limits of networks.';

-- The payments of a network that reserve stock or await money. An address range of inet is a range of this index.
CREATE INDEX payment_unpaid_client ON payment (tenant_id, client) WHERE status IN ('created', 'requires_action', 'pending');
CREATE INDEX reservation_lapse ON reservation (expires_at) WHERE status = 'held';

-- A deleted payment gives its stock back: otherwise nobody could ever sell it.
CREATE FUNCTION return_deleted_stock() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  UPDATE inventory i SET reserved = i.reserved - old.quantity, capacity = i.capacity - least(i.owed, old.quantity),
    owed = i.owed - least(i.owed, old.quantity)
  WHERE i.tenant_id = old.tenant_id AND i.id = old.inventory_id;
  RETURN NULL;
END $$;
CREATE TRIGGER return_deleted_stock AFTER DELETE ON reservation FOR EACH ROW
  WHEN (old.status = 'held') EXECUTE FUNCTION return_deleted_stock();

-- A customer may name several transactions for a payment on a chain; a later one does not replace an earlier one.
ALTER TABLE crypto_payment
  ADD COLUMN named text[] NOT NULL DEFAULT '{}' CONSTRAINT crypto_payment_named_few CHECK (cardinality(named) <= 8);
UPDATE crypto_payment SET named = ARRAY[tx_hash] WHERE tx_hash IS NOT NULL;
COMMENT ON COLUMN crypto_payment.named IS 'Transactions that the customer named, in this order. Each is looked for.';
COMMENT ON COLUMN crypto_payment.tx_hash IS 'The transaction that counts once crypto_claim has it; before, the one named last.';
