-- Followers see a change before it is announced, and acknowledge it. Both columns are empty while everything that
-- followers see is announced.

ALTER TABLE signal_cursor ADD COLUMN sent bigint, ADD COLUMN sent_epoch uuid;
COMMENT ON COLUMN signal_cursor.sent IS 'The last change that followers see, while they see more than is announced.';
