-- A price has one truth (docs/decisions/0024-one-price.md). amount is what a customer pays. A statement that changes
-- some columns of a price changes the others with it. A column that the statement sets keeps its value: if what it sets
-- contradicts itself, readers go by the amount, and price_fault names the contradiction.

-- The number of decimals of a currency, at most the two that a column holds. internal/price has the same list.
CREATE FUNCTION price_decimals(currency text) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN currency = ANY ('{BIF,CLP,DJF,GNF,ISK,JPY,KMF,KRW,PYG,RWF,UGX,UYI,VND,VUV,XAF,XOF,XPF}'::text[])
    THEN 0 ELSE 2 END;

-- The amount that follows from the other columns, NULL if none does.
CREATE FUNCTION price_amount(list numeric, sale numeric, discount numeric, currency text) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN sale IS NOT NULL THEN sale
    WHEN discount > 0 AND discount <= 100 THEN round(list * (100 - discount) / 100, price_decimals(currency))
    ELSE list END;

-- The discount in percent, NULL if there is none. A given one is kept if it is the same to within a percent, because
-- shops show whole percents.
CREATE FUNCTION price_discount(amount numeric, list numeric, given numeric) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN list > amount AND amount >= 0 AND list < 'Infinity' THEN
    CASE WHEN given > 0 AND given <= 100 AND abs(given - (list - amount) * 100 / list) < 1 THEN given
      ELSE round((list - amount) * 100 / list, 2) END END;

