-- Which older binaries work with this database, for a rolling upgrade: one of them may start again during it.
CREATE TABLE schema_compatible (
  one   boolean PRIMARY KEY DEFAULT true CONSTRAINT schema_compatible_one_row CHECK (one),
  least int NOT NULL
);
COMMENT ON TABLE schema_compatible IS 'One row, written after the migrations. A binary with fewer migrations than schema_version starts if it has at least this many.';
