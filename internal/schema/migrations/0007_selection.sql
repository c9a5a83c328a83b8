-- Attributes, routes, collections: what orders and combines the rest.

CREATE TABLE attribute (
  id         text PRIMARY KEY DEFAULT object_id() CONSTRAINT attribute_id_valid CHECK (is_object_id(id)),
  tenant_id  text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  slug       text CONSTRAINT attribute_slug_valid CHECK (is_slug(slug)),
  name       text NOT NULL CONSTRAINT attribute_name_valid CHECK (is_name(name)),
  type       text NOT NULL DEFAULT 'TEXT' CONSTRAINT attribute_type_known CHECK (type IN ('TEXT', 'COLOR', 'NUMBER', 'BOOLEAN', 'DATE', 'IMAGE')),
  unit       text,
  status     text NOT NULL DEFAULT 'PUBLISHED' CONSTRAINT attribute_status_known CHECK (status IN ('DRAFT', 'PUBLISHED')),
  position   int NOT NULL DEFAULT 0,
  language   text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, slug)
);
COMMENT ON TABLE attribute IS 'A property that products have and readers filter by, such as colour, with the values offered (attribute_option). Products name it in product_attribute.';
CREATE INDEX attribute_list ON attribute (tenant_id, status, position, id);
CREATE INDEX attribute_name ON attribute (tenant_id, name, id);

CREATE TABLE attribute_option (
  id           text PRIMARY KEY DEFAULT object_id() CONSTRAINT attribute_option_id_valid CHECK (is_object_id(id)),
  tenant_id    text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  attribute_id text NOT NULL,
  label        text NOT NULL CONSTRAINT attribute_option_label_valid CHECK (is_name(label)),
  value        text NOT NULL CONSTRAINT attribute_option_value_length CHECK (length(value) BETWEEN 1 AND 500),
  position     int NOT NULL DEFAULT 0,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id),
  UNIQUE (attribute_id, value),
  FOREIGN KEY (tenant_id, attribute_id) REFERENCES attribute (tenant_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE attribute_option IS 'A value of an attribute: its label, and for a colour the value #rrggbb.';
CREATE INDEX attribute_option_attribute ON attribute_option (tenant_id, attribute_id, position, id);

CREATE TABLE route (
  id            text PRIMARY KEY DEFAULT object_id() CONSTRAINT route_id_valid CHECK (is_object_id(id)),
  tenant_id     text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  slug          text NOT NULL CONSTRAINT route_slug_valid CHECK (is_slug(slug)),
  title         text NOT NULL CONSTRAINT route_title_valid CHECK (is_name(title)),
  brief         text,
  description   text,
  cover_image   text,
  images        jsonb NOT NULL DEFAULT '[]' CONSTRAINT route_images_array CHECK (jsonb_typeof(images) = 'array'),
  duration_days int CONSTRAINT route_duration_days_positive CHECK (duration_days > 0),
  distance_km   numeric(9,2) CONSTRAINT route_distance_km_positive CHECK (distance_km >= 0),
  difficulty    text,
  amount        numeric(12,2) CONSTRAINT route_amount_positive CHECK (amount >= 0),
  currency      char(3) CONSTRAINT route_currency_iso CHECK (currency ~ '^[A-Z]{3}$'),
  status        text NOT NULL DEFAULT 'DRAFT' CONSTRAINT route_status_known CHECK (status IN ('DRAFT', 'PUBLISHED')),
  position      int NOT NULL DEFAULT 0,
  language      text,
  publish_at    timestamptz,
  unpublish_at  timestamptz,
  created_at    timestamptz NOT NULL DEFAULT now(),
  updated_at    timestamptz NOT NULL DEFAULT now(),
  search       tsvector GENERATED ALWAYS AS (search_vector(title, NULL, concat_text(brief, description))) STORED,
  search_words text GENERATED ALWAYS AS (words(title)) STORED,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, slug),
  CONSTRAINT route_window_order CHECK (unpublish_at > publish_at)
);
COMMENT ON TABLE route IS 'A tour or route, day by day (route_stop).';
CREATE INDEX route_list ON route (tenant_id, status, position, id);
CREATE INDEX route_title ON route (tenant_id, title, id);
CREATE INDEX route_created ON route (tenant_id, created_at DESC, id);
CREATE INDEX route_publish ON route (tenant_id, publish_at) WHERE publish_at IS NOT NULL;
CREATE INDEX route_unpublish ON route (tenant_id, unpublish_at) WHERE unpublish_at IS NOT NULL;
CREATE INDEX route_search ON route USING gin (search);
CREATE INDEX route_search_words ON route USING gin (search_words gin_trgm_ops);