-- What contradicts itself in a price, NULL if nothing does. internal/price finds the same.
CREATE FUNCTION price_fault(amount numeric, list numeric, sale numeric, discount numeric, currency text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN amount IS NULL AND num_nonnulls(list, sale, discount) > 0 THEN 'amount is missing'
    WHEN sale <> amount THEN format('sale_price %s is not amount %s', trim_scale(sale), trim_scale(amount))
    WHEN list < amount THEN format('list_price %s is below amount %s', trim_scale(list), trim_scale(amount))
    WHEN discount > 100 THEN format('discount %s is above 100', trim_scale(discount))
    WHEN discount > 0 AND list IS NULL THEN format('discount %s has no list_price', trim_scale(discount))
    WHEN discount > 0 AND (list = amount OR abs(discount - (list - amount) * 100 / nullif(list, 0)) >= 1)
      THEN format('discount %s does not lead from list_price %s to amount %s', trim_scale(discount), trim_scale(list),
        trim_scale(amount))
    WHEN greatest(scale(trim_scale(amount)), scale(trim_scale(list)), scale(trim_scale(sale))) > price_decimals(currency)
      THEN format('%s has no decimals', currency)
  END;

-- A trigger sees new values, not which columns a statement sets. That matters for a list price that was the amount: it
-- follows an amount that is set alone, and stays if a file sets both. So this runs first, for statements that set it.
CREATE FUNCTION note_list_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('vitrine.list_price', 'set', true);
  RETURN new;
END $$;

-- follow_price completes a price. In an INSERT, the statement sets the columns that are not NULL; in an UPDATE, those
-- that it changes.
CREATE FUNCTION follow_price() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  set_amount   boolean := new.amount IS NOT NULL;
  set_list     boolean := new.list_price IS NOT NULL;
  set_sale     boolean := new.sale_price IS NOT NULL;
  set_discount boolean := new.discount IS NOT NULL;
  was          numeric;  -- the amount before
  plain        boolean := false;  -- it was not reduced
  money        text;
BEGIN
  IF 'NaN' IN (new.amount, new.list_price, new.sale_price, new.discount) THEN
    RETURN new;  -- the constraints of the table refuse it
  END IF;
  IF tg_op = 'UPDATE' THEN
    set_amount := new.amount IS DISTINCT FROM old.amount;
    set_list := new.list_price IS DISTINCT FROM old.list_price;
    set_sale := new.sale_price IS DISTINCT FROM old.sale_price;
    set_discount := new.discount IS DISTINCT FROM old.discount;
    was := old.amount;
    plain := old.list_price = old.amount;
    IF current_setting('vitrine.list_price', true) = 'set' THEN
      set_list := true;
      PERFORM set_config('vitrine.list_price', '', true);
    END IF;
  END IF;
  IF new.discount IS NOT NULL THEN
    money := coalesce(new.currency, (SELECT t.currency FROM public.tenant t WHERE t.id = new.tenant_id));
  END IF;

  -- A sale of a price without a list price: the amount was the regular price, and is again when the sale ends.
  IF set_sale AND NOT set_list AND NOT set_amount AND new.list_price IS NULL AND new.sale_price < was THEN
    new.list_price := was;
  END IF;

  IF new.amount IS NULL THEN
    new.amount := public.price_amount(new.list_price, new.sale_price, new.discount, money);
  ELSIF set_amount THEN
    NULL;
  ELSIF set_sale THEN
    new.amount := coalesce(new.sale_price, new.list_price, was);
    IF new.sale_price IS NULL AND NOT set_discount THEN  -- the sale has ended
      new.discount := NULL;
    END IF;
  ELSIF set_discount AND new.list_price IS NOT NULL AND NOT (set_list
    AND public.price_discount(new.amount, new.list_price, new.discount) IS NOT DISTINCT FROM new.discount) THEN
    new.amount := public.price_amount(new.list_price, NULL, new.discount, money);
  END IF;
  IF new.amount IS NULL THEN
    RETURN new;
  END IF;

  IF set_amount AND NOT set_list AND NOT set_sale AND NOT set_discount AND (plain OR new.list_price < new.amount) THEN
    new.list_price := new.amount;
  ELSIF new.list_price IS NULL AND set_discount AND new.discount > 0 AND new.discount < 100 THEN
    new.list_price := round(new.amount * 100 / (100 - new.discount), public.price_decimals(money));
  END IF;
  IF NOT set_sale AND new.sale_price IS NOT NULL THEN
    new.sale_price := CASE WHEN new.list_price <= new.amount THEN NULL ELSE new.amount END;
  END IF;
  IF NOT set_discount AND new.discount IS NOT NULL THEN
    new.discount := public.price_discount(new.amount, new.list_price, new.discount);
  END IF;
  IF new.lowest_price_30_days = was AND new.amount < was THEN
    new.lowest_price_30_days := new.amount;
  END IF;
  RETURN new;
END $$;

DO $$
DECLARE
  t text;
BEGIN
  FOREACH t IN ARRAY '{product,event}'::text[] LOOP
    EXECUTE format('CREATE TRIGGER price_insert BEFORE INSERT ON %I FOR EACH ROW '
      'WHEN (new.amount IS NULL AND num_nonnulls(new.list_price, new.sale_price) > 0 '
      'OR new.discount > 0 AND new.list_price IS NULL) EXECUTE FUNCTION follow_price()', t);
    EXECUTE format('CREATE TRIGGER price_list BEFORE UPDATE OF list_price ON %I FOR EACH ROW '
      'WHEN (new.amount IS DISTINCT FROM old.amount AND new.list_price = old.list_price) '
      'EXECUTE FUNCTION note_list_price()', t);
    -- An amount that nothing follows is nearly all that shops edit.
    EXECUTE format('CREATE TRIGGER price_update BEFORE UPDATE OF amount, list_price, sale_price, discount ON %I FOR EACH ROW '
      'WHEN (ROW(new.amount, new.list_price, new.sale_price, new.discount) '
      'IS DISTINCT FROM ROW(old.amount, old.list_price, old.sale_price, old.discount) '
      'AND num_nonnulls(new.list_price, new.sale_price, new.discount, new.lowest_price_30_days) > 0) '
      'EXECUTE FUNCTION follow_price()', t);
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION follow_price(), note_list_price() FROM PUBLIC;
