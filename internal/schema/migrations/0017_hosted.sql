-- Payments on a page of the bank's or the provider's own, where the card is typed that never comes to us.

ALTER TABLE payment
  ADD COLUMN flow       text NOT NULL DEFAULT '' CONSTRAINT payment_flow_known CHECK (flow IN ('', 'host', 'host_pay')),
  ADD COLUMN page_url   text NOT NULL DEFAULT '',
  ADD COLUMN page_until timestamptz,
  ADD CONSTRAINT payment_page_has_an_end CHECK (flow <> 'host_pay' OR page_until IS NOT NULL);
COMMENT ON COLUMN payment.flow IS 'Where the card is typed: with us (empty); with the bank, and we ask for the money (host); with the provider, who takes the money himself (host_pay).';
COMMENT ON COLUMN payment.page_url IS 'The provider''s page, while it can be paid on. Its token is in it.';
COMMENT ON COLUMN payment.page_until IS 'Until when the provider''s page can be paid on.';

-- A page on which money may yet be taken, or has been, is one whose money is on its way: it is asked for until nothing can come any more.
DROP TRIGGER keep_open_payment ON payment;
CREATE TRIGGER keep_open_payment BEFORE DELETE ON payment FOR EACH ROW
  WHEN (old.refunding > 0 OR old.status IN ('processing', 'unknown', 'refund_pending') OR old.flow = 'host_pay' AND old.ask_at IS NOT NULL)
  EXECUTE FUNCTION keep_open_payment();

ALTER TABLE sandbox_order ADD COLUMN storetype text NOT NULL DEFAULT '3d';
