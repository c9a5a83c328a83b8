-- The constraints of the last migration, where no row violates them. Validation reads a table beside readers and
-- writers, hence a migration of its own: the last one had to lock them out, for a moment.

DO $$
DECLARE
  t regclass; c text;
BEGIN
  FOR t, c IN
    SELECT k.conrelid, k.conname FROM pg_constraint k JOIN watched w ON k.conrelid = to_regclass(format('public.%I', w.kind))
    WHERE k.contype = 'c' AND NOT k.convalidated ORDER BY 1, 2
  LOOP
    BEGIN
      EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT %I', t, c);
    EXCEPTION WHEN check_violation THEN
      RAISE NOTICE '% has rows that violate %: vitrine doctor names them', t, c;
    END;
  END LOOP;
END $$;
