-- What imports remember: how each file identifies its records and writes its texts, and which rows they wrote.

CREATE TABLE import_key (
  tenant_id  text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  kind       text NOT NULL,
  dataset    text NOT NULL,
  names      text[] NOT NULL,
  older      text[] NOT NULL DEFAULT '{}',
  inherited  text,
  settled    boolean NOT NULL DEFAULT false,
  formats    jsonb NOT NULL DEFAULT '{}',
  files      text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, kind, dataset)
);
COMMENT ON TABLE import_key IS 'How imports of a series read the records of a kind.';
COMMENT ON COLUMN import_key.dataset IS 'The series: a data set, "plain", or the name that --series gave.';
COMMENT ON COLUMN import_key.names IS 'The key by which records are identified: columns or fields. None: the whole record.';
COMMENT ON COLUMN import_key.older IS 'Other keys, their names joined by U+001F, by which alone some rows may be known (--rekey).';
COMMENT ON COLUMN import_key.inherited IS 'The key, joined, of rows that imports wrote before import_row existed. NULL: there are none.';
COMMENT ON COLUMN import_key.settled IS 'A record that matches no row is new, also if some rows are known by another key only (--rekey=new).';
COMMENT ON COLUMN import_key.formats IS 'The format of the texts of each column, and the signs of category paths.';
COMMENT ON COLUMN import_key.files IS 'The names of the last files, each once.';

CREATE TABLE import_row (
  tenant_id text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  kind      text NOT NULL,
  id        text NOT NULL,
  dataset   text NOT NULL,
  names     text,
  drafted   text,
  PRIMARY KEY (tenant_id, kind, id)
);
COMMENT ON TABLE import_row IS 'The rows that imports wrote. --prune touches no others.';
COMMENT ON COLUMN import_row.names IS 'The names, joined by U+001F, of the key that the id derives from. NULL: it derives from none.';
COMMENT ON COLUMN import_row.drafted IS 'The status that --prune=draft took from the row. It gets it back when a file has it again.';

-- A row has a key of these names if it is here, or if its id derives from it.
CREATE TABLE import_row_key (
  tenant_id text NOT NULL,
  kind      text NOT NULL,
  names     text NOT NULL,
  value     text NOT NULL,
  id        text NOT NULL,
  PRIMARY KEY (tenant_id, kind, names, value),
  UNIQUE (tenant_id, kind, id, names),
  FOREIGN KEY (tenant_id, kind, id) REFERENCES import_row ON DELETE CASCADE
);
COMMENT ON TABLE import_row_key IS 'Keys of rows whose ids do not derive from them: after --rekey, and of rows that editors made.';
