-- A link that sets a password is reserved while the password is hashed, so parallel requests cost one hash.

ALTER TABLE account_code ADD COLUMN claimed_until timestamptz;
COMMENT ON COLUMN account_code.claimed_until IS 'Until then the link belongs to the request that sets a password with it.';
