-- Payments on EVM chains. Sums are in a coin's smallest unit, up to 256 bits.

ALTER TABLE payment DROP CONSTRAINT payment_method_known, DROP CONSTRAINT payment_status_known,
  ADD CONSTRAINT payment_method_known CHECK (method IN ('card', 'transfer', 'crypto')),
  ADD CONSTRAINT payment_status_known CHECK (status IN ('created', 'requires_action', 'processing', 'unknown', 'succeeded',
    'failed', 'expired', 'cancelled', 'refund_pending', 'partially_refunded', 'refunded', 'voided', 'pending', 'partially_paid', 'review',
    'confirming', 'underpaid', 'overpaid'));
DROP INDEX payment_one_live;
CREATE UNIQUE INDEX payment_one_live ON payment (tenant_id, basket_id)
  WHERE status IN ('created', 'requires_action', 'processing', 'unknown', 'pending', 'partially_paid', 'confirming', 'succeeded', 'partially_refunded');

CREATE TABLE crypto_payment (
  id           text PRIMARY KEY DEFAULT object_id() CONSTRAINT crypto_payment_id_valid CHECK (is_object_id(id)),
  tenant_id    text NOT NULL,
  payment_id   text NOT NULL,
  chain_id     bigint NOT NULL CONSTRAINT crypto_payment_chain_positive CHECK (chain_id > 0),
  address      text COLLATE "C" NOT NULL CONSTRAINT crypto_payment_address_form CHECK (address ~ '^0x[0-9a-f]{40}$'),
  asset        text NOT NULL,
  token        text COLLATE "C" NOT NULL CONSTRAINT crypto_payment_token_form CHECK (token ~ '^(0x[0-9a-f]{40})?$'),
  decimals     int NOT NULL,
  due          numeric(78, 0) NOT NULL CONSTRAINT crypto_payment_due_positive CHECK (due > 0),
  rate         text NOT NULL,
  rate_source  text NOT NULL,
  depth        bigint NOT NULL CONSTRAINT crypto_payment_depth_positive CHECK (depth > 0),
  two          boolean NOT NULL DEFAULT false,
  alone        boolean NOT NULL DEFAULT true,
  tx_hash      text COLLATE "C" CONSTRAINT crypto_payment_tx_form CHECK (tx_hash ~ '^0x[0-9a-f]{64}$'),
  block_number bigint,
  block_hash   text,
  confirmed    bigint NOT NULL DEFAULT 0,
  received     numeric(78, 0) NOT NULL DEFAULT 0,
  UNIQUE (tenant_id, payment_id),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payment (tenant_id, id) ON DELETE CASCADE
);
-- Whoever pays is known by his sum: a transaction is public, and anybody could name a stranger's.
CREATE UNIQUE INDEX crypto_payment_sum ON crypto_payment (chain_id, token, address, due) WHERE alone;
COMMENT ON TABLE crypto_payment IS 'What a payment on a chain waits for, and what was seen of it.';
COMMENT ON COLUMN crypto_payment.alone IS 'No other payment may wait for this sum; ends a week after the payment did.';
COMMENT ON COLUMN crypto_payment.two IS 'The sum is so large that two nodes must say the same.';
COMMENT ON COLUMN crypto_payment.tx_hash IS 'The transaction that the customer named. It counts once crypto_claim has it.';

CREATE TABLE crypto_claim (
  id         text PRIMARY KEY DEFAULT object_id() CONSTRAINT crypto_claim_id_valid CHECK (is_object_id(id)),
  tenant_id  text NOT NULL,
  payment_id text NOT NULL,
  chain_id   bigint NOT NULL,
  tx_hash    text COLLATE "C" NOT NULL,
  log_index  int NOT NULL,
  amount     numeric(78, 0) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT crypto_claim_once UNIQUE (chain_id, tx_hash, log_index),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payment (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX crypto_claim_payment ON crypto_claim (tenant_id, payment_id);
COMMENT ON TABLE crypto_claim IS 'Which payment a transfer on a chain was for. Each counts once, in whatever shop.';

DROP TRIGGER keep_open_payment ON payment;
CREATE TRIGGER keep_open_payment BEFORE DELETE ON payment FOR EACH ROW
  WHEN (old.refunding > 0 OR old.status IN ('processing', 'unknown', 'refund_pending', 'confirming')) EXECUTE FUNCTION keep_open_payment();

INSERT INTO written (kind, rights) VALUES ('crypto_payment', DEFAULT), ('crypto_claim', DEFAULT);
SELECT grant_roles();
