-- The ids of the notification stream were a number shared by all shops, which showed how busy they are. Now each account counts its own. A deferred
-- trigger assigns the number at COMMIT under a row lock that is held until the commit, so numbers become visible in their order, and a stream
-- needs to look at nothing but higher numbers.
CREATE TABLE notification_count (
  tenant_id  text NOT NULL,
  account_id text NOT NULL,
  last       bigint NOT NULL,
  PRIMARY KEY (tenant_id, account_id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES account (tenant_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE notification_count IS 'The number of the last notification of each account.';

ALTER TABLE notification ADD COLUMN number bigint;
COMMENT ON COLUMN notification.number IS 'Counts the account''s notifications from 1, in the order of their commits. NULL until then.';
COMMENT ON COLUMN notification.seq IS 'Not used since 0028. Until every write service is upgraded, older ones read it.';
UPDATE notification n SET number = x.number
FROM (SELECT id, row_number() OVER (PARTITION BY tenant_id, account_id ORDER BY seq) AS number FROM notification) x WHERE x.id = n.id;
INSERT INTO notification_count (tenant_id, account_id, last)
SELECT tenant_id, account_id, max(number) FROM notification GROUP BY tenant_id, account_id;
ALTER TABLE notification ADD CONSTRAINT notification_number UNIQUE (tenant_id, account_id, number);

CREATE FUNCTION number_notification() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  n bigint;
BEGIN
  INSERT INTO notification_count AS c (tenant_id, account_id, last) VALUES (NEW.tenant_id, NEW.account_id, 1)
  ON CONFLICT (tenant_id, account_id) DO UPDATE SET last = c.last + 1 RETURNING c.last INTO n;
  UPDATE notification SET number = n WHERE tenant_id = NEW.tenant_id AND id = NEW.id;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER number_notification AFTER INSERT ON notification
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION number_notification();

INSERT INTO written (kind, rights) VALUES ('notification_count', DEFAULT);
SELECT grant_roles();
