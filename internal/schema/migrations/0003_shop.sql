-- Categories, brands, merchants: what products, posts and events hang on.
--
-- Every content table is made alike: a 24-hex id of its own (CMSs cannot edit composite keys), the tenant, and UNIQUE (tenant_id, id), to
-- which foreign keys point, so that no row can name one of another tenant. Deleting what is pointed at leaves the row and empties the column:
-- SET NULL names the column, else it would empty the tenant too. language NULL means any language. Lists go by position, then id.

CREATE TABLE category (
  id          text PRIMARY KEY DEFAULT object_id() CONSTRAINT category_id_valid CHECK (is_object_id(id)),
  tenant_id   text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  slug        text NOT NULL CONSTRAINT category_slug_valid CHECK (is_slug(slug))
              CONSTRAINT category_slug_no_id CHECK (slug !~ '^[0-9A-Fa-f]{24}$'),  -- /category/:slug takes an id as well
  name        text NOT NULL CONSTRAINT category_name_valid CHECK (is_name(name)),
  type        text NOT NULL DEFAULT 'product' CONSTRAINT category_type_filled CHECK (type <> ''),
  parent_id   text,  -- cycles are possible: whoever walks the tree must come back
  description text,
  image       text,
  banner      text,
  status      text NOT NULL DEFAULT 'PUBLISHED' CONSTRAINT category_status_known CHECK (status IN ('DRAFT', 'PUBLISHED')),
  position    int NOT NULL DEFAULT 0,
  language    text,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  search       tsvector GENERATED ALWAYS AS (search_vector(name, NULL, description)) STORED,
  search_words text GENERATED ALWAYS AS (words(name)) STORED,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, slug),
  FOREIGN KEY (tenant_id, parent_id) REFERENCES category (tenant_id, id) ON DELETE SET NULL (parent_id)
);
COMMENT ON TABLE category IS 'A heading under which products, posts, pages, events, merchants or projects (see type) are found; headings nest.';
COMMENT ON COLUMN category.type IS 'What it orders: product, blog, page, event, merchant, project …';
CREATE INDEX category_list ON category (tenant_id, status, position, id);
CREATE INDEX category_parent ON category (tenant_id, parent_id);
CREATE INDEX category_type ON category (tenant_id, type);
CREATE INDEX category_search ON category USING gin (search);
CREATE INDEX category_search_words ON category USING gin (search_words gin_trgm_ops);

CREATE TABLE brand (
  id          text PRIMARY KEY DEFAULT object_id() CONSTRAINT brand_id_valid CHECK (is_object_id(id)),
  tenant_id   text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  slug        text NOT NULL CONSTRAINT brand_slug_valid CHECK (is_slug(slug)),
  name        text NOT NULL CONSTRAINT brand_name_valid CHECK (is_name(name)),
  logo        text,
  image       text,
  description text,
  website     text,
  email       text,
  phone       text,
  status      text NOT NULL DEFAULT 'PUBLISHED' CONSTRAINT brand_status_known CHECK (status IN ('DRAFT', 'PUBLISHED')),
  position    int NOT NULL DEFAULT 0,
  language    text,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  search       tsvector GENERATED ALWAYS AS (search_vector(name, NULL, description)) STORED,
  search_words text GENERATED ALWAYS AS (words(name)) STORED,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, slug)
);
COMMENT ON TABLE brand IS 'Who makes a product.';
CREATE INDEX brand_list ON brand (tenant_id, status, position, id);
CREATE INDEX brand_name ON brand (tenant_id, name, id);
CREATE INDEX brand_search ON brand USING gin (search);
CREATE INDEX brand_search_words ON brand USING gin (search_words gin_trgm_ops);

CREATE TABLE brand_location (
  id         text PRIMARY KEY DEFAULT object_id() CONSTRAINT brand_location_id_valid CHECK (is_object_id(id)),
  tenant_id  text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  brand_id   text NOT NULL,
  name       text NOT NULL CONSTRAINT brand_location_name_valid CHECK (is_name(name)),
  lat        float8 CONSTRAINT brand_location_lat_range CHECK (lat BETWEEN -90 AND 90),
  lng        float8 CONSTRAINT brand_location_lng_range CHECK (lng BETWEEN -180 AND 180),
  address    text,
  city       text,
  country    text,
  phone      text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE brand_location IS 'A store or dealer of a brand, shown on the map once it has coordinates.';
CREATE INDEX brand_location_brand ON brand_location (tenant_id, brand_id);
CREATE INDEX brand_location_name ON brand_location (tenant_id, name, id);

CREATE TABLE merchant (
  id              text PRIMARY KEY DEFAULT object_id() CONSTRAINT merchant_id_valid CHECK (is_object_id(id)),
  tenant_id       text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  slug            text NOT NULL CONSTRAINT merchant_slug_valid CHECK (is_slug(slug)),
  name            text NOT NULL CONSTRAINT merchant_name_valid CHECK (is_name(name)),
  logo            text,
  image           text,
  description     text,
  website         text,
  email           text,
  phone           text,
  rating          numeric(3,2) CONSTRAINT merchant_rating_range CHECK (rating BETWEEN 0 AND 5),
  rating_count    int CONSTRAINT merchant_rating_count_positive CHECK (rating_count >= 0),
  holiday_active  boolean NOT NULL DEFAULT false,
  holiday_message text,
  lat             float8 CONSTRAINT merchant_lat_range CHECK (lat BETWEEN -90 AND 90),
  lng             float8 CONSTRAINT merchant_lng_range CHECK (lng BETWEEN -180 AND 180),
  address         text,
  city            text,
  country         text,
  status          text NOT NULL DEFAULT 'PUBLISHED' CONSTRAINT merchant_status_known CHECK (status IN ('DRAFT', 'PUBLISHED')),
  position        int NOT NULL DEFAULT 0,
  language        text,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  search       tsvector GENERATED ALWAYS AS (search_vector(name, NULL, description)) STORED,
  search_words text GENERATED ALWAYS AS (words(name)) STORED,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, slug)
);
COMMENT ON TABLE merchant IS 'Who sells a product or runs an event. On holiday, orders wait until it ends.';
CREATE INDEX merchant_list ON merchant (tenant_id, status, position, id);
CREATE INDEX merchant_name ON merchant (tenant_id, name, id);
CREATE INDEX merchant_search ON merchant USING gin (search);
CREATE INDEX merchant_search_words ON merchant USING gin (search_words gin_trgm_ops);

CREATE TABLE merchant_category (
  id          text PRIMARY KEY DEFAULT object_id() CONSTRAINT merchant_category_id_valid CHECK (is_object_id(id)),
  tenant_id   text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  merchant_id text NOT NULL,
  category_id text NOT NULL,
  position    int NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id),
  UNIQUE (merchant_id, category_id),
  FOREIGN KEY (tenant_id, merchant_id) REFERENCES merchant (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, category_id) REFERENCES category (tenant_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE merchant_category IS 'A category of a merchant.';
CREATE INDEX merchant_category_merchant ON merchant_category (tenant_id, merchant_id, category_id);
CREATE INDEX merchant_category_category ON merchant_category (tenant_id, category_id, merchant_id);
