-- The columns of the tables of Directus that the description fills.
CREATE TABLE directus_collections (collection text PRIMARY KEY, icon text, note text, display_template text,
  hidden boolean, translations json, archive_field text, archive_value text, unarchive_value text, sort_field text,
  sort int, "group" text, status text, item_duplication_fields json);
CREATE TABLE directus_fields (collection text, field text, special text, interface text, options json, display text,
  display_options json, readonly boolean DEFAULT false, hidden boolean DEFAULT false, sort int, width text,
  translations json, note text, required boolean, "group" text, validation json, validation_message text,
  searchable boolean);
CREATE TABLE directus_relations (many_collection text, many_field text, one_collection text, one_field text,
  junction_field text, sort_field text, one_deselect_action text);
CREATE TABLE directus_presets (collection text, bookmark text, "user" uuid, role uuid, layout text, layout_query json,
  layout_options json);
CREATE TABLE directus_settings (project_name text);
CREATE TABLE directus_policies (id uuid PRIMARY KEY, name text, icon text, description text, app_access boolean);
CREATE TABLE directus_roles (id uuid PRIMARY KEY, name text, icon text, description text);
CREATE TABLE directus_permissions (collection text, action text, fields text, policy uuid);
CREATE TABLE directus_access (id uuid PRIMARY KEY, role uuid, policy uuid, sort int);
