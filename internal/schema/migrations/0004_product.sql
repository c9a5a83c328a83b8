-- Products.

CREATE TABLE product (
  id                   text PRIMARY KEY DEFAULT object_id() CONSTRAINT product_id_valid CHECK (is_object_id(id)),
  tenant_id            text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  slug                 text NOT NULL CONSTRAINT product_slug_valid CHECK (is_slug(slug)),
  name                 text NOT NULL CONSTRAINT product_name_valid CHECK (is_name(name)),
  title                text,
  status               text NOT NULL DEFAULT 'DRAFT'
                       CONSTRAINT product_status_known CHECK (status IN ('DRAFT', 'PUBLISHED', 'OUT_OF_STOCK', 'ARCHIVED')),
  sale_type            text,
  brand_id             text,
  merchant_id          text,
  amount               numeric(12,2) CONSTRAINT product_amount_positive CHECK (amount >= 0),
  list_price           numeric(12,2) CONSTRAINT product_list_price_positive CHECK (list_price >= 0),
  sale_price           numeric(12,2) CONSTRAINT product_sale_price_positive CHECK (sale_price >= 0),
  discount             numeric(12,2) CONSTRAINT product_discount_positive CHECK (discount >= 0),
  lowest_price_30_days numeric(12,2) CONSTRAINT product_lowest_price_30_days_positive CHECK (lowest_price_30_days >= 0),
  currency             char(3) CONSTRAINT product_currency_iso CHECK (currency ~ '^[A-Z]{3}$'),
  stock                int NOT NULL DEFAULT 0,
  stock_min            int NOT NULL DEFAULT 0,
  year                 int,
  language             text,
  sku                  text,
  model_no             text,
  stn                  text,
  brief                text,
  description          text,
  thumbnail            text,
  featured_image       text,
  images               jsonb NOT NULL DEFAULT '[]' CONSTRAINT product_images_array CHECK (jsonb_typeof(images) = 'array'),
  properties           jsonb NOT NULL DEFAULT '[]' CONSTRAINT product_properties_array CHECK (jsonb_typeof(properties) = 'array'),
  badges               jsonb NOT NULL DEFAULT '[]' CONSTRAINT product_badges_array CHECK (jsonb_typeof(badges) = 'array'),
  variants             jsonb NOT NULL DEFAULT '[]' CONSTRAINT product_variants_array CHECK (jsonb_typeof(variants) = 'array'),
  techniques           text[] NOT NULL DEFAULT '{}',
  materials            text[] NOT NULL DEFAULT '{}',
  tools                text[] NOT NULL DEFAULT '{}',
  edition_number       int CONSTRAINT product_edition_number_positive CHECK (edition_number >= 0),
  edition_amount       int CONSTRAINT product_edition_amount_positive CHECK (edition_amount >= 0),
  sold                 int NOT NULL DEFAULT 0,
  visits               int NOT NULL DEFAULT 0,
  popularity           bigint GENERATED ALWAYS AS (sold::bigint * 20 + visits) STORED,  -- a sale counts for twenty visits
  position             int NOT NULL DEFAULT 0,
  publish_at           timestamptz,
  unpublish_at         timestamptz,
  created_at           timestamptz NOT NULL DEFAULT now(),
  updated_at           timestamptz NOT NULL DEFAULT now(),
  search       tsvector GENERATED ALWAYS AS
               (search_vector(name, concat_text(title, sku, model_no), concat_text(brief, description))) STORED,
  search_words text GENERATED ALWAYS AS (words(name)) STORED,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, slug),
  CONSTRAINT product_window_order CHECK (unpublish_at > publish_at),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id) ON DELETE SET NULL (brand_id),
  FOREIGN KEY (tenant_id, merchant_id) REFERENCES merchant (tenant_id, id) ON DELETE SET NULL (merchant_id)
) WITH (fillfactor = 85);
COMMENT ON TABLE product IS 'What a shop sells. DRAFT and ARCHIVED are shown nowhere, OUT_OF_STOCK is shown.';
COMMENT ON COLUMN product.amount IS 'The price a customer pays. Empty: the product has no price, and price filters and sorts pass it by.';
COMMENT ON COLUMN product.currency IS 'ISO 4217. Empty: the tenant''s own.';
COMMENT ON COLUMN product.publish_at IS 'Shown from this moment on. Empty: from the start.';
COMMENT ON COLUMN product.unpublish_at IS 'Shown until just before this moment. Empty: for ever.';
-- Lists of large shops are answered from memory (search/listing), and those of small ones are sorted in no time: an index for each order would
-- only cost whoever writes.
CREATE INDEX product_list ON product (tenant_id, status, position, id);
CREATE INDEX product_position ON product (tenant_id, position, id);
CREATE INDEX product_amount ON product (tenant_id, amount, id);
CREATE INDEX product_brand ON product (tenant_id, brand_id, position, id) WHERE brand_id IS NOT NULL;
CREATE INDEX product_merchant ON product (tenant_id, merchant_id, position, id) WHERE merchant_id IS NOT NULL;
CREATE INDEX product_publish ON product (tenant_id, publish_at) WHERE publish_at IS NOT NULL;
CREATE INDEX product_unpublish ON product (tenant_id, unpublish_at) WHERE unpublish_at IS NOT NULL;
CREATE INDEX product_search ON product USING gin (search);
CREATE INDEX product_search_words ON product USING gin (search_words gin_trgm_ops);

-- The two tables below are the longest by far: an import writes five attributes a product. Their tenant is checked by way of the product,
-- and they carry no key that nothing refers to.

CREATE TABLE product_category (
  id          text PRIMARY KEY DEFAULT object_id() CONSTRAINT product_category_id_valid CHECK (is_object_id(id)),
  tenant_id   text NOT NULL,
  product_id  text NOT NULL,
  category_id text NOT NULL,
  position    int NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, product_id, category_id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES product (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, category_id) REFERENCES category (tenant_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE product_category IS 'A category of a product. It counts for the category''s ancestors too.';
CREATE INDEX product_category_category ON product_category (tenant_id, category_id, product_id);

CREATE TABLE product_attribute (
  id         text PRIMARY KEY DEFAULT object_id() CONSTRAINT product_attribute_id_valid CHECK (is_object_id(id)),
  tenant_id  text NOT NULL,
  product_id text NOT NULL,
  name       text NOT NULL CONSTRAINT product_attribute_name_valid CHECK (is_name(name) AND length(name) <= 100),
  value      text NOT NULL CONSTRAINT product_attribute_value_length CHECK (length(value) BETWEEN 1 AND 500),
  type       text NOT NULL DEFAULT 'TEXT' CONSTRAINT product_attribute_type_filled CHECK (type <> ''),
  position   int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (tenant_id, product_id) REFERENCES product (tenant_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE product_attribute IS 'An attribute of a product and its value, such as colour: red. A product may have several values of one name.';
CREATE INDEX product_attribute_product ON product_attribute (tenant_id, product_id, position, id);
CREATE INDEX product_attribute_value ON product_attribute (tenant_id, name, value, product_id);
