-- With its search key, the search widgets of a tenant may search: POST /1/indexes/*/queries and POST /multi-search.

ALTER TABLE tenant ADD COLUMN search_key bytea, ADD COLUMN search_key_at timestamptz;
COMMENT ON COLUMN tenant.search_key IS 'SHA-256 of the public key of search widgets. Empty: no widget may search.';
COMMENT ON COLUMN tenant.search_key_at IS 'When the search key was made.';

SELECT watch('tenant');
