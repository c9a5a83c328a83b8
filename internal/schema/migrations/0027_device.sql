-- Device tokens are not stored. They carry the generation of their account, which counts how often all of them were ended.
ALTER TABLE account ADD COLUMN device_generation bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN account.device_generation IS 'Device tokens of other generations are void.';

-- An account may have several live codes or links for a purpose: a new one does not end an older one, which its owner may be about to use.
ALTER TABLE account_code DROP CONSTRAINT account_code_one_a_purpose;
ALTER TABLE account_code ADD CONSTRAINT account_code_once UNIQUE (tenant_id, account_id, purpose, hash);
ALTER TABLE account_code ADD COLUMN known_attempts int NOT NULL DEFAULT 0;
CREATE INDEX account_code_account ON account_code (tenant_id, account_id, purpose, created_at);
COMMENT ON TABLE account_code IS 'Codes and links of accounts; only their keyed hashes.';
COMMENT ON COLUMN account_code.attempts IS 'Guesses of strangers.';
COMMENT ON COLUMN account_code.known_attempts IS 'Guesses of known devices and live sessions, which strangers cannot use up.';
