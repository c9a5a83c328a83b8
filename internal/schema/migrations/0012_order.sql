-- What is sold: stock, baskets, payments, orders, tickets, and what customers are told. As 0011: none of it is content, nothing is captured.
-- Money is counted in hundredths of the currency's unit, in bigint: nothing rounds.

-- ----------------------------------------------------------------------------------------------------------------------------- stock
--
-- Stock has its own rows, for a sale must not queue for the shop's change number. Content says how much is left (product.stock,
-- event.capacity_max - attendees) as of the sales that were projected onto it, so what there is to sell in all is
--
--     capacity - owed = inventory_shown.sold + left on content
--
-- whoever reserves sees to that first (adopt_stock), and so an editor's new stock counts from the next reservation on. What is promised
-- already cannot be taken away: where an editor goes below it, capacity stays at what is promised, and owed is what will go with the first
-- places that are given back.
CREATE TABLE inventory (
  id         text PRIMARY KEY DEFAULT object_id() CONSTRAINT inventory_id_valid CHECK (is_object_id(id)),
  tenant_id  text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  kind       text NOT NULL CONSTRAINT inventory_kind_known CHECK (kind IN ('product', 'event')),
  item_id    text NOT NULL,
  capacity   bigint NOT NULL DEFAULT 0,
  owed       bigint NOT NULL DEFAULT 0 CONSTRAINT inventory_owed_positive CHECK (owed >= 0),
  reserved   bigint NOT NULL DEFAULT 0 CONSTRAINT inventory_reserved_positive CHECK (reserved >= 0),
  sold       bigint NOT NULL DEFAULT 0 CONSTRAINT inventory_sold_positive CHECK (sold >= 0),
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, kind, item_id),
  CONSTRAINT inventory_never_oversold CHECK (sold + reserved <= capacity)
) WITH (fillfactor = 70);
COMMENT ON TABLE inventory IS 'How much of a product, or how many places of an event, there is, is promised, and is sold.';

CREATE TABLE inventory_shown (
  id         text PRIMARY KEY DEFAULT object_id(),
  tenant_id  text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  kind       text NOT NULL,
  item_id    text NOT NULL,
  sold       bigint NOT NULL,
  ended      boolean NOT NULL DEFAULT false,
  UNIQUE (tenant_id, kind, item_id)
);
COMMENT ON TABLE inventory_shown IS 'The sales that content shows. Written with content, in one transaction, by project_inventory alone.';
COMMENT ON COLUMN inventory_shown.ended IS 'It was a sale that made it OUT_OF_STOCK or SOLD_OUT, so a place given back opens it again.';

-- Marks are added and taken away, never changed: a sale waits for nobody who projects.
CREATE TABLE inventory_news (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id    text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  inventory_id text NOT NULL
);
CREATE INDEX inventory_news_tenant ON inventory_news (tenant_id, id);
COMMENT ON TABLE inventory_news IS 'Stock that changed and is not on content yet.';

CREATE TABLE inventory_round (
  tenant_id text PRIMARY KEY REFERENCES tenant (id) ON DELETE CASCADE,
  at        timestamptz NOT NULL
);
COMMENT ON TABLE inventory_round IS 'When a shop''s stock was last projected.';

-- adopt_stock locks a stock row and brings it in step with content. It returns the row's id, null where content has no such record.
CREATE FUNCTION adopt_stock(tenant text, what text, item text) RETURNS text LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  row_id text;
  want   bigint;
