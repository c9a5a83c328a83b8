-- A sale of a record that violates a constraint cannot be shown on it: Postgres refuses every change of its row until an
-- editor corrects it. The sale is held. It is tried again after 1 s, then after twice as long each time, and every minute
-- in the end. Other sales go on.

CREATE TABLE inventory_held (
  tenant_id    text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  inventory_id text NOT NULL,
  violates     text NOT NULL,
  tries        int NOT NULL DEFAULT 1,
  tried_at     timestamptz NOT NULL DEFAULT now(),
  retry_at     timestamptz NOT NULL DEFAULT now() + interval '1 s',
  PRIMARY KEY (tenant_id, inventory_id),
  FOREIGN KEY (tenant_id, inventory_id) REFERENCES inventory (tenant_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE inventory_held IS 'Stock whose sales content does not show, because the record violates a constraint.';
COMMENT ON COLUMN inventory_held.violates IS 'The name of the constraint.';

-- project_inventory is as in 0012 but for held sales and for products whose stock nobody counts (0044). A record that an
-- editor has open is left for the next run.
CREATE OR REPLACE FUNCTION project_inventory(tenant text) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  seen  bigint[];
  r     record;
  d     bigint;
  done  int := 0;
  later text[] := '{}';  -- rows of inventory that an editor has locked
  due   text[];          -- held rows whose time has come
  fault text;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('inventory ' || tenant, 0)) THEN
    RETURN -1;
  END IF;
  IF EXISTS (SELECT FROM inventory_round q WHERE q.tenant_id = tenant AND q.at > clock_timestamp() - interval '100 ms') THEN
    RETURN -1;
  END IF;
  SELECT array_agg(n.id) INTO seen FROM (SELECT id FROM inventory_news WHERE tenant_id = tenant ORDER BY id LIMIT 10000) n;
  SELECT array_agg(h.inventory_id) INTO due FROM (
    SELECT inventory_id FROM inventory_held WHERE tenant_id = tenant AND retry_at <= now() ORDER BY retry_at LIMIT 100) h;
  IF seen IS NULL AND due IS NULL THEN
    RETURN 0;
  END IF;
  FOR r IN
    SELECT i.id, i.kind, i.item_id, i.sold, coalesce(s.sold, 0) AS shown, coalesce(s.ended, false) AS ended
    FROM inventory i LEFT JOIN inventory_shown s USING (tenant_id, kind, item_id)
    WHERE i.tenant_id = tenant AND i.id IN (
      SELECT n.inventory_id FROM inventory_news n WHERE n.id = ANY (seen) AND NOT EXISTS (
        SELECT FROM inventory_held h WHERE h.tenant_id = tenant AND h.inventory_id = n.inventory_id)
      UNION SELECT unnest(due))
    ORDER BY i.kind, i.item_id
  LOOP
    d := r.sold - r.shown;
    CONTINUE WHEN d = 0;
    BEGIN
      IF r.kind = 'product' THEN
        PERFORM FROM product p WHERE p.tenant_id = tenant AND p.id = r.item_id FOR UPDATE SKIP LOCKED;
        IF NOT FOUND THEN
          IF EXISTS (SELECT FROM product p WHERE p.tenant_id = tenant AND p.id = r.item_id) THEN
            later := later || r.id;
          END IF;
          CONTINUE;
        END IF;
        UPDATE product p SET stock = CASE WHEN p.stock IS NOT NULL THEN greatest(p.stock - d, 0) END, sold = greatest(p.sold + d, 0), status = CASE
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
    EXCEPTION WHEN check_violation THEN
      GET STACKED DIAGNOSTICS fault = CONSTRAINT_NAME;
      INSERT INTO inventory_held AS h (tenant_id, inventory_id, violates) VALUES (tenant, r.id, fault)
      ON CONFLICT (tenant_id, inventory_id) DO UPDATE SET violates = excluded.violates, tries = h.tries + 1, tried_at = now(),
        retry_at = now() + least(2 ^ least(h.tries, 10), 60) * interval '1 s';
      CONTINUE;
    END;
    INSERT INTO inventory_shown AS s (tenant_id, kind, item_id, sold, ended) VALUES (tenant, r.kind, r.item_id, r.sold, r.ended)
    ON CONFLICT (tenant_id, kind, item_id) DO UPDATE SET sold = excluded.sold, ended = excluded.ended;
    done := done + 1;
  END LOOP;
  DELETE FROM inventory_news n WHERE n.tenant_id = tenant AND n.id = ANY (seen) AND NOT n.inventory_id = ANY (later);
  DELETE FROM inventory_held h WHERE h.tenant_id = tenant AND h.inventory_id = ANY (due) AND h.retry_at <= now()
    AND NOT h.inventory_id = ANY (later);
  INSERT INTO inventory_round (tenant_id, at) VALUES (tenant, clock_timestamp()) ON CONFLICT (tenant_id) DO UPDATE SET at = excluded.at;
  RETURN done;
END $$;

INSERT INTO written (kind, rights) VALUES ('inventory_held', 'SELECT');
SELECT grant_roles();
