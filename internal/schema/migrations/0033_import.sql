-- What imports remember: how each file identifies its records, and which rows they wrote.

CREATE TABLE import_key (
  tenant_id  text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  kind       text NOT NULL,
  dataset    text NOT NULL,
  names      text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, kind, dataset)
);
COMMENT ON TABLE import_key IS 'The key by which imports of a data set identify the records of a kind. names are columns or fields; none: the whole record.';

CREATE TABLE import_row (
  tenant_id text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  kind      text NOT NULL,
  id        text NOT NULL,
  dataset   text NOT NULL,
  key       text,
  drafted   text,
  PRIMARY KEY (tenant_id, kind, id)
);
COMMENT ON TABLE import_row IS 'The rows that imports wrote. --prune touches no others.';
COMMENT ON COLUMN import_row.key IS 'The key of the row''s record, if the id is not derived from it because the key was changed (--rekey).';
COMMENT ON COLUMN import_row.drafted IS 'The status that --prune=draft took from the row. It gets it back when a file has it again.';
CREATE UNIQUE INDEX import_row_key ON import_row (tenant_id, kind, key) WHERE key IS NOT NULL;
