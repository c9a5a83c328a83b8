-- Events.

CREATE TABLE event (
  id                   text PRIMARY KEY DEFAULT object_id() CONSTRAINT event_id_valid CHECK (is_object_id(id)),
  tenant_id            text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  slug                 text NOT NULL CONSTRAINT event_slug_valid CHECK (is_slug(slug)),
  name                 text NOT NULL CONSTRAINT event_name_valid CHECK (is_name(name)),
  starts_at            timestamptz NOT NULL,
  ends_at              timestamptz,
  over_at              timestamptz GENERATED ALWAYS AS (coalesce(ends_at, starts_at)) STORED,
  year                 int GENERATED ALWAYS AS (extract(year FROM starts_at AT TIME ZONE 'UTC')::int) STORED,
  abstract             text,
  description          text,
  content              text,
  notes                text[] NOT NULL DEFAULT '{}',
  rules                text[] NOT NULL DEFAULT '{}',
  featured_image       text,
  images               jsonb NOT NULL DEFAULT '[]' CONSTRAINT event_images_array CHECK (jsonb_typeof(images) = 'array'),
  amount               numeric(12,2) CONSTRAINT event_amount_positive CHECK (amount >= 0),
  list_price           numeric(12,2) CONSTRAINT event_list_price_positive CHECK (list_price >= 0),
  sale_price           numeric(12,2) CONSTRAINT event_sale_price_positive CHECK (sale_price >= 0),
  discount             numeric(12,2) CONSTRAINT event_discount_positive CHECK (discount >= 0),
  lowest_price_30_days numeric(12,2) CONSTRAINT event_lowest_price_30_days_positive CHECK (lowest_price_30_days >= 0),
  currency             char(3) CONSTRAINT event_currency_iso CHECK (currency ~ '^[A-Z]{3}$'),
  place_id             text,
  merchant_id          text,
  organization_id      text,
  capacity_min         int CONSTRAINT event_capacity_min_positive CHECK (capacity_min >= 0),
  capacity_max         int CONSTRAINT event_capacity_max_positive CHECK (capacity_max >= 0),
  cancelation          boolean,
  attendees            int NOT NULL DEFAULT 0 CONSTRAINT event_attendees_positive CHECK (attendees >= 0),
  recurrence_group_id  text,
  badges               jsonb NOT NULL DEFAULT '[]' CONSTRAINT event_badges_array CHECK (jsonb_typeof(badges) = 'array'),
  attributes           jsonb NOT NULL DEFAULT '[]' CONSTRAINT event_attributes_array CHECK (jsonb_typeof(attributes) = 'array'),
  meta_title           text,
  meta_description     text,
  meta_image           text,
  status               text NOT NULL DEFAULT 'DRAFT'
                       CONSTRAINT event_status_known CHECK (status IN ('DRAFT', 'PUBLISHED', 'SOLD_OUT', 'PASSED', 'CANCELLED', 'ARCHIVED')),
  position             int NOT NULL DEFAULT 0,
  language             text,
  publish_at           timestamptz,
  unpublish_at         timestamptz,
  created_at           timestamptz NOT NULL DEFAULT now(),
  updated_at           timestamptz NOT NULL DEFAULT now(),
  search       tsvector GENERATED ALWAYS AS (search_vector(name, NULL, concat_text(abstract, description))) STORED,
  search_words text GENERATED ALWAYS AS (words(name)) STORED,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, slug),
  CONSTRAINT event_window_order CHECK (unpublish_at > publish_at),
  CONSTRAINT event_period_order CHECK (ends_at >= starts_at),
  CONSTRAINT event_capacity_order CHECK (capacity_max >= capacity_min),
  FOREIGN KEY (tenant_id, place_id) REFERENCES place (tenant_id, id) ON DELETE SET NULL (place_id),
  FOREIGN KEY (tenant_id, merchant_id) REFERENCES merchant (tenant_id, id) ON DELETE SET NULL (merchant_id),
  FOREIGN KEY (tenant_id, organization_id) REFERENCES organization (tenant_id, id) ON DELETE SET NULL (organization_id)
);
COMMENT ON TABLE event IS 'Something that happens at a time and, mostly, at a place. SOLD_OUT, PASSED and CANCELLED are shown; DRAFT and ARCHIVED are not.';
COMMENT ON COLUMN event.over_at IS 'From this moment on the event has passed.';
COMMENT ON COLUMN event.place_id IS 'The venue.';
COMMENT ON COLUMN event.organization_id IS 'Who holds it, where that is not the merchant.';
COMMENT ON COLUMN event.cancelation IS 'Whether a booking can be given back.';
COMMENT ON COLUMN event.capacity_min IS 'It takes place from so many bookings on.';
COMMENT ON COLUMN event.attendees IS 'How many are coming.';
COMMENT ON COLUMN event.recurrence_group_id IS 'The same in all events of a series. It points at no table.';
COMMENT ON COLUMN event.notes IS 'Good to know, one line each.';
COMMENT ON COLUMN event.meta_title IS 'For search engines and previews; empty: the name.';
CREATE INDEX event_list ON event (tenant_id, status, position, id);
CREATE INDEX event_starts ON event (tenant_id, starts_at, id);
CREATE INDEX event_over ON event (tenant_id, over_at, id);
CREATE INDEX event_created ON event (tenant_id, created_at DESC, id);
CREATE INDEX event_amount ON event (tenant_id, amount, id);
CREATE INDEX event_name ON event (tenant_id, name, id);
CREATE INDEX event_place ON event (tenant_id, place_id, starts_at);
CREATE INDEX event_merchant ON event (tenant_id, merchant_id, starts_at);
CREATE INDEX event_organization ON event (tenant_id, organization_id);
CREATE INDEX event_recurrence ON event (tenant_id, recurrence_group_id) WHERE recurrence_group_id IS NOT NULL;
CREATE INDEX event_publish ON event (tenant_id, publish_at) WHERE publish_at IS NOT NULL;
CREATE INDEX event_unpublish ON event (tenant_id, unpublish_at) WHERE unpublish_at IS NOT NULL;
CREATE INDEX event_search ON event USING gin (search);
CREATE INDEX event_search_words ON event USING gin (search_words gin_trgm_ops);

CREATE TABLE event_session (
  id         text PRIMARY KEY DEFAULT object_id() CONSTRAINT event_session_id_valid CHECK (is_object_id(id)),
  tenant_id  text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  event_id   text NOT NULL,
  label      text,
  starts_at  timestamptz NOT NULL,
  ends_at    timestamptz,
  position   int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id),
  CONSTRAINT event_session_period_order CHECK (ends_at >= starts_at),
  FOREIGN KEY (tenant_id, event_id) REFERENCES event (tenant_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE event_session IS 'One of the times an event is on: a day, a race, a showing. Sessions go by starts_at, then position.';
CREATE INDEX event_session_event ON event_session (tenant_id, event_id, starts_at, position, id);

CREATE TABLE event_category (
  id          text PRIMARY KEY DEFAULT object_id() CONSTRAINT event_category_id_valid CHECK (is_object_id(id)),
  tenant_id   text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  event_id    text NOT NULL,
  category_id text NOT NULL,
  position    int NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id),
  UNIQUE (event_id, category_id),
  FOREIGN KEY (tenant_id, event_id) REFERENCES event (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, category_id) REFERENCES category (tenant_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE event_category IS 'A category of an event.';
CREATE INDEX event_category_event ON event_category (tenant_id, event_id, category_id);
CREATE INDEX event_category_category ON event_category (tenant_id, category_id, event_id);
