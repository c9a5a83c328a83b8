-- Places, organizations, projects: what and who is there.

CREATE TABLE place (
  id          text PRIMARY KEY DEFAULT object_id() CONSTRAINT place_id_valid CHECK (is_object_id(id)),
  tenant_id   text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  slug        text NOT NULL CONSTRAINT place_slug_valid CHECK (is_slug(slug)),
  name        text NOT NULL CONSTRAINT place_name_valid CHECK (is_name(name)),
  description text,
  image       text,
  images      jsonb NOT NULL DEFAULT '[]' CONSTRAINT place_images_array CHECK (jsonb_typeof(images) = 'array'),
  capacity    int CONSTRAINT place_capacity_positive CHECK (capacity >= 0),
  lat         float8 CONSTRAINT place_lat_range CHECK (lat BETWEEN -90 AND 90),
  lng         float8 CONSTRAINT place_lng_range CHECK (lng BETWEEN -180 AND 180),
  address     text,
  city        text,
  country     text,
  website     text,
  email       text,
  phone       text,
  timezone    text,
  status      text NOT NULL DEFAULT 'PUBLISHED' CONSTRAINT place_status_known CHECK (status IN ('DRAFT', 'PUBLISHED')),
  position    int NOT NULL DEFAULT 0,
  language    text,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  search       tsvector GENERATED ALWAYS AS (search_vector(name, concat_text(city, country), description)) STORED,
  search_words text GENERATED ALWAYS AS (words(name)) STORED,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, slug)
);
COMMENT ON TABLE place IS 'Where something happens: a stadium, an airport, a city, a hall.';
COMMENT ON COLUMN place.capacity IS 'How many people it holds.';
COMMENT ON COLUMN place.timezone IS 'IANA name, such as Europe/Istanbul.';
CREATE INDEX place_list ON place (tenant_id, status, position, id);
CREATE INDEX place_name ON place (tenant_id, name, id);
CREATE INDEX place_search ON place USING gin (search);
CREATE INDEX place_search_words ON place USING gin (search_words gin_trgm_ops);

CREATE TABLE organization (
  id          text PRIMARY KEY DEFAULT object_id() CONSTRAINT organization_id_valid CHECK (is_object_id(id)),
  tenant_id   text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  slug        text NOT NULL CONSTRAINT organization_slug_valid CHECK (is_slug(slug)),
  name        text NOT NULL CONSTRAINT organization_name_valid CHECK (is_name(name)),
  logo        text,
  image       text,
  brief       text,
  description text,
  website     text,
  email       text,
  phone       text,
  address     text,
  city        text,
  country     text,
  contacts    jsonb NOT NULL DEFAULT '[]' CONSTRAINT organization_contacts_array CHECK (jsonb_typeof(contacts) = 'array'),
  social      jsonb NOT NULL DEFAULT '{}' CONSTRAINT organization_social_object CHECK (jsonb_typeof(social) = 'object'),
  status      text NOT NULL DEFAULT 'PUBLISHED' CONSTRAINT organization_status_known CHECK (status IN ('DRAFT', 'PUBLISHED')),
  position    int NOT NULL DEFAULT 0,
  language    text,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  search       tsvector GENERATED ALWAYS AS (search_vector(name, NULL, concat_text(brief, description))) STORED,
  search_words text GENERATED ALWAYS AS (words(name)) STORED,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, slug)
);
COMMENT ON TABLE organization IS 'A company, club, foundation or public body.';
COMMENT ON COLUMN organization.brief IS 'One or two sentences, for cards.';
COMMENT ON COLUMN organization.contacts IS 'People to turn to: [{"name", "role", "email", "phone"}].';
COMMENT ON COLUMN organization.social IS 'Addresses elsewhere, by name: {"github": "https://…"}.';
CREATE INDEX organization_list ON organization (tenant_id, status, position, id);
CREATE INDEX organization_name ON organization (tenant_id, name, id);
CREATE INDEX organization_search ON organization USING gin (search);
CREATE INDEX organization_search_words ON organization USING gin (search_words gin_trgm_ops);

CREATE TABLE project (
  id              text PRIMARY KEY DEFAULT object_id() CONSTRAINT project_id_valid CHECK (is_object_id(id)),
  tenant_id       text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  slug            text NOT NULL CONSTRAINT project_slug_valid CHECK (is_slug(slug)),
  title           text NOT NULL CONSTRAINT project_title_valid CHECK (is_name(title)),
  brief           text,
  description     text,
  content         text,
  cover_image     text,
  gallery         jsonb NOT NULL DEFAULT '[]' CONSTRAINT project_gallery_array CHECK (jsonb_typeof(gallery) = 'array'),
  stage           text NOT NULL DEFAULT 'planned' CONSTRAINT project_stage_known CHECK (stage IN ('planned', 'ongoing', 'completed', 'cancelled')),
  start_date      timestamptz,
  completion_date timestamptz,
  client          text,
  organization_id text,
  website         text,
  status          text NOT NULL DEFAULT 'DRAFT' CONSTRAINT project_status_known CHECK (status IN ('DRAFT', 'PUBLISHED')),
  position        int NOT NULL DEFAULT 0,
  language        text,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  search       tsvector GENERATED ALWAYS AS (search_vector(title, client, concat_text(brief, description))) STORED,
  search_words text GENERATED ALWAYS AS (words(title)) STORED,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, slug),
  FOREIGN KEY (tenant_id, organization_id) REFERENCES organization (tenant_id, id) ON DELETE SET NULL (organization_id)
);
COMMENT ON TABLE project IS 'A piece of work shown as a reference: what was done, for whom, with pictures.';
COMMENT ON COLUMN project.status IS 'Whether the record is shown. How far the work is, is the stage.';
COMMENT ON COLUMN project.stage IS 'What readers see as the projects status.';
COMMENT ON COLUMN project.gallery IS 'Addresses of pictures: ["https://…"].';
CREATE INDEX project_list ON project (tenant_id, status, position, id);
CREATE INDEX project_title ON project (tenant_id, title, id);
CREATE INDEX project_completion ON project (tenant_id, completion_date DESC, id);
CREATE INDEX project_organization ON project (tenant_id, organization_id);
CREATE INDEX project_search ON project USING gin (search);
CREATE INDEX project_search_words ON project USING gin (search_words gin_trgm_ops);

CREATE TABLE project_category (
  id          text PRIMARY KEY DEFAULT object_id() CONSTRAINT project_category_id_valid CHECK (is_object_id(id)),
  tenant_id   text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  project_id  text NOT NULL,
  category_id text NOT NULL,
  position    int NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id),
  UNIQUE (project_id, category_id),
  FOREIGN KEY (tenant_id, project_id) REFERENCES project (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, category_id) REFERENCES category (tenant_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE project_category IS 'A category of a project.';
CREATE INDEX project_category_project ON project_category (tenant_id, project_id, category_id);
CREATE INDEX project_category_category ON project_category (tenant_id, category_id, project_id);
