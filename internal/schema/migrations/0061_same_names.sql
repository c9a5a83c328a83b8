-- The CHECK constraints of identifiers, slugs and names, as before. The names are those of pg_catalog whatever the
-- search_path: a session that puts a schema of its own before pg_catalog could replace them.
CREATE OR REPLACE FUNCTION is_object_id(id text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN pg_catalog.length(id) OPERATOR(pg_catalog.=) 24
     AND pg_catalog.translate(id, '0123456789abcdef', '') OPERATOR(pg_catalog.=) '';
END $$;

CREATE OR REPLACE FUNCTION is_slug(slug text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN pg_catalog.length(slug) OPERATOR(pg_catalog.>=) 1 AND pg_catalog.length(slug) OPERATOR(pg_catalog.<=) 200
     AND slug OPERATOR(pg_catalog.!~)
       '[/\\?#%;\s\u0001-\u001f\u007f-\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]'
     AND slug OPERATOR(pg_catalog.<>) ALL (ARRAY['.', '..', 'new', 'popular', 'random', 'filters', 'id', 'card', 'short',
                                                 'location', 'tree', 'list', 'active', 'tickets', 'upcoming', 'passed']);
END $$;

CREATE OR REPLACE FUNCTION is_name(name text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN pg_catalog.btrim(name) OPERATOR(pg_catalog.<>) '' AND pg_catalog.length(name) OPERATOR(pg_catalog.<=) 500;
END $$;