BEGIN
  INSERT INTO inventory (tenant_id, kind, item_id) VALUES (tenant, what, item) ON CONFLICT DO NOTHING;
  SELECT i.id INTO row_id FROM inventory i WHERE i.tenant_id = tenant AND i.kind = what AND i.item_id = item FOR UPDATE;
  -- A statement of its own, after the lock: it sees content and inventory_shown as one commit left them.
  IF what = 'product' THEN
    SELECT greatest(p.stock, 0) + coalesce(s.sold, 0) INTO want FROM product p
    LEFT JOIN inventory_shown s ON s.tenant_id = p.tenant_id AND s.kind = what AND s.item_id = p.id
    WHERE p.tenant_id = tenant AND p.id = item;
  ELSE
    -- An event without a capacity takes everybody.
    SELECT greatest(coalesce(e.capacity_max - e.attendees, 1000000000), 0) + coalesce(s.sold, 0) INTO want FROM event e
    LEFT JOIN inventory_shown s ON s.tenant_id = e.tenant_id AND s.kind = what AND s.item_id = e.id
    WHERE e.tenant_id = tenant AND e.id = item;
  END IF;
  IF want IS NULL THEN
    RETURN NULL;
  END IF;
  UPDATE inventory i SET capacity = greatest(want, i.sold + i.reserved), owed = greatest(want, i.sold + i.reserved) - want
  WHERE i.id = row_id AND i.capacity - i.owed <> want;
  RETURN row_id;
END $$;

-- project_inventory shows a shop's sales on content, at most once in 100 ms: one commit, one change number, however many were sold. It is
-- the only way of the write service to content. Rows that an editor has open are left for the next round, so nobody waits for him.
CREATE FUNCTION project_inventory(tenant text) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  seen  bigint[];
  r     record;
  d     bigint;
  done  int := 0;
  later text[] := '{}';
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('inventory ' || tenant, 0)) THEN
    RETURN -1;
  END IF;
  IF EXISTS (SELECT FROM inventory_round q WHERE q.tenant_id = tenant AND q.at > clock_timestamp() - interval '100 ms') THEN
    RETURN -1;
  END IF;
  SELECT array_agg(n.id) INTO seen FROM (SELECT id FROM inventory_news WHERE tenant_id = tenant ORDER BY id LIMIT 10000) n;
  IF seen IS NULL THEN
    RETURN 0;
  END IF;
  FOR r IN
    SELECT i.id, i.kind, i.item_id, i.sold, coalesce(s.sold, 0) AS shown, coalesce(s.ended, false) AS ended
    FROM inventory i LEFT JOIN inventory_shown s USING (tenant_id, kind, item_id)
    WHERE i.tenant_id = tenant AND i.id IN (SELECT n.inventory_id FROM inventory_news n WHERE n.id = ANY (seen))
    ORDER BY i.kind, i.item_id
  LOOP
    d := r.sold - r.shown;
    CONTINUE WHEN d = 0;
    IF r.kind = 'product' THEN
      PERFORM FROM product p WHERE p.tenant_id = tenant AND p.id = r.item_id FOR UPDATE SKIP LOCKED;
      IF NOT FOUND THEN
        IF EXISTS (SELECT FROM product p WHERE p.tenant_id = tenant AND p.id = r.item_id) THEN
          later := later || r.id;
        END IF;
        CONTINUE;
      END IF;
      UPDATE product p SET stock = greatest(p.stock - d, 0), sold = greatest(p.sold + d, 0), status = CASE
          WHEN p.status = 'PUBLISHED' AND p.stock - d <= 0 THEN 'OUT_OF_STOCK'
          WHEN p.status = 'OUT_OF_STOCK' AND r.ended AND p.stock - d > 0 THEN 'PUBLISHED'
          ELSE p.status END
      WHERE p.tenant_id = tenant AND p.id = r.item_id RETURNING p.status = 'OUT_OF_STOCK' INTO r.ended;
    ELSE
      PERFORM FROM event e WHERE e.tenant_id = tenant AND e.id = r.item_id FOR UPDATE SKIP LOCKED;
      IF NOT FOUND THEN
        IF EXISTS (SELECT FROM event e WHERE e.tenant_id = tenant AND e.id = r.item_id) THEN
          later := later || r.id;
        END IF;
        CONTINUE;
      END IF;
      UPDATE event e SET attendees = greatest(e.attendees + d, 0), status = CASE
          WHEN e.status = 'PUBLISHED' AND e.attendees + d >= e.capacity_max THEN 'SOLD_OUT'
          WHEN e.status = 'SOLD_OUT' AND r.ended AND e.attendees + d < e.capacity_max THEN 'PUBLISHED'
          ELSE e.status END
      WHERE e.tenant_id = tenant AND e.id = r.item_id RETURNING e.status = 'SOLD_OUT' INTO r.ended;
    END IF;
    INSERT INTO inventory_shown AS s (tenant_id, kind, item_id, sold, ended) VALUES (tenant, r.kind, r.item_id, r.sold, r.ended)
    ON CONFLICT (tenant_id, kind, item_id) DO UPDATE SET sold = excluded.sold, ended = excluded.ended;
    done := done + 1;
  END LOOP;
  DELETE FROM inventory_news n WHERE n.tenant_id = tenant AND n.id = ANY (seen) AND NOT n.inventory_id = ANY (later);
  INSERT INTO inventory_round (tenant_id, at) VALUES (tenant, clock_timestamp()) ON CONFLICT (tenant_id) DO UPDATE SET at = excluded.at;
  RETURN done;
