-- What editors write: campaigns, pages, posts, questions and answers, dictionary.

-- A list as one text, for search. (array_to_string is not IMMUTABLE: of text[] it is.)
CREATE FUNCTION array_to_text(parts text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN array_to_string(parts, ' ');

-- What a dictionary files a term under: its first letter, case folded, with its accent. I with a dot goes with i, as in fold().
CREATE FUNCTION first_letter(term text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(left(translate(normalize(btrim(term), NFC), 'İ', 'i'), 1) COLLATE vitrine_letters);

CREATE TABLE campaign (
  id           text PRIMARY KEY DEFAULT object_id() CONSTRAINT campaign_id_valid CHECK (is_object_id(id)),
  tenant_id    text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  slug         text CONSTRAINT campaign_slug_valid CHECK (is_slug(slug)),
  title        text NOT NULL CONSTRAINT campaign_title_valid CHECK (is_name(title)),
  brief        text,
  description  text,
  cover_image  text,
  banner       text,
  url          text,
  starts_at    timestamptz,
  ends_at      timestamptz,
  status       text NOT NULL DEFAULT 'DRAFT' CONSTRAINT campaign_status_known CHECK (status IN ('DRAFT', 'PUBLISHED')),
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
  CONSTRAINT campaign_window_order CHECK (unpublish_at > publish_at),
  CONSTRAINT campaign_period_order CHECK (ends_at > starts_at)
);
COMMENT ON TABLE campaign IS 'A promotion with a beginning and an end. It is active from starts_at until just before ends_at.';
COMMENT ON COLUMN campaign.starts_at IS 'Empty: it has always been running.';
COMMENT ON COLUMN campaign.ends_at IS 'Empty: it never ends.';
COMMENT ON COLUMN campaign.publish_at IS 'When the record may be seen at all, which may be before the campaign starts.';
COMMENT ON COLUMN campaign.url IS 'Where a click leads.';
CREATE INDEX campaign_list ON campaign (tenant_id, status, position, id);
CREATE INDEX campaign_starts ON campaign (tenant_id, starts_at);
CREATE INDEX campaign_ends ON campaign (tenant_id, ends_at);
CREATE INDEX campaign_created ON campaign (tenant_id, created_at DESC, id);
CREATE INDEX campaign_publish ON campaign (tenant_id, publish_at) WHERE publish_at IS NOT NULL;
CREATE INDEX campaign_unpublish ON campaign (tenant_id, unpublish_at) WHERE unpublish_at IS NOT NULL;
CREATE INDEX campaign_search ON campaign USING gin (search);
CREATE INDEX campaign_search_words ON campaign USING gin (search_words gin_trgm_ops);

CREATE TABLE page (
  id               text PRIMARY KEY DEFAULT object_id() CONSTRAINT page_id_valid CHECK (is_object_id(id)),
  tenant_id        text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  slug             text NOT NULL CONSTRAINT page_slug_valid CHECK (is_slug(slug)),
  title            text NOT NULL CONSTRAINT page_title_valid CHECK (is_name(title)),
  brief            text,
  content          text,
  image            text,
  meta_title       text,
  meta_description text,
  status           text NOT NULL DEFAULT 'DRAFT' CONSTRAINT page_status_known CHECK (status IN ('DRAFT', 'PUBLISHED')),
  position         int NOT NULL DEFAULT 0,
  language         text,
  publish_at       timestamptz,
  unpublish_at     timestamptz,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  search       tsvector GENERATED ALWAYS AS (search_vector(title, NULL, concat_text(brief, content))) STORED,
  search_words text GENERATED ALWAYS AS (words(title)) STORED,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, slug),
  CONSTRAINT page_window_order CHECK (unpublish_at > publish_at)
);
COMMENT ON TABLE page IS 'A page of the site: about, terms, help.';
COMMENT ON COLUMN page.content IS 'HTML.';
COMMENT ON COLUMN page.meta_title IS 'For search engines; empty: the title.';
CREATE INDEX page_list ON page (tenant_id, status, position, id);
CREATE INDEX page_title ON page (tenant_id, title, id);
CREATE INDEX page_created ON page (tenant_id, created_at DESC, id);
CREATE INDEX page_publish ON page (tenant_id, publish_at) WHERE publish_at IS NOT NULL;
CREATE INDEX page_unpublish ON page (tenant_id, unpublish_at) WHERE unpublish_at IS NOT NULL;
CREATE INDEX page_search ON page USING gin (search);
CREATE INDEX page_search_words ON page USING gin (search_words gin_trgm_ops);

CREATE TABLE page_category (
  id          text PRIMARY KEY DEFAULT object_id() CONSTRAINT page_category_id_valid CHECK (is_object_id(id)),
  tenant_id   text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  page_id     text NOT NULL,
  category_id text NOT NULL,
  position    int NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id),
  UNIQUE (page_id, category_id),
  FOREIGN KEY (tenant_id, page_id) REFERENCES page (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, category_id) REFERENCES category (tenant_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE page_category IS 'A category of a page.';
CREATE INDEX page_category_page ON page_category (tenant_id, page_id, category_id);
CREATE INDEX page_category_category ON page_category (tenant_id, category_id, page_id);

CREATE TABLE blog_post (
  id               text PRIMARY KEY DEFAULT object_id() CONSTRAINT blog_post_id_valid CHECK (is_object_id(id)),
  tenant_id        text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  slug             text NOT NULL CONSTRAINT blog_post_slug_valid CHECK (is_slug(slug)),
  title            text NOT NULL CONSTRAINT blog_post_title_valid CHECK (is_name(title)),
  summary          text,
  content          text,
  cover_image      text,
  author_name      text,
  author_title     text,
  author_image     text,
  author_bio       text,
  published_at     timestamptz NOT NULL DEFAULT now(),
  tags             text[] NOT NULL DEFAULT '{}',
  meta_title       text,
  meta_description text,
  status           text NOT NULL DEFAULT 'DRAFT' CONSTRAINT blog_post_status_known CHECK (status IN ('DRAFT', 'PUBLISHED')),
  position         int NOT NULL DEFAULT 0,
  language         text,
  publish_at       timestamptz,
  unpublish_at     timestamptz,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  search       tsvector GENERATED ALWAYS AS (search_vector(title, concat_text(author_name, array_to_text(tags)), summary)) STORED,
  search_words text GENERATED ALWAYS AS (words(title)) STORED,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, slug),
  CONSTRAINT blog_post_window_order CHECK (unpublish_at > publish_at)
);
COMMENT ON TABLE blog_post IS 'A post of the blog.';
COMMENT ON COLUMN blog_post.content IS 'HTML.';
COMMENT ON COLUMN blog_post.published_at IS 'The date that readers see and that new posts are ordered by. It hides nothing: publish_at does.';
CREATE INDEX blog_post_list ON blog_post (tenant_id, status, position, id);
CREATE INDEX blog_post_published ON blog_post (tenant_id, published_at DESC, id);
CREATE INDEX blog_post_title ON blog_post (tenant_id, title, id);
CREATE INDEX blog_post_tags ON blog_post USING gin (tags);
CREATE INDEX blog_post_publish ON blog_post (tenant_id, publish_at) WHERE publish_at IS NOT NULL;
CREATE INDEX blog_post_unpublish ON blog_post (tenant_id, unpublish_at) WHERE unpublish_at IS NOT NULL;
CREATE INDEX blog_post_search ON blog_post USING gin (search);
CREATE INDEX blog_post_search_words ON blog_post USING gin (search_words gin_trgm_ops);

CREATE TABLE blog_post_category (
  id           text PRIMARY KEY DEFAULT object_id() CONSTRAINT blog_post_category_id_valid CHECK (is_object_id(id)),
  tenant_id    text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  blog_post_id text NOT NULL,
  category_id  text NOT NULL,
  position     int NOT NULL DEFAULT 0,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id),
  UNIQUE (blog_post_id, category_id),
  FOREIGN KEY (tenant_id, blog_post_id) REFERENCES blog_post (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, category_id) REFERENCES category (tenant_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE blog_post_category IS 'A category of a post.';
CREATE INDEX blog_post_category_blog_post ON blog_post_category (tenant_id, blog_post_id, category_id);
CREATE INDEX blog_post_category_category ON blog_post_category (tenant_id, category_id, blog_post_id);

CREATE TABLE faq_group (
  id          text PRIMARY KEY DEFAULT object_id() CONSTRAINT faq_group_id_valid CHECK (is_object_id(id)),
  tenant_id   text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  slug        text CONSTRAINT faq_group_slug_valid CHECK (is_slug(slug)),
  title       text NOT NULL CONSTRAINT faq_group_title_valid CHECK (is_name(title)),
  description text,
  parent_id   text,  -- cycles are possible: whoever walks the tree must come back
  status      text NOT NULL DEFAULT 'PUBLISHED' CONSTRAINT faq_group_status_known CHECK (status IN ('DRAFT', 'PUBLISHED')),
  position    int NOT NULL DEFAULT 0,
  language    text,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  search       tsvector GENERATED ALWAYS AS (search_vector(title, NULL, description)) STORED,
  search_words text GENERATED ALWAYS AS (words(title)) STORED,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, slug),
  FOREIGN KEY (tenant_id, parent_id) REFERENCES faq_group (tenant_id, id) ON DELETE SET NULL (parent_id)
);
COMMENT ON TABLE faq_group IS 'A heading over questions; groups nest. With a slug it has a page of its own.';
CREATE INDEX faq_group_list ON faq_group (tenant_id, status, position, id);
CREATE INDEX faq_group_parent ON faq_group (tenant_id, parent_id);
CREATE INDEX faq_group_search ON faq_group USING gin (search);
CREATE INDEX faq_group_search_words ON faq_group USING gin (search_words gin_trgm_ops);

CREATE TABLE faq (
  id         text PRIMARY KEY DEFAULT object_id() CONSTRAINT faq_id_valid CHECK (is_object_id(id)),
  tenant_id  text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  question   text NOT NULL CONSTRAINT faq_question_filled CHECK (btrim(question) <> ''),
  answer     text NOT NULL DEFAULT '',
  date       timestamptz NOT NULL DEFAULT now(),
  group_id   text,
  status     text NOT NULL DEFAULT 'PUBLISHED' CONSTRAINT faq_status_known CHECK (status IN ('DRAFT', 'PUBLISHED')),
  position   int NOT NULL DEFAULT 0,
  language   text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  search       tsvector GENERATED ALWAYS AS (search_vector(question, NULL, answer)) STORED,
  search_words text GENERATED ALWAYS AS (words(question)) STORED,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, group_id) REFERENCES faq_group (tenant_id, id) ON DELETE SET NULL (group_id)
);
COMMENT ON TABLE faq IS 'A question and its answer.';
COMMENT ON COLUMN faq.answer IS 'HTML.';
COMMENT ON COLUMN faq.date IS 'The date that readers see.';
CREATE INDEX faq_list ON faq (tenant_id, status, position, id);
CREATE INDEX faq_of_group ON faq (tenant_id, group_id, position, id);
CREATE INDEX faq_date ON faq (tenant_id, date DESC, id);
CREATE INDEX faq_search ON faq USING gin (search);
CREATE INDEX faq_search_words ON faq USING gin (search_words gin_trgm_ops);

