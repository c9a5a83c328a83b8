-- Values that Postgres accepts and no reader can show are refused: NaN in prices, NULL in lists of text, and dates
-- outside the years 1 to 9999, infinity included. publish_at and unpublish_at may be infinite: they are compared, never
-- shown.
--
-- Rows that have such values stay as they are, because only an editor knows the right value. The constraints are
-- NOT VALID, which reads no row. The next migration validates those that no row violates. vitrine doctor names the rows
-- that violate the others, and readers leave out what they cannot show.

-- A check of each column replaces the old one, because each check of a table costs every statement that writes to it.
-- Infinity is less than NaN in Postgres.
DO $$
DECLARE
  t text; c text;
BEGIN
  FOR t, c IN
    SELECT 'product', p FROM unnest('{amount,list_price,sale_price,discount,lowest_price_30_days}'::text[]) p
    UNION ALL SELECT 'event', p FROM unnest('{amount,list_price,sale_price,discount,lowest_price_30_days}'::text[]) p
    UNION ALL VALUES ('route', 'amount'), ('route', 'distance_km')
  LOOP
    EXECUTE format('ALTER TABLE %1$I DROP CONSTRAINT IF EXISTS %2$I, ADD CONSTRAINT %2$I '
                   'CHECK (%3$I >= 0 AND %3$I < ''Infinity'') NOT VALID', t, t || '_' || c || '_positive', c);
  END LOOP;
END $$;

-- A date that a reader can write as ISO 8601.
CREATE FUNCTION is_date(t timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN t >= '0001-01-01 00:00:00+00'::timestamptz AND t < '10000-01-01 00:00:00+00'::timestamptz;

-- A list without NULL.
CREATE FUNCTION is_list(texts text[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN array_ndims(texts) > 1 THEN false ELSE array_position(texts, NULL) IS NULL END;

ALTER TABLE campaign ADD CONSTRAINT campaign_dates_valid
  CHECK (is_date(starts_at) AND is_date(ends_at)) NOT VALID;
ALTER TABLE project ADD CONSTRAINT project_dates_valid
  CHECK (is_date(start_date) AND is_date(completion_date)) NOT VALID;
ALTER TABLE page ADD CONSTRAINT page_dates_valid CHECK (is_date(created_at)) NOT VALID;
ALTER TABLE blog_post ADD CONSTRAINT blog_post_dates_valid CHECK (is_date(published_at)) NOT VALID;
ALTER TABLE faq ADD CONSTRAINT faq_dates_valid CHECK (is_date(date)) NOT VALID;
ALTER TABLE event ADD CONSTRAINT event_dates_valid CHECK (is_date(starts_at) AND is_date(ends_at)) NOT VALID;
ALTER TABLE event_session ADD CONSTRAINT event_session_dates_valid
  CHECK (is_date(starts_at) AND is_date(ends_at)) NOT VALID;

ALTER TABLE product ADD CONSTRAINT product_lists_valid
  CHECK (is_list(techniques) AND is_list(materials) AND is_list(tools)) NOT VALID;
ALTER TABLE event ADD CONSTRAINT event_lists_valid CHECK (is_list(notes) AND is_list(rules)) NOT VALID;
ALTER TABLE blog_post ADD CONSTRAINT blog_post_lists_valid CHECK (is_list(tags)) NOT VALID;