END $$;
REVOKE ALL ON FUNCTION project_inventory(text) FROM PUBLIC;

-- ---------------------------------------------------------------------------------------------------------------------------- baskets

CREATE TABLE basket (
  id         text PRIMARY KEY DEFAULT object_id() CONSTRAINT basket_id_valid CHECK (is_object_id(id)),
  tenant_id  text NOT NULL,
  account_id text NOT NULL,
  status     text NOT NULL DEFAULT 'open' CONSTRAINT basket_status_known CHECK (status IN ('open', 'placed')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES account (tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX basket_one_open ON basket (tenant_id, account_id) WHERE status = 'open';
COMMENT ON TABLE basket IS 'What a customer means to buy. One is open at a time; a placed one was bought, or will be by a transfer.';

CREATE TABLE basket_item (
  id         text PRIMARY KEY DEFAULT object_id() CONSTRAINT basket_item_id_valid CHECK (is_object_id(id)),
  tenant_id  text NOT NULL,
  basket_id  text NOT NULL,
  kind       text NOT NULL CONSTRAINT basket_item_kind_known CHECK (kind IN ('product', 'event')),
  item_id    text NOT NULL,
  quantity   int NOT NULL CONSTRAINT basket_item_quantity_range CHECK (quantity BETWEEN 1 AND 99),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (tenant_id, basket_id, kind, item_id),
  FOREIGN KEY (tenant_id, basket_id) REFERENCES basket (tenant_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE basket_item IS 'A line of a basket. It has no price: prices are read when they are shown, and kept when a payment starts.';

-- --------------------------------------------------------------------------------------------------------------------------- payments

-- Secrets are not here: settings name them, env:NAME or file:PATH.
CREATE TABLE tenant_payment (
  tenant_id  text PRIMARY KEY REFERENCES tenant (id) ON DELETE CASCADE,
  settings   jsonb NOT NULL DEFAULT '{}' CONSTRAINT tenant_payment_settings_object CHECK (jsonb_typeof(settings) = 'object'),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE tenant_payment IS 'How a shop is paid: which bank, which plans, which account.';

CREATE TABLE payment (
  id            text PRIMARY KEY DEFAULT object_id() CONSTRAINT payment_id_valid CHECK (is_object_id(id)),
  tenant_id     text NOT NULL,
  account_id    text NOT NULL,
  basket_id     text NOT NULL,
  method        text NOT NULL CONSTRAINT payment_method_known CHECK (method IN ('card', 'transfer')),
  provider      text NOT NULL,
  merchant      text NOT NULL,
  status        text NOT NULL CONSTRAINT payment_status_known CHECK (status IN ('created', 'requires_action', 'processing', 'unknown', 'succeeded',
                  'failed', 'expired', 'cancelled', 'refund_pending', 'partially_refunded', 'refunded', 'voided', 'pending', 'partially_paid', 'review')),
  currency      char(3) NOT NULL CONSTRAINT payment_currency_iso CHECK (currency ~ '^[A-Z]{3}$'),
  price         bigint NOT NULL CONSTRAINT payment_price_positive CHECK (price > 0),
  amount        bigint NOT NULL CONSTRAINT payment_amount_least CHECK (amount >= price),
  installment   int NOT NULL DEFAULT 1 CONSTRAINT payment_installment_range CHECK (installment BETWEEN 1 AND 12),
  items         jsonb NOT NULL CONSTRAINT payment_items_array CHECK (jsonb_typeof(items) = 'array'),
  card          text NOT NULL DEFAULT '' CONSTRAINT payment_card_masked CHECK (card ~ '^([0-9]{6}\*{6}[0-9]{4})?$'),
  provider_ref  text,
  provider_txn  text,
  reference     text COLLATE "C",
  captured      bigint NOT NULL DEFAULT 0,
  refunding     bigint NOT NULL DEFAULT 0,
  refunded      bigint NOT NULL DEFAULT 0,
  address       text NOT NULL DEFAULT '',
  reason        text NOT NULL DEFAULT '',
  created_at    timestamptz NOT NULL,
  expires_at    timestamptz NOT NULL,
  claimed_at    timestamptz,
  ask_at        timestamptz,
  asked         int NOT NULL DEFAULT 0,
  finalized_at  timestamptz,
  UNIQUE (tenant_id, id),
  CONSTRAINT payment_never_gives_more_than_it_took CHECK (refunding >= 0 AND refunded >= 0 AND captured >= 0 AND refunding + refunded <= captured),
  CONSTRAINT payment_txn_key UNIQUE (tenant_id, provider, merchant, provider_txn),
  FOREIGN KEY (tenant_id, basket_id) REFERENCES basket (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, account_id) REFERENCES account (tenant_id, id) ON DELETE CASCADE
);
-- The last defence against two live charges for one basket.
CREATE UNIQUE INDEX payment_one_live ON payment (tenant_id, basket_id)
  WHERE status IN ('created', 'requires_action', 'processing', 'unknown', 'pending', 'partially_paid', 'succeeded', 'partially_refunded');
CREATE UNIQUE INDEX payment_reference ON payment (tenant_id, reference) WHERE reference IS NOT NULL;
CREATE INDEX payment_basket ON payment (tenant_id, basket_id);
CREATE INDEX payment_account ON payment (tenant_id, account_id, created_at);
CREATE INDEX payment_expiry ON payment (expires_at) WHERE status IN ('created', 'requires_action', 'pending', 'partially_paid');
CREATE INDEX payment_ask ON payment (ask_at) WHERE ask_at IS NOT NULL;
COMMENT ON TABLE payment IS 'One attempt to pay for a basket. What it costs is kept from its start on; of a card only its first six and last four digits.';
COMMENT ON COLUMN payment.price IS 'What the basket costs; amount is what is charged, with what the plan adds.';
COMMENT ON COLUMN payment.ask_at IS 'When the bank is asked next what became of it.';

CREATE TABLE payment_event (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id  text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  payment_id text NOT NULL,
  at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  event      text NOT NULL,
  detail     jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX payment_event_payment ON payment_event (tenant_id, payment_id, id);
COMMENT ON TABLE payment_event IS 'What happened to a payment, kept for operators. The write service may add and change nothing.';

CREATE TABLE reservation (
  id           text PRIMARY KEY DEFAULT object_id() CONSTRAINT reservation_id_valid CHECK (is_object_id(id)),
  tenant_id    text NOT NULL,
  payment_id   text NOT NULL,
  inventory_id text NOT NULL,
  quantity     int NOT NULL CONSTRAINT reservation_quantity_positive CHECK (quantity > 0),
  status       text NOT NULL DEFAULT 'held' CONSTRAINT reservation_status_known CHECK (status IN ('held', 'sold', 'released')),
  expires_at   timestamptz NOT NULL,
  UNIQUE (tenant_id, payment_id, inventory_id),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payment (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, inventory_id) REFERENCES inventory (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX reservation_inventory ON reservation (tenant_id, inventory_id) WHERE status = 'held';
COMMENT ON TABLE reservation IS 'Stock that is promised to a payment. It is released by the transaction that ends the payment, when its time has come.';

CREATE TABLE refund (
  id         text PRIMARY KEY DEFAULT object_id() CONSTRAINT refund_id_valid CHECK (is_object_id(id)),
  tenant_id  text NOT NULL,
  payment_id text NOT NULL,
  kind       text NOT NULL CONSTRAINT refund_kind_known CHECK (kind IN ('refund', 'void')),
  amount     bigint NOT NULL CONSTRAINT refund_amount_positive CHECK (amount > 0),
  key        text COLLATE "C",
  status     text NOT NULL DEFAULT 'wanted' CONSTRAINT refund_status_known CHECK (status IN ('wanted', 'sent', 'done', 'failed', 'review')),
  reason     text NOT NULL DEFAULT '',
  tries      int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  due_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (tenant_id, payment_id, key),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payment (tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX refund_one_on_its_way ON refund (tenant_id, payment_id) WHERE status = 'sent';
CREATE INDEX refund_due ON refund (due_at) WHERE status IN ('wanted', 'sent');
COMMENT ON TABLE refund IS 'Money to be given back. One at a time is on its way for a payment.';

CREATE TABLE statement_line (
  id          text PRIMARY KEY DEFAULT object_id() CONSTRAINT statement_line_id_valid CHECK (is_object_id(id)),
  tenant_id   text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  iban        text COLLATE "C" NOT NULL,
  txn         text COLLATE "C" NOT NULL,
  amount      bigint NOT NULL CONSTRAINT statement_line_amount_positive CHECK (amount > 0),
  currency    char(3) NOT NULL,
  description text NOT NULL,
  booked_at   timestamptz NOT NULL,
  payment_id  text,
  outcome     text NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT statement_line_key UNIQUE (tenant_id, iban, txn)
);
CREATE INDEX statement_line_payment ON statement_line (tenant_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX statement_line_new ON statement_line (created_at) WHERE outcome = '';
COMMENT ON TABLE statement_line IS 'Money that came by transfer, each line of a statement once, and which payment it was for.';

CREATE TABLE idempotency (
  key         bytea PRIMARY KEY,
  tenant_id   text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  fingerprint bytea NOT NULL,
  payment_id  text,
  status      int,
  body        bytea,
  created_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL
);
CREATE INDEX idempotency_end ON idempotency (expires_at);
COMMENT ON TABLE idempotency IS 'Answers by Idempotency-Key, for a day. Of the request only a keyed hash is kept.';

-- ----------------------------------------------------------------------------------------------------------------------------- orders

CREATE TABLE orders (
  id         text PRIMARY KEY DEFAULT object_id() CONSTRAINT orders_id_valid CHECK (is_object_id(id)),
  tenant_id  text NOT NULL,
  account_id text NOT NULL,
  basket_id  text NOT NULL,
  payment_id text NOT NULL,
  status     text NOT NULL DEFAULT 'PAID' CONSTRAINT orders_status_known CHECK (status IN ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCELLED')),
  currency   char(3) NOT NULL,
  price      bigint NOT NULL,
  amount     bigint NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, basket_id),
  UNIQUE (tenant_id, payment_id),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payment (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, account_id) REFERENCES account (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX orders_account ON orders (tenant_id, account_id, created_at, id);
COMMENT ON TABLE orders IS 'What was paid for. One a basket, one a payment.';

CREATE TABLE order_item (
  id        text PRIMARY KEY DEFAULT object_id() CONSTRAINT order_item_id_valid CHECK (is_object_id(id)),
  tenant_id text NOT NULL,
  order_id  text NOT NULL,
  kind      text NOT NULL,
  item_id   text NOT NULL,
  slug      text NOT NULL,
  name      text NOT NULL,
  quantity  int NOT NULL,
  price     bigint NOT NULL,
  position  int NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, order_id, position),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders (tenant_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE order_item IS 'A line of an order, as it was bought: name and price are of that moment.';

-- ---------------------------------------------------------------------------------------------------------------------------- tickets

CREATE TABLE ticket_key (
  id         text PRIMARY KEY DEFAULT object_id() CONSTRAINT ticket_key_id_valid CHECK (is_object_id(id)),
  tenant_id  text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  public     bytea NOT NULL CONSTRAINT ticket_key_public_whole CHECK (length(public) = 32),
  created_at timestamptz NOT NULL,
  UNIQUE (tenant_id, id)
);
COMMENT ON TABLE ticket_key IS 'Public keys of a shop''s tickets; the newest signs. The private one is made of the service''s secret and the id.';

CREATE TABLE ticket (
  id            text PRIMARY KEY DEFAULT object_id() CONSTRAINT ticket_id_valid CHECK (is_object_id(id)),
  tenant_id     text NOT NULL,
  account_id    text NOT NULL,
  order_id      text NOT NULL,
  order_item_id text NOT NULL,
  seq           int NOT NULL,
  event_id      text NOT NULL,
  status        text NOT NULL DEFAULT 'valid' CONSTRAINT ticket_status_known CHECK (status IN ('valid', 'used', 'cancelled', 'refunded')),
  code          text NOT NULL,
  created_at    timestamptz NOT NULL,
  used_at       timestamptz,
  revoked_at    timestamptz,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, order_item_id, seq),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, order_item_id) REFERENCES order_item (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, account_id) REFERENCES account (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX ticket_account ON ticket (tenant_id, account_id, created_at, id);
CREATE INDEX ticket_order ON ticket (tenant_id, order_id);
COMMENT ON TABLE ticket IS 'The right of one person to one event.';

CREATE TABLE gate_key (
  id         text PRIMARY KEY DEFAULT object_id() CONSTRAINT gate_key_id_valid CHECK (is_object_id(id)),
  tenant_id  text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  name       text NOT NULL,
  hash       bytea NOT NULL CONSTRAINT gate_key_hash_whole CHECK (length(hash) = 32),
  event_id   text,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, hash)
);
COMMENT ON TABLE gate_key IS 'Who may check tickets in: a key, of which the hash is kept, for one event or for all of a shop.';

CREATE TABLE ticket_scan (
  id        text PRIMARY KEY DEFAULT object_id(),
  tenant_id text NOT NULL,
  ticket_id text NOT NULL,
  nonce     text COLLATE "C" NOT NULL,
  gate      text NOT NULL,
  outcome   text NOT NULL,
  at        timestamptz NOT NULL,
  UNIQUE (tenant_id, ticket_id, nonce),
  FOREIGN KEY (tenant_id, ticket_id) REFERENCES ticket (tenant_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE ticket_scan IS 'What a gate was told, by its nonce: a scan that is sent again gets the same answer.';

-- ---------------------------------------------------------------------------------------------------------------------- notifications

CREATE TABLE notification (
  id         text PRIMARY KEY DEFAULT object_id() CONSTRAINT notification_id_valid CHECK (is_object_id(id)),
  seq        bigint GENERATED ALWAYS AS IDENTITY,
  tenant_id  text NOT NULL,
  account_id text NOT NULL,
  type       text NOT NULL,
  title      text NOT NULL,
  body       text NOT NULL,
  data       jsonb NOT NULL DEFAULT '{}',
  link       text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  read_at    timestamptz,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES account (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX notification_account ON notification (tenant_id, account_id, created_at, id);
CREATE INDEX notification_unread ON notification (tenant_id, account_id) WHERE read_at IS NULL;
CREATE INDEX notification_seq ON notification (tenant_id, account_id, seq);
COMMENT ON TABLE notification IS 'What a customer is told.';

-- ---------------------------------------------------------------------------------------------------------------------- sandbox bank

CREATE TABLE sandbox_order (
  id          text PRIMARY KEY DEFAULT object_id() CONSTRAINT sandbox_order_id_valid CHECK (is_object_id(id)),
  tenant_id   text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  oid         text NOT NULL,
  md          text NOT NULL,
  scenario    text NOT NULL,
  card        text NOT NULL,
  amount      text NOT NULL,
  currency    text NOT NULL,
  installment text NOT NULL,
  ok_url      text NOT NULL,
  fail_url    text NOT NULL,
  rnd         text NOT NULL,
  state       text NOT NULL DEFAULT 'asked'
              CONSTRAINT sandbox_order_state_known CHECK (state IN ('asked', 'proven', 'refused', 'approved', 'declined', 'voided')),
  captured    bigint NOT NULL DEFAULT 0,
  refunded    bigint NOT NULL DEFAULT 0 CONSTRAINT sandbox_order_refund_range CHECK (refunded BETWEEN 0 AND captured),
  txn         text NOT NULL DEFAULT '',
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (tenant_id, md)
);
CREATE INDEX sandbox_order_oid ON sandbox_order (tenant_id, oid);
COMMENT ON TABLE sandbox_order IS 'The books of the sandbox bank, which is nobody''s bank. No card number is in them.';

INSERT INTO written (kind, rights) VALUES
  ('inventory', DEFAULT), ('inventory_shown', 'SELECT'), ('inventory_news', 'SELECT, INSERT'), ('basket', DEFAULT), ('basket_item', DEFAULT),
  ('tenant_payment', 'SELECT'), ('payment', DEFAULT), ('payment_event', 'SELECT, INSERT'), ('reservation', DEFAULT), ('refund', DEFAULT),
  ('statement_line', DEFAULT), ('idempotency', DEFAULT), ('orders', DEFAULT), ('order_item', DEFAULT), ('ticket_key', 'SELECT, INSERT'),
  ('ticket', DEFAULT), ('gate_key', 'SELECT'), ('ticket_scan', 'SELECT, INSERT'), ('notification', DEFAULT), ('sandbox_order', DEFAULT);

CREATE OR REPLACE FUNCTION grant_roles() RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  role    text;
  own     record;
  content text := (SELECT string_agg(format('%I', kind), ', ') FROM watched);
  edited  text := (SELECT string_agg(format('%I', kind), ', ') FROM watched WHERE kind NOT IN ('tenant', 'tenant_host'));
BEGIN
  FOREACH role IN ARRAY ARRAY['vitrine_editor', 'vitrine_gateway', 'vitrine_writer'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', role);
      EXCEPTION
        WHEN duplicate_object OR unique_violation THEN
          NULL;  -- roles belong to the cluster: another database made it this moment
        WHEN insufficient_privilege THEN
          RAISE NOTICE 'may not create the role %: have it created, then SELECT grant_roles()', role;
          CONTINUE;
      END;
    END IF;
    EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', role);
    EXECUTE format('GRANT SELECT ON %s TO %I', content, role);
  END LOOP;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'vitrine_editor') THEN
    EXECUTE format('GRANT INSERT, UPDATE, DELETE ON %s TO vitrine_editor', edited);
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'vitrine_gateway') THEN
    GRANT SELECT ON tenant_seq, change_row, change_tx, search_cursor TO vitrine_gateway;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'vitrine_writer') THEN
    FOR own IN SELECT kind, rights FROM written LOOP
      EXECUTE format('GRANT %s ON %I TO vitrine_writer', own.rights, own.kind);
    END LOOP;
    GRANT EXECUTE ON FUNCTION project_inventory(text) TO vitrine_writer;
  END IF;
END $$;

SELECT grant_roles();
