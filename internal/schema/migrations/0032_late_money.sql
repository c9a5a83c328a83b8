-- The bank, or the chain, is asked later about some payments that ended: money may arrive for them. They are not deleted
-- before. Nor are payments on a chain that are being confirmed.

DROP TRIGGER keep_open_payment ON payment;
CREATE TRIGGER keep_open_payment BEFORE DELETE ON payment FOR EACH ROW
  WHEN (old.refunding > 0 OR old.status IN ('processing', 'unknown', 'refund_pending', 'confirming')
    OR old.flow = 'host_pay' AND old.ask_at IS NOT NULL
    OR old.status IN ('pending', 'failed', 'expired', 'cancelled') AND old.ask_at IS NOT NULL)
  EXECUTE FUNCTION keep_open_payment();