CREATE TABLE route_stop (
  id          text PRIMARY KEY DEFAULT object_id() CONSTRAINT route_stop_id_valid CHECK (is_object_id(id)),
  tenant_id   text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  title       text NOT NULL CONSTRAINT route_stop_title_valid CHECK (is_name(title)),
  route_id    text NOT NULL,
  day         int NOT NULL DEFAULT 1 CONSTRAINT route_stop_day_positive CHECK (day > 0),
  description text,
  image       text,
  place_id    text,
  position    int NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, route_id) REFERENCES route (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, place_id) REFERENCES place (tenant_id, id) ON DELETE SET NULL (place_id)
);
COMMENT ON TABLE route_stop IS 'A stop of a route. Stops go by day, then position.';
CREATE INDEX route_stop_route ON route_stop (tenant_id, route_id, day, position, id);
CREATE INDEX route_stop_place ON route_stop (tenant_id, place_id);

CREATE TABLE collection (
  id           text PRIMARY KEY DEFAULT object_id() CONSTRAINT collection_id_valid CHECK (is_object_id(id)),
  tenant_id    text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  slug         text NOT NULL CONSTRAINT collection_slug_valid CHECK (is_slug(slug)),
  title        text NOT NULL CONSTRAINT collection_title_valid CHECK (is_name(title)),
  brief        text,
  description  text,
  image        text,
  banner       text,
  status       text NOT NULL DEFAULT 'DRAFT' CONSTRAINT collection_status_known CHECK (status IN ('DRAFT', 'PUBLISHED')),
  position     int NOT NULL DEFAULT 0,
  language     text,
  publish_at   timestamptz,
  unpublish_at timestamptz,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  search       tsvector GENERATED ALWAYS AS (search_vector(title, NULL, concat_text(brief, description))) STORED,
  search_words text GENERATED ALWAYS AS (words(title)) STORED,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, slug),
  CONSTRAINT collection_window_order CHECK (unpublish_at > publish_at)
);
COMMENT ON TABLE collection IS 'Products chosen by hand under one title and banner.';
CREATE INDEX collection_list ON collection (tenant_id, status, position, id);
CREATE INDEX collection_title ON collection (tenant_id, title, id);
CREATE INDEX collection_created ON collection (tenant_id, created_at DESC, id);
CREATE INDEX collection_publish ON collection (tenant_id, publish_at) WHERE publish_at IS NOT NULL;
CREATE INDEX collection_unpublish ON collection (tenant_id, unpublish_at) WHERE unpublish_at IS NOT NULL;
CREATE INDEX collection_search ON collection USING gin (search);
CREATE INDEX collection_search_words ON collection USING gin (search_words gin_trgm_ops);

CREATE TABLE collection_product (
  id            text PRIMARY KEY DEFAULT object_id() CONSTRAINT collection_product_id_valid CHECK (is_object_id(id)),
  tenant_id     text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  collection_id text NOT NULL,
  product_id    text NOT NULL,
  position      int NOT NULL DEFAULT 0,
  created_at    timestamptz NOT NULL DEFAULT now(),
  updated_at    timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id),
  UNIQUE (collection_id, product_id),
  FOREIGN KEY (tenant_id, collection_id) REFERENCES collection (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, product_id) REFERENCES product (tenant_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE collection_product IS 'A product of a collection.';
CREATE INDEX collection_product_collection ON collection_product (tenant_id, collection_id, position, id);
CREATE INDEX collection_product_product ON collection_product (tenant_id, product_id);
