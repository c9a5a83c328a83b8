-- Addresses that look alike have one canonical form, or none (writesvc/auth/profile/email.go). Since this version, no
-- new address has characters that are not shown. Standing accounts are neither changed nor merged, with one exception: an
-- address with an i whose dot is doubled, which nobody has proved, gets a plain i if no account has that address.

ALTER TABLE account ADD COLUMN email_older boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN account.email_older IS
  'The address is not in canonical form, because an older version accepted it. vitrine user list --older lists them.';

UPDATE account a SET email = f.plain FROM (
  SELECT DISTINCT ON (b.tenant_id, replace(b.email, U&'i\0307', 'i')) b.tenant_id, b.id,
    replace(b.email, U&'i\0307', 'i') AS plain
  FROM account b WHERE b.email_verified_at IS NULL AND strpos(b.email, U&'i\0307') > 0
  ORDER BY b.tenant_id, replace(b.email, U&'i\0307', 'i'), b.created_at, b.id
) f
WHERE a.tenant_id = f.tenant_id AND a.id = f.id
  AND NOT EXISTS (SELECT FROM account o WHERE o.tenant_id = f.tenant_id AND o.email = f.plain);

-- Default_Ignorable_Code_Point, the Arabic tatweel, the soft hyphen, and a second dot on an i or j.
CREATE FUNCTION hides(email text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  SET search_path = pg_catalog, pg_temp
AS $$
  SELECT email ~ ('[\u00AD\u034F\u061C\u0640\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E'
    || '\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U000E0000-\U000E0FFF]|[ij]\u0307')
$$;
COMMENT ON FUNCTION hides(text) IS 'Whether an address has characters that are not shown.';

UPDATE account SET email_older = true WHERE hides(email);
INSERT INTO account_audit (tenant_id, account_id, event)
  SELECT tenant_id, id, 'the address is not in canonical form; kept' FROM account WHERE email_older;
ALTER TABLE account ADD CONSTRAINT account_email_shown CHECK (email_older OR NOT hides(email));

-- An account that is unlocked gets the status that it had before. Locked businesses that no operator approved wait for
-- approval.
ALTER TABLE account ADD COLUMN locked_from text
  CONSTRAINT account_locked_from_known CHECK (locked_from IN ('ACTIVE', 'PENDING'));
COMMENT ON COLUMN account.locked_from IS 'The status before the account was locked.';
UPDATE account a SET locked_from = CASE
  WHEN a.type = 'B2B' AND NOT EXISTS (SELECT FROM account_audit e WHERE e.tenant_id = a.tenant_id
    AND e.account_id = a.id AND e.event = 'approved by an operator') THEN 'PENDING' ELSE 'ACTIVE' END
WHERE a.status = 'LOCKED';