CREATE TABLE dictionary_term (
  id          text PRIMARY KEY DEFAULT object_id() CONSTRAINT dictionary_term_id_valid CHECK (is_object_id(id)),
  tenant_id   text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  slug        text NOT NULL CONSTRAINT dictionary_term_slug_valid CHECK (is_slug(slug)),
  term        text NOT NULL CONSTRAINT dictionary_term_term_valid CHECK (is_name(term)),
  definition  text NOT NULL DEFAULT '',
  letter      text GENERATED ALWAYS AS (first_letter(term)) STORED,
  base_letter text GENERATED ALWAYS AS (left(words(term), 1)) STORED,
  status      text NOT NULL DEFAULT 'PUBLISHED' CONSTRAINT dictionary_term_status_known CHECK (status IN ('DRAFT', 'PUBLISHED')),
  position    int NOT NULL DEFAULT 0,
  language    text,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  search       tsvector GENERATED ALWAYS AS (search_vector(term, NULL, definition)) STORED,
  search_words text GENERATED ALWAYS AS (words(term)) STORED,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, slug)
);
COMMENT ON TABLE dictionary_term IS 'A word and what it means.';
COMMENT ON COLUMN dictionary_term.definition IS 'HTML.';
COMMENT ON COLUMN dictionary_term.letter IS 'The first letter, case folded, accents kept: ş.';
COMMENT ON COLUMN dictionary_term.base_letter IS 'The first letter without accents: s. A reader who asks for S gets Ş too, one who asks for Ş gets only that.';
CREATE INDEX dictionary_term_list ON dictionary_term (tenant_id, status, position, id);
CREATE INDEX dictionary_term_term ON dictionary_term (tenant_id, term, id);
CREATE INDEX dictionary_term_letter ON dictionary_term (tenant_id, letter, term, id);
CREATE INDEX dictionary_term_base_letter ON dictionary_term (tenant_id, base_letter, term, id);
CREATE INDEX dictionary_term_search ON dictionary_term USING gin (search);
CREATE INDEX dictionary_term_search_words ON dictionary_term USING gin (search_words gin_trgm_ops);

CREATE TABLE dictionary_term_related (
  id                 text PRIMARY KEY DEFAULT object_id() CONSTRAINT dictionary_term_related_id_valid CHECK (is_object_id(id)),
  tenant_id          text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  dictionary_term_id text NOT NULL,
  related_id         text NOT NULL,
  position           int NOT NULL DEFAULT 0,
  created_at         timestamptz NOT NULL DEFAULT now(),
  updated_at         timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id),
  UNIQUE (dictionary_term_id, related_id),
  CONSTRAINT dictionary_term_related_not_itself CHECK (dictionary_term_id <> related_id),
  FOREIGN KEY (tenant_id, dictionary_term_id) REFERENCES dictionary_term (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, related_id) REFERENCES dictionary_term (tenant_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE dictionary_term_related IS 'A term to read next. It leads one way: the other way is a row of its own.';
CREATE INDEX dictionary_term_related_term ON dictionary_term_related (tenant_id, dictionary_term_id, position, id);
CREATE INDEX dictionary_term_related_related ON dictionary_term_related (tenant_id, related_id);
