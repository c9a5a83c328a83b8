-- A payment whose money is on its way, in or out, is not deleted, nor is its customer or his shop: nobody would give the money back.

CREATE FUNCTION keep_open_payment() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'payment % is %: its money is on its way', old.id, old.status
    USING ERRCODE = 'foreign_key_violation', HINT = 'Wait until it is settled: vitrine payment show.';
END $$;
CREATE TRIGGER keep_open_payment BEFORE DELETE ON payment FOR EACH ROW
  WHEN (old.refunding > 0 OR old.status IN ('processing', 'unknown', 'refund_pending')) EXECUTE FUNCTION keep_open_payment();
