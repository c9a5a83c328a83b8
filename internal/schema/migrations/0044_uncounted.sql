-- A product whose stock nobody counts says so: its stock is NULL, not 0. It is sold without a limit, as an event
-- without a capacity is. Products that exist keep their number, because a 0 may have been counted.

ALTER TABLE product ALTER stock DROP DEFAULT, ALTER stock DROP NOT NULL;
COMMENT ON COLUMN product.stock IS
  'The number that can be sold. Empty: nobody counts it, lists and pages show no stock, and it is sold without a limit.';

-- adopt_stock and project_inventory are as they were, but for a stock that is NULL. greatest() ignores NULL, so both
-- would have read it as 0.
DO $$
DECLARE
  adopt   text := pg_get_functiondef('adopt_stock(text, text, text)'::regprocedure);
  project text := pg_get_functiondef('project_inventory(text)'::regprocedure);
  counted CONSTANT text := 'greatest(p.stock, 0)';
  shown   CONSTANT text := 'stock = greatest(p.stock - d, 0)';
BEGIN
  IF strpos(adopt, counted) = 0 OR strpos(project, shown) = 0 THEN
    RAISE EXCEPTION 'adopt_stock() or project_inventory() is not the one that this migration changes';
  END IF;
  EXECUTE replace(adopt, counted, 'greatest(coalesce(p.stock, 1000000000), 0)');
  EXECUTE replace(project, shown, 'stock = CASE WHEN p.stock IS NOT NULL THEN greatest(p.stock - d, 0) END');
END $$;
