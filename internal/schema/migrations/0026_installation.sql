-- What the installation is. Commands have no VITRINE_ENV of their own where an operator runs them by hand, and must still refuse what production
-- refuses.
CREATE TABLE installation (
  id               boolean PRIMARY KEY DEFAULT true CONSTRAINT installation_one_row CHECK (id),
  production_since timestamptz
);
COMMENT ON TABLE installation IS 'One row about this installation. production_since is the first start in production; empty it for a copy that is used for development.';
INSERT INTO installation DEFAULT VALUES;
