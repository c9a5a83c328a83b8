-- The rows of a network are counted, so that its clients cannot fill the table for others.

ALTER TABLE rate ADD COLUMN origin cidr;
COMMENT ON COLUMN rate.origin IS 'The /16 of an IPv4 client or the /32 of an IPv6 client that caused the row. NULL: a known device, or no client.';
